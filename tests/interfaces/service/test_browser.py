"""The page as people use it, in headless Chromium."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service.processes import serving

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium"),
]

TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"
ARABIC = "مظاهرة في New York اليوم #OccupyWallStreet"
PATIENCE = 300_000.0  # milliseconds, on a machine that others use too
SIZES = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]


@pytest.fixture(scope="module")
def base(demo_index: Path) -> Iterator[str]:
    with serving(demo_index, "--deadline", 60) as service:
        service.wait()
        yield f"http://127.0.0.1:{service.port}/"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, base: str) -> Iterator[Any]:
    """A page that notes what it asks for and what goes wrong."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base.rstrip("/"))
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    asked: list[str] = []
    wrong: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    yield opened
    context.close()
    assert wrong == []
    assert [url for url in asked if not url.startswith(base)] == []


def ask(page: Any, base: str, **query: Any) -> None:
    """Opens the page and sends its form, some of whose fields are not as people can fill them."""
    page.goto(base)
    fields = [
        [name, value] for name, given in query.items() for value in (given if isinstance(given, list) else [given])
    ]
    with page.expect_navigation():
        page.evaluate(
            """fields => {
                const form = document.createElement("form");
                form.method = "post";
                form.action = "./";
                for (const [name, value] of fields) {
                    const field = document.createElement("textarea");
                    field.name = name;
                    field.value = value;
                    form.append(field);
                }
                document.body.append(form);
                form.submit();
            }""",
            fields,
        )


def test_a_person_asks(page: Any, base: str) -> None:
    page.goto(base)
    page.get_by_role("textbox", name="Tweet").fill(TWEET)
    page.get_by_role("textbox", name="Tweet").press("Control+Enter")
    page.locator(".quotes").get_by_text("Whitney Houston was an American singer").wait_for()
    assert page.url == base
    assert page.get_by_role("textbox", name="Tweet").input_value() == TWEET
    assert page.locator(".quotes").get_by_text("Whitney Houston was an American singer").is_visible()


def test_it_works_without_scripts(browser: Any, base: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(base)
    page.get_by_role("textbox", name="Tweet").fill(TWEET)
    page.get_by_role("button", name="Explain").click()
    page.locator(".quotes").get_by_text("Whitney Houston was an American singer").wait_for()
    assert page.get_by_role("button", name="Copy as text").count() == 0
    page.get_by_text("How it was found").click()
    assert page.get_by_role("heading", name="Passages").is_visible()
    context.close()


def test_a_mention_and_its_sentences_light_up_together(page: Any, base: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    ask(page, base, tweet=TWEET)
    number = page.locator(".mention").first.get_attribute("data-article")
    sentences, mention = (page.locator(f'{kind}[data-article="{number}"]').first for kind in (".quotes > ", ".mention"))
    dark = sentences.evaluate("element => getComputedStyle(element).backgroundColor")

    def is_dark(element: Any) -> Any:
        return playwright.expect(element).to_have_css("background-color", dark)

    def is_lit(element: Any) -> Any:
        return playwright.expect(element).not_to_have_css("background-color", dark)

    mention.hover()
    is_lit(sentences)
    page.mouse.move(0, 0)
    is_dark(sentences)
    is_dark(mention)
    sentences.hover()
    is_lit(mention)
    page.mouse.move(0, 0)
    is_dark(mention)
    mention.focus()
    is_lit(sentences)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#{sentences.get_attribute('id')}")


def test_everything_is_reached_by_keyboard(page: Any, base: str) -> None:
    ask(page, base, tweet=TWEET)
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.textContent.trim().slice(0, 40)"))
    for name in ("Skip to the content", "Options", "Explain", "WhitneyHouston", "Copy as text", "How it was found"):
        assert name in reached
    assert reached.index("Explain") < reached.index("WhitneyHouston") < reached.index("How it was found")


def test_copies(page: Any, base: str) -> None:
    ask(page, base, tweet=TWEET)
    copied = {}
    for number, form in enumerate(("text", "Markdown", "JSON")):
        page.get_by_role("button", name=f"Copy as {form}").click()
        playwright.expect(page.locator("[data-copy]").nth(number)).to_have_text("Copied")
        copied[form] = page.evaluate("navigator.clipboard.readText()")
    playwright.expect(page.get_by_role("status")).to_have_text("Copied")
    assert copied["text"].startswith("Whitney Houston was an American singer")
    assert "\nSource: Whitney Houston" in copied["text"]
    assert "[1]" in copied["Markdown"]
    assert page.evaluate("text => JSON.parse(text).tweet", copied["JSON"]) == TWEET


def test_presets_stand_side_by_side(page: Any, base: str) -> None:
    page.goto(base)
    page.get_by_role("textbox", name="Tweet").fill(TWEET)
    page.get_by_text("Options").click()
    page.get_by_label("Words in common").check()
    page.get_by_role("button", name="Explain").click()
    page.locator(".several").wait_for()
    boxes = [page.locator(".result").nth(place).bounding_box() for place in range(2)]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert page.locator("details.options").get_attribute("open") is not None


def test_a_tweet_from_right_to_left(page: Any, base: str) -> None:
    ask(page, base, tweet=ARABIC)
    for selector in (".tweet p", "textarea"):
        assert page.locator(selector).evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert page.locator(".quotes p").first.evaluate("element => getComputedStyle(element).direction") == "ltr"


@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_axe_finds_nothing_and_nothing_overflows(
    width: int, scheme: str, browser: Any, base: str, tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    # The page's policy lets no foreign script in, so that axe needs to pass it by.
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    queries: list[dict[str, Any]] = [
        {},
        {"tweet": TWEET},
        {"tweet": TWEET, "preset": ["default", "dcu-185"]},
        {"tweet": ARABIC},
        {"tweet": "zzqx blorft"},
        {"tweet": TWEET, "limit": "many"},
        {"tweet": "w" * 500},
        {"tweet": f"{TWEET} " * 40},
    ]
    shown = queries if scheme == "light" else queries[:3]  # the other pages have the same colours
    for number, query in enumerate([*shown, None]):
        if query:
            ask(page, base, **query)
        else:
            page.goto(base if query == {} else f"{base}docs")
        for details in page.locator("details").all():
            details.evaluate("element => { element.open = true }")
        page.screenshot(path=tmp_path / f"{number}.png", full_page=True)
        found = axe.run(page).response["violations"]
        assert [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found] == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), query
    context.close()


def test_a_long_tweet_leaves_its_context_on_the_screen(page: Any, base: str) -> None:
    ask(page, base, tweet=f"{TWEET} " * 60)
    assert page.locator(".quotes li").first.bounding_box()["y"] < 800
