"""Models behind a proxy that the environment names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.contract.chat.talk import Talk

if TYPE_CHECKING:
    from bench.standin import Standin

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever proxies this machine has."""
    for name in (each for upper in _PROXIES for each in (upper, upper.lower())):
        monkeypatch.delenv(name, raising=False)


def _talk(server: Standin, host: str) -> Talk:
    """The models of a host that does not exist: only a proxy can lead there."""
    return Talk(server, extra={"POINTWISE_OPENAI_BASE_URL": f"http://{host}/v1"})


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("scheme", ["http://", ""], ids=["url", "address"])
def test_a_proxy_is_asked_for_the_model(
    server: Standin, monkeypatch: pytest.MonkeyPatch, name: str, scheme: str
) -> None:
    """The request goes to the proxy, whole URL and key included, whichever way the proxy is named."""
    host = f"{name.lower().replace('_', '-')}-{len(scheme)}.invalid"
    monkeypatch.setenv(name, server.url.replace("http://", scheme))
    assert _talk(server, host).reply().text
    (request,) = server.requests()
    assert request["path"] == f"http://{host}/v1/chat/completions"


def test_a_host_that_needs_no_proxy_is_asked_itself(server: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """`NO_PROXY` keeps a request from the proxy, which does not exist here."""
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.invalid:3128")
    monkeypatch.setenv("NO_PROXY", "localhost")
    host = server.url.removeprefix("http://").replace("127.0.0.1", "localhost")
    assert _talk(server, host).reply().text


def test_a_proxy_for_other_schemes_is_left_alone(server: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """`HTTPS_PROXY` says nothing of plain HTTP."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.invalid:3128")
    assert Talk(server).reply().text
