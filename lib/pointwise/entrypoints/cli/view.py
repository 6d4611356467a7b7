"""`pointwise view`: a folder of results as pages, on this machine only."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from pointwise.entrypoints.cli.view_server import open_server
from pointwise.settings import read_settings


@click.command()
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8350, show_default=True, help="0: any free one."
)
def view(folder: Path | None, port: int) -> None:
    """Show the runs in DIR, by default pointwise-results, in a browser.

    Pages follow runs that go on. Only this machine can see them. Ctrl-C ends it.
    """
    place = folder or Path(read_settings().folder)
    with open_server(place, port) as server:
        click.echo(f"Showing {place} at http://127.0.0.1:{server.server_port}/ until Ctrl-C.")
        with suppress(KeyboardInterrupt):
            server.serve_forever()
