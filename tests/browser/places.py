"""Where things lie on the screen, once they rest: the table glides when it is asked something, and a hand that reaches
for where somebody was a moment ago takes hold of the table instead."""

from __future__ import annotations

from playwright.sync_api import Page

RESTS = """where => {
  const box = document.querySelector(where)?.getBoundingClientRect();
  const now = box && `${where} ${box.x} ${box.y} ${box.width}`;
  window.still = now && now === window.was ? (window.still ?? 0) + 1 : 0;
  window.was = now;
  return window.still > 20;
}"""
"""What has not moved for twenty frames rests."""


def middle(page: Page, what: str) -> tuple[float, float]:
    """The middle of the first thing that a selector finds."""
    page.locator(what).first.wait_for()
    page.wait_for_function(RESTS, arg=what)
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
