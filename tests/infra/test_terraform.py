"""The infrastructure as Terraform and Cloud Build see it, as far as this machine can say."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INFRA = ROOT / "infra"
ROOTS = sorted(
    str(versions.parent.relative_to(INFRA))
    for versions in INFRA.rglob("versions.tf")
    # A schema without budgets cannot tell whether one is well described.
    if versions.parent.name != "budget" and ".terraform" not in versions.parts
)


def tool(name: str) -> str:
    """The path of a program, or a skip."""
    found = shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not on this machine")
    return found


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program; its errors are part of its output."""
    # A checker may stand in for the provider with a program for python3 that needs the packages here.
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(  # noqa: S603 - programs of this machine, or the one that the environment names
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )


def test_everything_is_formatted() -> None:
    """`terraform fmt` would change nothing."""
    done = run(tool("terraform"), "fmt", "-check", "-recursive", "-diff", str(INFRA))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("root", ROOTS)
def test_every_module_is_valid_and_grants_what_its_tests_say(root: str, tmp_path: Path) -> None:
    """`terraform validate` and `terraform test`, by the checker that POINTWISE_TERRAFORM_CHECK names."""
    terraform = tool("terraform")
    checker = os.environ.get("POINTWISE_TERRAFORM_CHECK", "")
    if not checker:
        pytest.skip("POINTWISE_TERRAFORM_CHECK names no command that checks modules without a registry")
    copy = tmp_path / "infra"
    shutil.copytree(INFRA, copy, ignore=shutil.ignore_patterns(".terraform", "__pycache__"))
    got = run(terraform, f"-chdir={copy / root}", "get")
    assert got.returncode == 0, got.stdout
    done = run(checker, str(copy), root)
    assert done.returncode == 0, done.stdout


def test_the_build_is_one_that_cloud_build_takes() -> None:
    """cloudbuild.yaml keeps to Cloud Build's schema."""
    schema = ("--builtin-schema", "vendor.cloudbuild")
    done = run(tool("check-jsonschema"), *schema, str(ROOT / "cloudbuild.yaml"))
    assert done.returncode == 0, done.stdout
