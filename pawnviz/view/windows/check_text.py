"""What is said of a check of masks: its result, and a wrong line."""

from __future__ import annotations

from pawnviz.core.checking import CheckReport, Mismatch, boards, difference_text
from pawnviz.core.words import count_text


def report_text(report: CheckReport) -> str:
    """Return how many lines are right, wrong and unreadable, with the reason for the first that cannot be read."""
    lines = count_text(report.checked, "line")
    if not report.checked:
        text = "No line can be read" if report.unreadable_count else "The file has no lines to check."
    elif report.passed:
        text = f"All {lines} are right." if report.checked > 1 else "The one line is right."
    else:
        text = f"{lines} checked, {report.wrong or 'none'} wrong."
    if report.unreadable_count:
        first = report.unreadable[0]
        text += f" {report.unreadable_count} cannot be read, the first is" if report.checked else "; the first is"
        reason = first.reason.rstrip(".")
        text += f" line {first.line}: {reason}{'' if reason.endswith('?') else '.'}"
    return text


def mismatch_text(mismatch: Mismatch) -> str:
    """Return a wrong line: where it is, what it is about, what was expected and given, and of masks the boards."""
    color = "White" if mismatch.white else "Black"
    lines = [f"Line {mismatch.line}: {mismatch.identifier} of {color}", mismatch.fen, difference_text(mismatch)]
    if mismatch.is_mask:
        lines += [f"expected {mismatch.expected_text}", f"given    {mismatch.given_text}"]
    return "\n".join([*lines, "", boards(mismatch)]).rstrip()
