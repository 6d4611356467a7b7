import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise import keys

_ALLOWED = set(string.ascii_lowercase + string.digits + "._=-~")


@given(st.text(max_size=300))
def test_any_name_becomes_one_safe_segment(name: str) -> None:
    """A segment has no slash, no upper case, is never empty or hidden, and fits a file name."""
    segment = keys.segment(name)
    assert set(segment) <= _ALLOWED
    assert 0 < len(segment.encode()) <= 255
    assert segment not in {".", ".."}
    assert not segment.startswith(".")


@given(st.lists(st.text(max_size=20), unique=True, max_size=30))
def test_different_names_never_meet(names: list[str]) -> None:
    """Names that differ only in case, spaces or slashes get segments of their own."""
    assert len({keys.segment(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", ["hash-0123456789ab", "p1", "uk-equality-act", "a.b_c=d"])
def test_plain_names_stay_as_they_are(name: str) -> None:
    """What a person named simply is found under that name."""
    assert keys.segment(name) == name


def test_a_superseded_failure_keeps_its_runs_name_and_its_path() -> None:
    """A failure that is retried is kept, in a folder that a rule on age can name."""
    run = keys.RunKeys("b/label_2026")
    old = run.failed_judgement("p/m", "000-aa", "0-j")
    assert run.superseded(old, "t") == "superseded/b/label_2026/t/judgements/p/m/000-aa.0-j.failed.json"


def test_replies_about_one_subject_lie_together_and_apart_from_others() -> None:
    """Under a prefix of the subject's own; those about nothing in particular lie by their digest alone."""
    digests = ["0" * 64, "f" * 64]
    found = [keys.cache(digest, "ab12") for digest in digests]
    assert all(key.startswith(keys.cached_about("ab12")) for key in found)
    assert found[0] == f"cache/ab/ab12/{digests[0]}.json"
    assert keys.cache(digests[1]) == f"cache/ff/{digests[1]}.json"
    assert not keys.cache(digests[1]).startswith(keys.cached_about("ff"))
