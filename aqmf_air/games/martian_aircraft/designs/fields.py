"""What a field of a design file may hold."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, Field

from aqmf_air.core.data.names import same_name
from aqmf_air.core.data.text import in_a_line, is_seen


def _name(text: str) -> str:
    text = in_a_line(text)
    if len(text) > 60:  # tidied, some letters are two
        raise ValueError("expected at most 60 characters")
    if not same_name(text):
        raise ValueError("expected a name with a letter or a digit")
    return text


def _note(text: str) -> str:
    text = unicodedata.normalize("NFC", text.strip())
    if not is_seen(text.replace("\n", "")):
        raise ValueError("expected printable characters")
    return text


Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_name)]
Line = Annotated[str, Field(max_length=60), AfterValidator(in_a_line)]
Address = Annotated[str, Field(max_length=400), AfterValidator(in_a_line)]
Note = Annotated[str, Field(max_length=1000), AfterValidator(_note)]
Count = Annotated[int, Field(strict=True, ge=0, le=999)]
Mph = Annotated[float, Field(strict=True, gt=0, le=1000)]
Flag = Annotated[bool, Field(strict=True)]
