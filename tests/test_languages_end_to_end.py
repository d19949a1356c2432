"""From a Wikipedia in another language to the context of a tweet in it."""

import json
from collections.abc import Callable
from pathlib import Path

import index_contents
import numpy as np
import pytest
from foreign_wikipedias import CORPORA, write_corpus

from tweetctx import Contextualizer, build_index, normalize, open_index
from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.folder import information
from tweetctx.index.storage.manifest import file_entries
from tweetctx.index.surface_forms import ArticleKind
from tweetctx.text.names.keys import name_key

JAPANESE = {
    "東京タワー": "東京タワーは東京都港区にある電波塔である。高さは333メートルで、1958年に完成した。"
    "「とても美しい。」と人々は言う。",
    "大阪城": "大阪城は大阪市にある城である。豊臣秀吉が築いた！現在の天守閣は1931年に再建された。",
    "富士山": "富士山は日本で最も高い山である。標高は3776メートルである。",
}
CHINESE = {
    "北京大学": "北京大学是中国的一所大学，成立于1898年。校园位于海淀区！它有很多学生。",
    "长城": "长城是中国古代的军事工程。它全长超过两万公里。",
}


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """An index of each corpus; nobody says which language it is but its urls."""
    folder = tmp_path_factory.mktemp("languages")
    for language, articles in {**CORPORA, "ja": JAPANESE, "zh": CHINESE}.items():
        source = write_corpus(folder / f"{language}.jsonl", language, articles)
        build_index(source, folder / language, workers=1)
    return {language: folder / language for language in [*CORPORA, "ja", "zh"]}


@pytest.mark.parametrize(
    ("language", "tweet", "context"),
    [
        (
            "de",
            "RT @ndr: Heute #Elbphilharmonie!",
            "Die Elbphilharmonie ist ein Konzerthaus in der Hamburger HafenCity.",
        ),
        ("de", "3. Oktober: #Wiedervereinigung", "Die deutsche Wiedervereinigung wurde am 3. Oktober 1990 vollzogen."),
        ("de", "die STRASSENBAHN entgleist", "Eine Straßenbahn ist ein Schienenfahrzeug, das in der Straße fährt."),
        ("de", "im großen fussball", "Fußball ist ein Ballspiel, bei dem zwei Mannschaften"),
        (
            "de",
            "über Donaudampfschifffahrt",
            "Die Donaudampfschifffahrt begann im 19. Jahrhundert zwischen Wien und Budapest.",
        ),
        ("fr", "Je rêve de l’Espagne 🇪🇸", "L'Espagne est un royaume du sud de l'Europe."),
        ("fr", "vive la politique d'Espagne", "L'Espagne est un royaume du sud de l'Europe."),
        ("fr", "élections aux Etats-Unis", "Les États-Unis sont un pays d'Amérique du Nord."),
        ("fr", "on a vu l'homme de Vitruve", "L'Homme de Vitruve est un dessin de Léonard de Vinci."),
        ("fr", "#JulesCésar", "Jules César est un général romain, né en 100 av. J.-C. à Rome."),
        ("es", "¡Terremoto en #CiudadDeMéxico!", "La Ciudad de México es la capital de México."),
        ("es", "ciudad de MEXICO", "La Ciudad de México es la capital de México."),
        ("es", "¿viste los pinguinos?", "El pingüino es un ave marina que no vuela."),
        ("es", "¿Quién mató a Palomino?", "¿Quién mató a Palomino Molero? es una novela corta."),
        ("ru", "Читаю Александра Пушкина", "Александр Сергеевич Пушкин — русский поэт, родился в 1799 г. в Москве."),
        ("ru", "еж в саду", "Ёж — небольшое млекопитающее с иглами."),
        ("ru", "#Москва красивая", "Москва — столица России, стоит на Москве-реке."),
        ("ja", "今日は東京タワーに行った #東京タワー", "東京タワーは東京都港区にある電波塔である。"),
        ("zh", "我在#北京大学", "北京大学是中国的一所大学，成立于1898年。"),
    ],
)
def test_a_tweet_finds_its_article(indexes: dict[str, Path], language: str, tweet: str, context: str) -> None:
    found = Contextualizer.open(indexes[language]).contextualize(tweet)
    assert context in [sentence.text for sentence in found.sentences] or found.text.startswith(context)


@pytest.mark.parametrize(
    ("language", "title", "sentences"),
    [
        (
            "de",
            "Deutsche Wiedervereinigung",
            [
                "Die deutsche Wiedervereinigung wurde am 3. Oktober 1990 vollzogen.",
                "Der Tag ist seitdem ein Feiertag.",
                "Zuvor war am 9. November 1989 die Berliner Mauer gefallen.",
            ],
        ),
        (
            "fr",
            "Homme de Vitruve",
            [
                "L'Homme de Vitruve est un dessin de Léonard de Vinci.",
                "Il montre un homme dans un cercle et un carré.",
                "Le dessin date d'environ 1490.",
                "« C'est un chef-d'œuvre ! » dit-on à Venise, où il est gardé.",
            ],
        ),
        (
            "ja",
            "東京タワー",
            [
                "東京タワーは東京都港区にある電波塔である。",
                "高さは333メートルで、1958年に完成した。",
                "「とても美しい。」と人々は言う。",
            ],
        ),
    ],
)
def test_an_index_has_the_sentences(indexes: dict[str, Path], language: str, title: str, sentences: list[str]) -> None:
    index = EmbeddedIndex(indexes[language])
    found = [
        index_contents.sentence_text(index, number)
        for number in range(index.stats.sentences)
        if any(index_contents.sentence_text(index, number) in paragraph for paragraph in paragraphs(index, title))
    ]
    assert found == sentences


def paragraphs(index: EmbeddedIndex, title: str) -> list[str]:
    numbers = [number for number in range(index.stats.documents) if index_contents.source(index, number)[1] == title]
    assert len(numbers) == 1
    return [text for section in index.article(numbers[0]).sections for text in section.paragraphs]


@pytest.mark.parametrize("language", CORPORA)
def test_a_page_that_points_to_others_is_known_for_one(indexes: dict[str, Path], language: str) -> None:
    index = EmbeddedIndex(indexes[language])
    titles = [index_contents.source(index, number)[1] for number in range(index.stats.documents)]
    found = index.surface_forms(np.array([name_key(title) for title in titles], np.uint64))
    pointing = found.articles[(found.kinds & ArticleKind.DISAMBIGUATION) > 0]
    suffixes = {"de": "Begriffsklärung", "fr": "homonymie", "es": "desambiguación", "ru": "значения"}
    assert len(set(pointing.tolist())) == 1
    assert titles[int(pointing[0])].endswith(f"({suffixes[language]})")


def test_an_index_remembers_its_language(indexes: dict[str, Path]) -> None:
    info = information(EmbeddedIndex(indexes["de"]))
    assert {key: info[key] for key in ("analyzer", "language", "stemmer", "sentences_by")} == {
        "analyzer": "german",
        "language": "German (de)",
        "stemmer": "Snowball german",
        "sentences_by": "rules for German",
    }
    assert info["stop_words"] > 500
    analyzer = open_index(indexes["de"]).analyzer
    assert analyzer.terms("Die Häuser der Straßen") == ["haus", "strass"]
    assert open_index(indexes["fr"]).analyzer.terms("L'homme d’Espagne") == ["homm", "espagn"]


@pytest.mark.parametrize(
    ("language", "stemmer", "stop_words"),
    [
        ("fo", "none: Snowball has none for Faroese", "none: spaCy has none for Faroese"),
        ("nn", "Snowball norwegian", "none: spaCy has none for Norwegian Nynorsk"),
        ("eo", "Snowball esperanto", "none: spaCy has none for Esperanto"),
    ],
)
def test_what_a_language_lacks_is_told(tmp_path: Path, language: str, stemmer: str, stop_words: str) -> None:
    source = write_corpus(tmp_path / "c.jsonl", "de", {"A": "B c."})
    build_index(source, tmp_path / "i", language=language, workers=1)
    info = information(EmbeddedIndex(tmp_path / "i"))
    assert (info["stemmer"], info["stop_words"]) == (stemmer, stop_words)


Build = Callable[..., EmbeddedIndex]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    def make(url: str, **options: str | int | None) -> EmbeddedIndex:
        line = {"id": "1", "url": url, "title": "Haus", "text": "Die Häuser."}
        (tmp_path / "c.jsonl").write_text(json.dumps(line), "utf-8")
        build_index(tmp_path / "c.jsonl", tmp_path / "i", workers=1, **options)  # type: ignore[arg-type]
        return EmbeddedIndex(tmp_path / "i")

    return make


@pytest.mark.parametrize(
    ("url", "options", "analyzer", "language"),
    [
        ("https://de.wikipedia.org/wiki/Haus", {}, "german", "de"),
        ("https://de.wikipedia.org/wiki/Haus", {"analyzer": "plain"}, "plain", "de"),
        ("https://de.wikipedia.org/wiki/Haus", {"language": "en"}, "english", "en"),
        ("https://de.wikipedia.org/wiki/Haus", {"language": "en", "analyzer": "dcu"}, "dcu", "en"),
        ("https://simple.wikipedia.org/wiki/Haus", {"analyzer": "dcu"}, "dcu", "en"),
        ("https://no.wikipedia.org/wiki/Hus", {}, "norwegian bokmål", "nb"),
        ("", {}, "english", "en"),
        ("", {"language": "fr"}, "french", "fr"),
    ],
)
def test_the_language_is_the_one_asked_for_else_the_sources_else_english(
    build: Build, url: str, options: dict[str, str], analyzer: str, language: str
) -> None:
    config = build(url, **options).analyzer.config
    assert (config.name, config.language) == (analyzer, language)


@pytest.mark.parametrize(
    ("url", "options", "message"),
    [
        ("https://de.wikipedia.org/wiki/Haus", {"analyzer": "english"}, "'english'.*German"),
        ("https://ru.wikipedia.org/wiki/X", {"analyzer": "dcu"}, "'dcu'.*Russian"),
        ("", {"language": "ja", "analyzer": "dcu"}, "'dcu'.*Japanese"),
        ("https://th.wikipedia.org/wiki/X", {}, "language: found 'th', but Thai"),
        ("https://cy.wikipedia.org/wiki/Ty", {}, "language: found 'cy', expected one of"),
        ("", {"language": "de_DE"}, "language: found 'de_DE'"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(
    build: Build, tmp_path: Path, url: str, options: dict[str, str], message: str
) -> None:
    with pytest.raises(ParameterError, match=message):
        build(url, **options)
    assert [path.name for path in tmp_path.iterdir()] == ["c.jsonl"]


@pytest.mark.thorough
def test_workers_speak_the_language(tmp_path: Path) -> None:
    """More than one batch is needed for workers to start at all."""
    long = {f"{title} {number}": text * 60 for number in range(12) for title, text in CORPORA["de"].items()}
    source = write_corpus(tmp_path / "c.jsonl", "de", long)
    for workers in (1, 2):
        build_index(source, tmp_path / str(workers), workers=workers)
    one, two = ([*file_entries(EmbeddedIndex(tmp_path / str(workers)).manifest)] for workers in (1, 2))
    assert one == two
    assert one


@pytest.mark.parametrize(
    ("tweet", "words"),
    [
        ("RT @user: Über die #Straßenbahn in #München!", "Über die Straßenbahn in München"),
        ("Geht's noch? z.B. am 3.10.1990, d.h. gestern", "Geht's noch z.B. am 3.10.1990 d.h. gestern"),
        ("#TagDerDeutschenEinheit #EUWahl2019 #Öl", "Tag Der Deutschen Einheit EU Wahl 2019 Öl"),
        ("L’Équipe a gagné ! #LigueDesChampions « enfin »", "L'Équipe a gagné Ligue Des Champions enfin"),
        ("C'est l'été à Saint-Étienne, aujourd'hui 20°C", "C'est l'été à Saint-Étienne aujourd'hui 20 C"),
        ("¡Qué año! ¿Mañana? #CiudadDeMéxico #AñoNuevo", "Qué año Mañana Ciudad De México Año Nuevo"),
        ("EE.UU. y la ONU: 1.000 niños", "EE UU y la ONU 1.000 niños"),
        ("Ёжик в тумане… #МоскваРека т.е. #СанктПетербург", "Ёжик в тумане Москва Река т.е. Санкт Петербург"),
        ("Кто-то сказал: «привет», @user_1 https://t.co/x", "Кто-то сказал привет user 1"),
        ("e\u0301te\u0301 STRASSE ẞ", "été STRASSE ẞ"),
    ],
)
def test_tweets_keep_their_words(tweet: str, words: str) -> None:
    assert " ".join(normalize(tweet).words) == words
