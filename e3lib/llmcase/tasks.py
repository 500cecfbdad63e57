"""The five tasks over toml 0.10.2 (Sec. 7.7): instructions, gold patch, and the level of each."""

from dataclasses import dataclass
from types import MappingProxyType

INIT, DECODER, ENCODER, ORDERED = (
    "toml/__init__.py",
    "toml/decoder.py",
    "toml/encoder.py",
    "toml/ordered.py",
)


@dataclass(frozen=True, slots=True)
class CaseTask:
    """One task: what the agent is told, in two wordings, and the patch that solves it.

    Attributes
    ----------
    plain
        The instruction in the paper's own style: what to change, but not where.
    gold
        The files that must change, in the order in which the oracle edits them.
    old, new
        The text that the gold patch replaces in each of those files, everywhere.
    """

    id: str
    level: int
    plain: str
    gold: tuple[str, ...]
    old: str
    new: str

    @property
    def located(self) -> str:
        """The same change with its files named and its text quoted, for a small model."""
        files = ", then in ".join(self.gold)
        return f"Replace the text `{self.old}` with `{self.new}` in {files}."

    def instruction(self, wording: str) -> str:
        """The instruction in the wording named `plain` or `located`."""
        return self.located if wording == "located" else self.plain


WORDINGS = ("plain", "located")
TASKS = MappingProxyType(
    {
        task.id: task
        for task in (
            CaseTask(
                "L1_version",
                1,
                "Bump the package version to 0.10.3.",
                (INIT,),
                '__version__ = "0.10.2"',
                '__version__ = "0.10.3"',
            ),
            CaseTask(
                "L1_spec",
                1,
                "Bump the supported TOML specification version to 1.0.0.",
                (INIT,),
                '_spec_ = "0.5.0"',
                '_spec_ = "1.0.0"',
            ),
            CaseTask(
                "L2_commentdecoder",
                2,
                "Rename the public class TomlPreserveCommentDecoder to TomlCommentDecoder.",
                (DECODER, INIT),
                "TomlPreserveCommentDecoder",
                "TomlCommentDecoder",
            ),
            CaseTask(
                "L2_arrayseparator",
                2,
                "Rename the public class TomlArraySeparatorEncoder to TomlSeparatorEncoder.",
                (ENCODER, INIT),
                "TomlArraySeparatorEncoder",
                "TomlSeparatorEncoder",
            ),
            CaseTask(
                "L3_decoderbase",
                3,
                "Rename the decoder base class TomlDecoder to TomlBaseDecoder.",
                (DECODER, INIT, ORDERED),
                "TomlDecoder",
                "TomlBaseDecoder",
            ),
        )
    }
)
