"""Days, and years of death, as languages other than English write them."""

import pytest

from tweetctx.linking.dates import _is_date
from tweetctx.linking.lives import LIVING, year_of_death


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("es", "3 de octubre"),
        ("pt", "1.º de maio"),
        ("ca", "1 d'octubre"),
        ("fr", "1er octobre"),
        ("it", "3 ottobre"),
        ("de", "3. Oktober"),
        ("pl", "3 października"),
        ("ru", "3 октября"),
        ("uk", "3 жовтня"),
        ("cs", "3. října"),
        ("hr", "3. listopada"),
        ("fi", "3. lokakuuta"),
        ("el", "3 Οκτωβρίου"),
        ("hu", "Október 3."),
        ("lt", "Spalio 3"),
        ("vi", "3 tháng 10"),
        ("he", "3 באוקטובר"),
        ("ja", "10月3日"),
        ("ko", "10월 3일"),
        ("en", "October 3"),
        ("es", "Octubre"),
        ("xx", "3"),
    ],
)
def test_articles_on_days(language: str, title: str) -> None:
    assert _is_date(title.lower(), language) is (language != "xx")


@pytest.mark.parametrize(
    ("language", "title"),
    [("es", "Atentado del 3 de octubre"), ("es", "1950"), ("pl", "3 Maja (okręt)"), ("ja", "10月革命"), ("de", "3sat")],
)
def test_other_articles(language: str, title: str) -> None:
    assert not _is_date(title.lower(), language)


@pytest.mark.parametrize(
    ("language", "sentence", "year"),
    [
        ("de", "Paul Müller (* 3. Oktober 1950 in Rom; † 4. Mai 2001 in Köln) war ein Maler.", 2001),
        ("de", "Paul Müller (geb. 3. Oktober 1950 in Rom, gest. 4. 5. 2001) war ein Maler.", 2001),
        ("fr", "Paul Moulin, né le 3 octobre 1950 à Paris et mort le 4 mai 2001 à Lyon, est un peintre.", 2001),
        ("fr", "Paule Moulin, née en 1950 à Neuilly (Seine), morte le 4 mai 2001, est une peintre.", 2001),
        ("es", "Pablo Molina (Sevilla, 3 de octubre de 1950-Madrid, 4 de noviembre de 2001) fue un pintor.", 2001),
        ("es", "Pablo Molina (Sevilla, 3 de octubre de 1950 – Madrid, 4 de mayo de 2001) fue un pintor.", 2001),
        ("pt", "Paulo Moinho (Lisboa, 3 de setembro de 1950 — Porto, 4 de setembro de 2001) foi um pintor.", 2001),
        ("it", "Paolo Mulino (Roma, 3 ottobre 1950 – Milano, 4 maggio 2001) è stato un pittore.", 2001),
        ("pl", "Paweł Młyn (ur. 3 października 1950 w Radomiu, zm. 4 maja 2001 w Łodzi) – polski malarz.", 2001),
        ("sv", "Pål Kvarn, född 3 oktober 1950 i Lund, död 4 maj 2001 i Malmö, var en målare.", 2001),
        ("ru", "Павел Мельник (3 октября 1950, Москва — 4 мая 2001, Сочи) — художник.", 2001),
        ("hu", "Molnár Pál (Budapest, 1950. október 3. – Szeged, 2001. május 4.) festő.", 2001),
        ("ja", "水車太郎（1950年10月3日 - 2001年5月4日）は画家。", 2001),
        ("cs", "Pavel Mlynář (3. října 1950 Praha – 4. května 2001 Brno) byl malíř.", 2001),
        ("nl", "Paul Molen (Utrecht, 3 oktober 1950 – Delft, 4 mei 2001) was een schilder.", 2001),
        ("pl", "Paweł Młyn (ur. 3 października 1950 w Bielsku-Białej) – malarz, laureat z 2001.", LIVING),
        ("fr", "Paul Moulin, né le 3 octobre 1950 à Saint-Malo, est un peintre.", LIVING),
        ("de", "Paul Müller (* 3. Oktober 1950 in Rom) ist ein Maler.", LIVING),
        ("es", "Pablo Molina (Vitoria-Gasteiz, 3 de octubre de 1950) es un pintor.", LIVING),
        ("it", "Milano è una città di 1300000 abitanti.", LIVING),
    ],
)
def test_years_of_death(language: str, sentence: str, year: float) -> None:
    assert year_of_death(sentence, None, language) == year
