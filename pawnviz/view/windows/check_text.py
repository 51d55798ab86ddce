"""Messages on a check of masks: its result, and a wrong line."""

from __future__ import annotations

from pawnviz.core.checking import CheckReport, Mismatch, boards, difference_text
from pawnviz.core.words import count_text


def report_text(report: CheckReport) -> str:
    """Return the numbers of right, wrong and unreadable lines, with the first reason."""
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
    """Return a wrong line: its place and subject, the expected and the given value, and of masks the boards."""
    color = "White" if mismatch.white else "Black"
    lines = [f"Line {mismatch.line}: {mismatch.identifier} of {color}", mismatch.fen, difference_text(mismatch)]
    if mismatch.is_mask:
        lines += [f"expected {mismatch.expected_text}", f"given    {mismatch.given_text}"]
    return "\n".join([*lines, "", boards(mismatch)]).rstrip()
