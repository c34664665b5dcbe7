"""What is wrong with a page, and what it weighs."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

from tests.web.axe import violations

HEAVIEST_PUBLIC, HEAVIEST_ADMIN = 60_000, 600_000
"""Bytes over the wire, heads of answers included, on a cold load."""


class Look:
    """A window whose pages are looked at; its browser keeps no file. weights: bytes over the wire by address."""

    def __init__(self, page: Page) -> None:
        self.page, self.weights = page, dict[str, int]()
        self._bytes = list[float]()
        browser: CDPSession = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
        browser.on("Network.loadingFinished", lambda event: self._bytes.append(event["encodedDataLength"]))

    def at(self, address: str) -> list[str]:
        """Goes there, and returns what is wrong."""
        self._bytes.clear()
        self.page.goto(address, wait_until="load")
        self.page.evaluate("document.fonts.ready")
        self.weights[address] = int(sum(self._bytes))
        self.page.keyboard.press("Tab")
        found = self.page.evaluate(FAULTS)
        self.page.evaluate(SHORTEN)
        return [*found, *violations(self.page)]


SHORTEN = """() => document.querySelectorAll("ul, ol, tbody, select").forEach((list) =>
    [...list.children].slice(8).forEach((line) => line.remove()))"""
"""Leaves the first lines of each list: the others are made by the same template, and axe takes seconds for them."""
FAULTS = """() => {
    const wrong = (what, elements) => elements.map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`);
    const all = (selector) => [...document.querySelectorAll(selector)];
    const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const icons = all(".material-symbols-outlined").filter(seen);
    const size = (icon) => parseFloat(getComputedStyle(icon).fontSize);
    const isMarked = (element) => {
        const style = getComputedStyle(element);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
    };
    const isOwn = (element, found) => found && (element.contains(found) || found.contains(element) ||
        [...(element.labels || [])].some((label) => label.contains(found)));
    const isCovered = (element) => {
        const box = [...element.getClientRects()].find((one) => one.width && one.height);
        if (!box) return false;
        const across = [box.left + 2, (box.left + box.right) / 2, box.right - 2];
        const down = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
        return !across.some((x) => down.some((y) => isOwn(element, document.elementFromPoint(x, y))));
    };
    const isSqueezed = ({ clientWidth, clientHeight }) => clientWidth > 1 && clientWidth < 48 && clientHeight > 160;
    const hidden = [], unmarked = [];
    const stops = all("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']");
    for (const stop of stops.filter((one) => seen(one) && !one.disabled && one.tabIndex >= 0)) {
        stop.focus();
        if (document.activeElement !== stop) continue;
        const shown = [stop, stop.parentElement, ...(stop.labels || [])].some(isMarked);
        if (!shown) unmarked.push(stop);
        if (isCovered(stop)) hidden.push(stop);
    }
    document.activeElement.blur();
    scrollTo(0, 0);
    return [
        ...(document.documentElement.scrollWidth > innerWidth ? [`wide: ${document.documentElement.scrollWidth}`] : []),
        ...(document.querySelector("link[rel=icon]") ? [] : ["no favicon"]),
        ...(document.querySelector("a[href^='#'].tk-skip, a[href^='#'].skip, base") ? [] : ["no skip link"]),
        ...(document.title ? [] : ["no title"]),
        ...wrong("a word", icons.filter((icon) => icon.scrollWidth > 1.5 * size(icon))),
        ...wrong("squeezed", all("p, li, td, th").filter(isSqueezed)),
        ...wrong("focus not visible", unmarked),
        ...wrong("focus covered", hidden),
    ];
}"""
"""What axe can't see: a page wider than its window, an icon that is a word as it is not in the font, words in a column
of single letters, and the keyboard's place, which has to have a mark and no bar over it. A page in a frame (it has a
base) has nothing to skip."""
