"""What a queue and a task may be set to, and what stands where nothing is said."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from google.cloud import tasks_v2

from pointwise.testing.emulators.tasks.refusals import invalid, not_emulated

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import Queue, RateLimits, RetryConfig, Task

# Limits and defaults of the documentation of Cloud Tasks v2: REST reference of queues and tasks, and Quotas.
_FASTEST = 500.0  # dispatches a second
_MOST_AT_ONCE = 5000
_AT_ONCE = 1000
_ATTEMPTS = 100
_MIN_BACKOFF = timedelta(milliseconds=100)
_MAX_BACKOFF = timedelta(hours=1)
_DOUBLINGS = 16
_LARGEST_TASK = 2**20  # bytes
_LONGEST_URL = 2083
_DEADLINE = timedelta(minutes=10)
_DEADLINES = (timedelta(seconds=15), timedelta(minutes=30))
_FARTHEST = timedelta(days=30)

_LOCATION = re.compile(r"projects/[A-Za-z0-9.:-]+/locations/[A-Za-z0-9-]+")
_QUEUE = re.compile(rf"{_LOCATION.pattern}/queues/[A-Za-z0-9-]{{1,100}}")
_TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,500}")
_WITH_BODY = frozenset({tasks_v2.HttpMethod.POST, tasks_v2.HttpMethod.PUT, tasks_v2.HttpMethod.PATCH})


def complete_queue(queue: Queue) -> Queue:
    """A copy of a queue's settings, with a default wherever nothing is said.

    Raises:
        Refusal: A setting is out of its range, or not emulated.
    """
    check_queue(queue.name)
    if "http_target" in queue or "app_engine_routing_override" in queue:
        raise not_emulated("settings of targets on queues")
    done = tasks_v2.Queue(queue)
    done.rate_limits = _complete_limits(queue.rate_limits)
    done.retry_config = complete_retries(queue.retry_config)
    return done


def _complete_limits(limits: RateLimits) -> RateLimits:
    rate = limits.max_dispatches_per_second or _FASTEST
    at_once = limits.max_concurrent_dispatches or _AT_ONCE
    if not 0 < rate <= _FASTEST:
        raise invalid(f"max_dispatches_per_second must be above 0 and at most {_FASTEST:g}.")
    if not 0 < at_once <= _MOST_AT_ONCE:
        raise invalid(f"max_concurrent_dispatches must be 1 to {_MOST_AT_ONCE}.")
    # The reference: "generally at least equal to max_dispatches_per_second".
    return tasks_v2.RateLimits(
        max_dispatches_per_second=rate, max_concurrent_dispatches=at_once, max_burst_size=math.ceil(rate)
    )


def complete_retries(retries: RetryConfig) -> RetryConfig:
    """Settings of retries, times cut to whole seconds, with a default wherever nothing is said.

    Raises:
        Refusal: A setting is out of its range.
    """
    shortest = _whole(retries.min_backoff) or _MIN_BACKOFF
    longest = _whole(retries.max_backoff) or _MAX_BACKOFF
    if retries.max_attempts < -1:
        raise invalid("max_attempts must be at least -1.")
    if shortest > longest:
        raise invalid("min_backoff must not be above max_backoff.")
    return tasks_v2.RetryConfig(
        max_attempts=retries.max_attempts or _ATTEMPTS,
        max_retry_duration=_whole(retries.max_retry_duration),
        min_backoff=shortest,
        max_backoff=longest,
        max_doublings=retries.max_doublings or _DOUBLINGS,
    )


def _whole(time: timedelta | None) -> timedelta:
    return timedelta(seconds=int(time.total_seconds())) if time else timedelta()


def complete_task(task: Task, queue: str) -> Task:
    """A copy of a task, with a default wherever nothing is said but the name.

    Raises:
        Refusal: Something in it is out of its range, or not emulated.
    """
    _check_request(task)
    _check_name(task.name, queue)
    if len(tasks_v2.Task.serialize(task)) > _LARGEST_TASK:
        raise invalid(f"Task size too large: at most {_LARGEST_TASK} bytes.")
    if task.dispatch_deadline and not _DEADLINES[0] <= task.dispatch_deadline <= _DEADLINES[1]:
        raise invalid("dispatch_deadline must be 15 s to 30 min.")
    now = datetime.now(UTC)
    if task.schedule_time and task.schedule_time - now > _FARTHEST:
        raise invalid("schedule_time is too far in the future: at most 30 days.")
    done = tasks_v2.Task(task)
    done.schedule_time = max(task.schedule_time or now, now)
    done.create_time = now.replace(microsecond=0)
    done.dispatch_deadline = task.dispatch_deadline or _DEADLINE
    if not task.http_request.http_method:
        done.http_request.http_method = tasks_v2.HttpMethod(tasks_v2.HttpMethod.POST)
    if "retry_config" in task:
        done.retry_config = complete_retries(task.retry_config)
    return done


def _check_request(task: Task) -> None:
    if "app_engine_http_request" in task:
        raise not_emulated("App Engine targets")
    asked = task.http_request
    if "oauth_token" in asked:
        raise not_emulated("OAuth tokens; use oidc_token")
    parts = urlsplit(asked.url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or len(asked.url) > _LONGEST_URL:
        raise invalid(f"HttpRequest.url must be an http(s) URL of at most {_LONGEST_URL} characters.")
    if asked.body and asked.http_method and asked.http_method not in _WITH_BODY:
        raise invalid("HttpRequest.body goes with POST, PUT or PATCH only.")


def _check_name(name: str, queue: str) -> None:
    if name and not (name.startswith(f"{queue}/tasks/") and _TASK_ID.fullmatch(name.rpartition("/")[2])):
        raise invalid(f"Task name must be {queue}/tasks/ and an id of letters, digits, - and _.")


def check_queue(name: str) -> None:
    """Raise Refusal where a name is not `projects/…/locations/…/queues/…` with an id as it has to be."""
    if not _QUEUE.fullmatch(name):
        raise invalid(
            f"Queue name must be projects/…/locations/…/queues/… and an id of letters, digits and -: {name!r}"
        )


def check_location(name: str) -> None:
    """Raise Refusal where a name is not `projects/…/locations/…`."""
    if not _LOCATION.fullmatch(name):
        raise invalid(f"Location must be projects/…/locations/…: {name!r}")
