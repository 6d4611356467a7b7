"""How a family of objects is read in few operations, without any bucket."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pointwise.adapters.gcs_families import Family, Member, digest_of, split

SIZES = st.lists(st.integers(0, 3), max_size=140)
PRICES = {"compose": 5.0, "read": 0.4}
"""USD a million, as in infra/README.md."""


def members(sizes: list[int]) -> list[Member]:
    return [Member(f"f/{number:03}", size, 1000 + number) for number, size in enumerate(sizes)]


def price(family: Family) -> float:
    return len(family.groups) * sum(PRICES.values()) + len(family.singles) * PRICES["read"]


@given(SIZES)
def test_every_object_is_read_once_in_groups_the_service_takes(sizes: list[int]) -> None:
    """At most 32 to a compose; what is empty is known without reading it."""
    given = members(sizes)
    family = Family.of(given)
    parts = [*family.groups, family.singles, family.empty]
    assert sorted((each for part in parts for each in part), key=lambda each: each.key) == given
    assert all(0 < len(group) <= 32 for group in family.groups)
    assert [each.size for each in family.empty] == [0] * sizes.count(0)
    assert all(each.size for group in family.groups for each in group)


@given(SIZES)
def test_a_family_costs_no_more_than_its_objects_one_by_one(sizes: list[int]) -> None:
    """A compose is dear: it is asked for where it saves money, and then reads are few."""
    family = Family.of(members(sizes))
    assert price(family) <= PRICES["read"] * sum(map(bool, sizes)) + 1e-9 or not family.singles
    assert not (family.groups and family.singles)


@given(st.lists(st.binary(min_size=1, max_size=5), min_size=1, max_size=32))
def test_what_was_put_together_comes_apart(contents: list[bytes]) -> None:
    """Each object's bytes, by its name; bytes that are too few or too many are nobody's."""
    group = members([len(content) for content in contents])
    whole = b"".join(contents)
    assert split(group, whole) == {each.key: data for each, data in zip(group, contents, strict=True)}
    assert split(group, whole + b"-") is None
    assert split(group, whole[1:]) is None


def test_a_digest_names_these_generations_in_this_order() -> None:
    """Another generation, another name or another order is another digest."""
    group = members([1, 1, 1])
    others = [group[::-1], group[:2], [*group[:2], replace(group[2], generation=1)]]
    others.append([*group[:2], replace(group[2], key="f/x")])
    assert len({digest_of(each) for each in [group, *others]}) == 5
    assert digest_of(tuple(group)) == digest_of(group)
