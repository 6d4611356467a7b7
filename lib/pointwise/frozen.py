"""The base of every value that is stored, queued or handed between stages."""

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable, closed value: unknown fields are refused, nothing is coerced silently."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, ser_json_inf_nan="strings")
