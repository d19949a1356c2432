"""Small Wikipedias of our own in German, French, Spanish and Russian: {title: paragraphs}."""

import json
from collections.abc import Mapping
from pathlib import Path

GERMAN = {
    "Hamburg": """Hamburg ist eine Großstadt an der Elbe. Im Hafen werden jährlich Millionen Container
umgeschlagen. Die Hamburger Speicherstadt wurde zwischen 1883 und 1927 gebaut. Sie gehört zum Welterbe.""",
    "Elbphilharmonie": """Die Elbphilharmonie ist ein Konzerthaus in der Hamburger HafenCity. Sie wurde am 11.
Januar 2017 mit einem Konzert eröffnet. Das Gebäude ist 110 Meter hoch, d. h. höher als die meisten Kirchen
der Stadt.""",
    "Deutsche Wiedervereinigung": """Die deutsche Wiedervereinigung wurde am 3. Oktober 1990 vollzogen. Der
Tag ist seitdem ein Feiertag. Zuvor war am 9. November 1989 die Berliner Mauer gefallen.""",
    "Donaudampfschifffahrt": """Die Donaudampfschifffahrt begann im 19. Jahrhundert zwischen Wien und
Budapest. Kohle, Getreide usw. wurden auf Raddampfern befördert.""",
    "Straßenbahn": """Eine Straßenbahn ist ein Schienenfahrzeug, das in der Straße fährt. In Großstädten gibt
es z. B. Niederflurwagen. Die ersten Wagen zogen Pferde.""",
    "Fußball": """Fußball ist ein Ballspiel, bei dem zwei Mannschaften zu je elf Spielern gegeneinander
antreten. Das Ziel ist, den Ball in das Tor der anderen Mannschaft zu schießen.""",
    "Merkur (Begriffsklärung)": "Merkur steht für:",
    "Merkur (Planet)": """Merkur ist der sonnennächste
Planet. Er umkreist die Sonne in 88 Tagen und hat keinen Mond.""",
}

FRENCH = {
    "Espagne": """L'Espagne est un royaume du sud de l'Europe. Sa capitale est Madrid. Jusqu'en 1975, Franco
dirige le pays. Le roi d'Espagne est le chef de l'État. M. Suárez fut le premier chef de gouvernement de la
transition.""",
    "Homme de Vitruve": """L'Homme de Vitruve est un dessin de Léonard de Vinci. Il montre un homme dans un
cercle et un carré. Le dessin date d'environ 1490. « C'est un chef-d'œuvre ! » dit-on à Venise, où il est
gardé.""",
    "États-Unis": """Les États-Unis sont un pays d'Amérique du Nord. Leur capitale est Washington. Cinquante
États forment l'Union, p. ex. le Texas et l'Ohio.""",
    "Jules César": """Jules César est un général romain, né en 100 av. J.-C. à Rome. Il conquiert la Gaule. Il
meurt assassiné aux ides de mars en 44 av. J.-C. après avoir pris le pouvoir.""",
    "École normale": """Une école normale forme les instituteurs. La première fut ouverte à Paris en 1795.
Elle ferma la même année.""",
    "Orange (homonymie)": "Orange peut désigner plusieurs choses.",
    "Orange (fruit)": """L'orange est le
fruit de l'oranger. On en presse le jus au petit déjeuner, qu'il soit chaud ou froid.""",
}

SPANISH = {
    "Ciudad de México": """La Ciudad de México es la capital de México. Fue fundada por los mexicas en 1325
con el nombre de Tenochtitlan. El sismo de 1985 destruyó muchos edificios del centro.""",
    "España": """España es un país del sur de Europa. Su capital es Madrid. En el siglo XVI, p. ej. bajo
Felipe II, dominó medio mundo. Hoy es una monarquía parlamentaria.""",
    "¿Quién mató a Palomino Molero?": """¿Quién mató a Palomino Molero? es una novela corta. ¡El teniente
Silva investiga un crimen! La acción ocurre en el norte del Perú.""",
    "Año bisiesto": """Un año bisiesto tiene 366 días. El día añadido es el 29 de febrero. Julio César lo
introdujo en el 46 a. C. con su calendario.""",
    "Estados Unidos": """Los Estados Unidos son un país de América del Norte. La moneda de los EE. UU. es el
dólar. El Sr. Presidente vive en la Casa Blanca.""",
    "Pingüino": """El pingüino es un ave marina que no vuela. Vive en el hemisferio sur. Come peces,
calamares, etc.""",
    "Mercurio (desambiguación)": "Mercurio puede referirse a un planeta o a un metal.",
    "Mercurio (planeta)": "Mercurio es el planeta más cercano al Sol. No tiene lunas ni una atmósfera densa.",
}

RUSSIAN = {
    "Пушкин, Александр Сергеевич": """Александр
Сергеевич Пушкин — русский поэт, родился в 1799 г. в Москве. Его роман в стихах «Евгений Онегин» знают все
школьники. А. С. Пушкин погиб на дуэли в 1837 г. Его похоронили в Святогорском монастыре.""",
    "Москва": """Москва — столица России, стоит на Москве-реке. Население города превышает 12 млн человек.
Летопись впервые упоминает её в 1147 году, т. е. более восьми веков назад.""",
    "Ёж": """Ёж — небольшое млекопитающее с иглами. Ежи едят жуков, червей, улиток и т. д. Зимой они спят.""",
    "Юлий Цезарь": """Гай Юлий Цезарь — римский полководец, родился в 100 г. до н. э. в Риме. Он завоевал
Галлию. Его убили заговорщики в мартовские иды.""",
    "Меркурий (значения)": "Меркурий может означать планету или бога.",
    "Меркурий (планета)": "Меркурий — ближайшая к Солнцу планета. У неё нет спутников и плотной атмосферы.",
}

CORPORA = {"de": GERMAN, "fr": FRENCH, "es": SPANISH, "ru": RUSSIAN}


def write_corpus(path: Path, language: str, articles: Mapping[str, str]) -> Path:
    """Write articles as JSON Lines, each one paragraph with a url of its Wikipedia."""
    lines = (
        {
            "id": str(number),
            "url": f"https://{language}.wikipedia.org/wiki/{title.replace(' ', '_')}",
            "title": title,
            "text": " ".join(text.split()),
        }
        for number, (title, text) in enumerate(articles.items())
    )
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    return path
