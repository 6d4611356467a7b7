"""`pointwise schema`: the format for editors."""

from __future__ import annotations

import json

import click

from pointwise.blueprint.authoring.schema import blueprint_schema


@click.command()
def schema() -> None:
    """Print the JSON Schema (2020-12) of the blueprint format.

    Editors with a YAML language server complete and check a blueprint that begins with

    \b
        # yaml-language-server: $schema=path/to/blueprint.schema.json
    """  # noqa: D301 - the mark that keeps the last line apart is click's
    click.echo(json.dumps(blueprint_schema(), indent=2))
