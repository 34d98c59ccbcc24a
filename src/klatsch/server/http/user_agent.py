"""What a browser says of itself, as people know their devices: "Firefox · Linux"."""

from __future__ import annotations

import re

# The first that is found counts: most browsers also name those that they descend from.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "HeadlessChrome": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """Nothing that tells more than the kind of program and machine."""
    found = [first(names, user_agent) for names in (BROWSERS, SYSTEMS)]
    if any(found):
        return " · ".join(filter(None, found))
    program = re.match(r"[A-Za-z][\w.-]{0,29}", user_agent)
    return program[0] if program else ""


def first(names: dict[str, str], user_agent: str) -> str:
    return next((shown for word, shown in names.items() if word in user_agent), "")
