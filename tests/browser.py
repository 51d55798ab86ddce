"""Headless Chromium for tests of pages, driven by its DevTools over a pipe; without it such tests are skipped."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

import pytest

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS: Final = 60
_START: Final = """
import os, sys
first, second = os.dup(int(sys.argv[1])), os.dup(int(sys.argv[2]))
os.dup2(first, 3)
os.dup2(second, 4)
os.set_inheritable(3, True)
os.set_inheritable(4, True)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""A program that becomes the browser, with the pipes where it expects them."""


class Page:
    """A page of the browser."""

    def __init__(self, commands: int, answers: int) -> None:
        self._commands, self._answers = commands, answers
        self._number = 0
        self._session = ""
        self._read = b""
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **values: Any) -> dict[str, Any]:
        """Send a command and return its result; raises ``AssertionError`` for a fault, and after a minute."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": values}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._commands, json.dumps(command).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def _next(self) -> dict[str, Any]:
        end = monotonic() + _SECONDS
        while b"\0" not in self._read:
            assert select([self._answers], [], [], max(0, end - monotonic()))[0], "Chromium does not answer"
            part = os.read(self._answers, 1 << 20)
            assert part, "Chromium has ended"
            self._read += part
        text, _, self._read = self._read.partition(b"\0")
        answer: dict[str, Any] = json.loads(text)
        return answer

    def wait_for(self, event: str) -> None:
        """Wait until an event has come."""
        while not any(each.get("method") == event for each in self.events):
            self.events.append(self._next())

    def open(
        self, path: Path, width: int = 1280, height: int = 900, *, dark: bool = False, scripts: bool = True
    ) -> None:
        """Open a file in a window of a size."""
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events.clear()
        self.send("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def value(self, script: str) -> Any:
        """Return the value of a JavaScript expression."""
        found = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        script = f"""(() => {{ const found = document.querySelector({json.dumps(selector)});
            found.scrollIntoView({{block: "center"}});
            const box = found.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2]; }})()"""
        x, y = self.value(script)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        """Press a key by its name, such as ``ArrowLeft`` or ``1``."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        text = {"text": key} if len(key) == 1 else {}
        code = codes.get(key, ord(key[0].upper()))
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Write a PNG of the window, or of the whole page."""
        data = self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(b64decode(data))

    def complaints(self) -> list[str]:
        """Return errors of scripts, violations of policies, and requests for anything but the page itself."""
        found = [json.dumps(each) for each in self.events if each.get("method") == "Runtime.exceptionThrown"]
        found += [each["params"]["entry"]["text"] for each in self.events if each.get("method") == "Log.entryAdded"]
        sent = [each["params"] for each in self.events if each.get("method") == "Network.requestWillBeSent"]
        return found + [each["request"]["url"] for each in sent if each["type"] != "Document"]


@contextmanager
def chromium() -> Iterator[Page]:
    """Run the browser; skips the test where there is none."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"needs a browser: none of {', '.join(NAMES)} is installed")
    commands_in, commands = os.pipe()
    answers, answers_out = os.pipe()

    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars"]
        words += ["--no-first-run", "--disable-background-networking", f"--user-data-dir={folder}"]
        process = subprocess.Popen(
            [sys.executable, "-S", "-c", _START, str(commands_in), str(answers_out), program, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(commands_in, answers_out),
        )
        os.close(commands_in)
        os.close(answers_out)
        try:
            yield Page(commands, answers)
        finally:
            process.kill()
            process.wait()
            os.close(commands)
            os.close(answers)
