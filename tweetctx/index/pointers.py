"""How Wikipedias say that a page only points to others, language by language."""

from __future__ import annotations

import regex

# What such a page adds to its title.
_SUFFIXES = """
    ar توضيح, bg пояснение, ca desambiguació, cs rozcestník, da flertydig, de Begriffsklärung, el αποσαφήνιση,
    en disambiguation, es desambiguación, et täpsustus, eu argipena, fa ابهام‌زدایی, fi täsmennyssivu, fr homonymie,
    he פירושונים, hr razdvojba, hu egyértelműsítő lap, id disambiguasi, it disambigua, ja 曖昧さ回避, ko 동음이의,
    nb andre betydninger, nl doorverwijspagina, nn fleirtyding, pl ujednoznacznienie, pt desambiguação,
    ro dezambiguizare, ru значения, sk rozlišovacia stránka, sl razločitev, sr вишезначна одредница,
    sv olika betydelser, tr anlam ayrımı, uk значення, vi định hướng, zh 消歧义
"""
_SUFFIX_OF = {code: " ".join(suffix) for code, *suffix in (entry.split() for entry in _SUFFIXES.split(","))}

# How it begins.
_BEGINNINGS = {
    "en": r"\b(?:may|can|could|might)(?: also)? (?:refer|mean|stand for)\b",
    "de": r"\b(?:steht|stehen) für:?$|\bbezeichnet:?$|\bist der \p{L}*[Nn]ame (?:folgender|mehrerer|von)\b.*:$",
    "fr": r"\bpeu(?:t|vent)(?: aussi| également)? (?:désigner|faire référence|se référer|signifier|renvoyer)\b",
    "es": r"\bpueden?(?: también)? (?:referirse|hacer referencia|designar|significar)\b|\bhace referencia a varios\b",
    "ru": r"\bмо(?:жет|гут)(?: также)? (?:означать|обозначать|относиться)\b|\bмногозначн(?:ый термин|ое слово)\b",
}
_PATTERNS = {language: regex.compile(pattern) for language, pattern in _BEGINNINGS.items()}


def points_by_title(title: str, language: str) -> bool:
    """Whether a title has the suffix of a page that only points to others."""
    suffix = _SUFFIX_OF.get(language)
    return suffix is not None and title.endswith((f"({suffix})", f"（{suffix}）"))


def points_by_text(text: str, language: str) -> bool:
    """Whether a short first paragraph is that of such a page, in the languages whose words for it are known."""
    pattern = _PATTERNS.get(language)
    return pattern is not None and pattern.search(text) is not None
