import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus import brackets
from tweetctx.corpus.brackets import tidy_brackets


@pytest.mark.parametrize(
    ("holed", "tidy"),
    [
        ("Ada Miller (; born 1980) ground flour.", "Ada Miller (born 1980) ground flour."),
        ("Ada ( ; , miller)", "Ada (miller)"),
        ("Ada (, ) ground flour.", "Ada ground flour."),
        ("Ada ( ) ground flour.", "Ada ground flour."),
        ("Ada () ground flour.", "Ada ground flour."),
        ("Ada ().", "Ada."),
        ("Ada (), a miller", "Ada, a miller"),
        ("() Ada", "Ada"),
        ("Ada ()", "Ada"),
        ("Ada () (1980) sang", "Ada (1980) sang"),
        ("Ada (miller; ; born 1980)", "Ada (miller; born 1980)"),
        ("Ada (miller, , born 1980)", "Ada (miller, born 1980)"),
        ("Ada (miller, ; born 1980)", "Ada (miller; born 1980)"),
        ("Ada (miller, )", "Ada (miller)"),
        ("Ada (born 1980;)", "Ada (born 1980)"),
        ("Ada (miller (); 1980)", "Ada (miller; 1980)"),
        ("Ada ((), born 1980)", "Ada (born 1980)"),
        ("Ada (born 1980 ())", "Ada (born 1980)"),
        ("Ada (;, (miller), ; 1980)", "Ada ((miller); 1980)"),
        ("Ada ( or ; born 1980)", "Ada (born 1980)"),
        ("Ada (:; born 1980)", "Ada (born 1980)"),
        ("Ada (Russian: Ада; ])", "Ada (Russian: Ада)"),
        ("Ada (German: ; born 1980)", "Ada (born 1980)"),
        ("Ada (/(ˈe)ɪd(ə)/, miller)", "Ada (/(ˈe)ɪd(ə)/, miller)"),
        ("Ada (miller/ˈeɪdə/)", "Ada (miller/ˈeɪdə/)"),  # the word is no sound
        ("Ada (1980[ˈeɪdə])", "Ada (1980[ˈeɪdə])"),
        ('Ada ("") sang', "Ada sang"),
        ('Ada ( ""; miller)', "Ada (miller)"),
        ("Ada ( '; ') sang", "Ada sang"),
        ("Ada ( – ) sang", "Ada sang"),
        ("Ada (born ) sang", "Ada sang"),
        ("Ada (born 1900; died )", "Ada (born 1900)"),
        ("Ada (Low-German: ; born 1980)", "Ada (born 1980)"),
        ("Ada (local pronunciation: ) sang", "Ada sang"),
        ("Ada ( or or ) sang", "Ada sang"),
        ("Ada ( and / / ) sang", "Ada sang"),
        ("Ada (locally ) sang", "Ada sang"),
        ("Ada (or archaically ) sang", "Ada sang"),
        ("Ada (a miller, in ) sang", "Ada (a miller) sang"),
        ("Ada (miller ; born 1980 )", "Ada (miller; born 1980)"),
        ("Ada ( born 1980) sang", "Ada (born 1980) sang"),
        ('Ada ( "Ad" ; born 1980) sang', 'Ada ("Ad"; born 1980) sang'),
        ("Ada ( or; sometimes spelled Adda) sang", "Ada (sometimes spelled Adda) sang"),
        ("Ada ( or) sang", "Ada sang"),
        ("Ada (AM), ( (AJ)), sang", "Ada (AM), (AJ), sang"),
        ("Ada (; (AJ) ) sang", "Ada (AJ) sang"),
        ("Ada ( ( ( (AJ) ) ) , ) sang", "Ada (AJ) sang"),
    ],
)
def test_holes_are_closed(holed: str, tidy: str) -> None:
    assert tidy_brackets(holed) == tidy


@pytest.mark.parametrize(
    ("spoken", "tidy"),
    [
        ("Ada (/ˈeɪdə/) sang", "Ada sang"),
        ("Ada (pronounced /ˈeɪdə/; born 1980)", "Ada (born 1980)"),
        ("Ada ( /ˈeɪdə/; born 1980)", "Ada (born 1980)"),
        ("Ada (/ˈeɪdə/ AY-də; born 1980)", "Ada (born 1980)"),
        ("Ada (UK: /ˈeɪdə/, US: /ˈeɪɾə/; born 1980)", "Ada (born 1980)"),
        ("Ada (German pronunciation: [ˈaːda]; born 1980)", "Ada (born 1980)"),
        ("Ada (German: [ˈaːda] (listen); born 1980)", "Ada (born 1980)"),
        ("Ada (listen)", "Ada"),
        ("Ada (pronounced; born 1980)", "Ada (born 1980)"),
    ],
)
def test_pronunciations_go_and_the_rest_of_the_bracket_stays(spoken: str, tidy: str) -> None:
    assert tidy_brackets(spoken) == tidy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no bracket, ; at all",
        "the function main() returns f(x, y)",
        "a sum (1,000; 2,000) of money",
        "the vowels (/ɪ/, /ʊ/) of the dialect",
        "the name (from /home/ada) of a folder",
        "it is pronounced as in German (she was born in Bonn; he was not)",
        "two operations (and, or) on bits",
        "the disjunction (or)",
        "( spaced out )",
        'the series R(("X")), and $( (a) ) in a shell',
        "the signs $( and $) stand for braces",
        "never closed (; , and",
        "never opened ) ; , and",
        "a smile :) and ;)",
        "[…] (…) (–) (?)",
        "the word the (pronounced with a weak vowel before a consonant), is short",
        "nested (brackets (that say) something; all (of them))",
        "a smile (smiling yet :)",
        "the vowels (it is unknown whether others were heard as well:)",
        "the slash ( / ) and the word (or)",
        "the dash (-), the dashes (--) and the apostrophe (')",
        "the letter ('a'), the years (1941–) and ( – 1980)",
    ],
)
def test_what_says_something_stays_byte_by_byte(text: str) -> None:
    assert tidy_brackets(text) == text


BITS = st.sampled_from(
    [
        "(",
        ")",
        "(",
        ")",
        ",",
        ";",
        " ",
        " ",
        ":",
        "word",
        "or",
        "1980",
        "/ˈeɪ/",
        "[ˈa]",
        "listen",
        "pronounced",
        "born",
        '"',
        "–",
        ".",
        "f()",
    ]
)


@given(st.lists(BITS, max_size=40).map("".join))
def test_twice_is_the_same_as_once(text: str) -> None:
    once = tidy_brackets(text)
    assert tidy_brackets(once) == once


@given(st.lists(BITS.filter(lambda bit: bit != ":"), max_size=40).map("".join))  # a label alone goes: "(word:)"
def test_words_and_numbers_outside_of_pronunciations_are_never_lost(text: str) -> None:
    assert re.findall("word|1980", tidy_brackets(text)) == re.findall("word|1980", text)


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    assert len(tidy_brackets(text)) <= len(text)


@pytest.mark.thorough
def test_thousands_of_brackets_need_no_recursion() -> None:
    assert tidy_brackets("(" * 20_000 + ";" + ")" * 20_000) == ""
    assert tidy_brackets("(a" * 20_000 + ";;" + ")" * 20_000) == "(a" * 20_000 + ")" * 20_000


@given(
    st.lists(
        st.sampled_from([*'();,:[] aIPlˈ"–', "born", "died", "pronounce", "Pronunc", "IPA", "listen"]), max_size=12
    ).map("".join)
)
def test_what_the_quick_search_passes_over_is_tidy(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(brackets, "_SUSPECT", re.compile(""))  # everything is looked at
        tidied = tidy_brackets(text)
    assert tidied == tidy_brackets(text)


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("Aleppo ( ['ħalab]) is a city.", "Aleppo is a city."),
        ("Ada ( born 1920 in , died ) was a miller.", "Ada (born 1920) was a miller."),
        ("Ada (born in , ) was a miller.", "Ada was a miller."),
        ("Ada (née ; from ) was a miller.", "Ada was a miller."),
        ("The mill (from , meaning a house) is old.", "The mill (meaning a house) is old."),
        ("The mill (which it was named for) is old.", "The mill (which it was named for) is old."),
        ("Aleppo (['halab], Turkish: Halep) is a city.", "Aleppo (Turkish: Halep) is a city."),
        ("The plan (JCPOA; (BARJAM)) is old.", "The plan (JCPOA) is old."),
        ("The plan (JCPOA,  (BARJAM)) is old.", "The plan (JCPOA) is old."),
        ("The value f(x, (y+z)) and g (a; (b 1980)) is.", "The value f(x, (y+z)) and g (a; (b 1980)) is."),
        ("Ada (in French : ) is", "Ada is"),
        ("Ada (pinyin: ; Wade–Giles: ) is", "Ada is"),
        ("Ada (Arabic: \u200e; born 1980) is", "Ada (born 1980) is"),
        ("Ada (engl. ) ist", "Ada ist"),
        ("Ada (transliterated as ; born 1980) is", "Ada (born 1980) is"),
        ("Ada (* ; † 1900) ist", "Ada († 1900) ist"),
        ("Ada ([help·info]) is", "Ada is"),
        ("東京（、）は", "東京は"),
        ("東京（とうきょう、）は", "東京（とうきょう）は"),
        ("東京（英語：、とうきょう）は", "東京（とうきょう）は"),
        ("The slash (/) and the call f() stay.", "The slash (/) and the call f() stay."),
        ("Call read() or Read(). The Main() ends.", "Call read() or Read(). The Main() ends."),
        ("Ada() is a miller, and f() a call.", "Ada is a miller, and f() a call."),
        ("Ada King() is a miller.", "Ada King is a miller."),
        ("Ada ( (born 1980) is", "Ada (born 1980) is"),
        ("Ada (((born 1980) is", "Ada (born 1980) is"),
        ("Ada ((né Bob) born 1980) is", "Ada ((né Bob) born 1980) is"),
        ("Ada (born 1980) ) is", "Ada (born 1980) is"),
        ("Ada (born 1980))) is", "Ada (born 1980) is"),
        ("Ada (born (about) 1980 is", "Ada (born (about) 1980 is"),
        ("Ada smiles :)) and (so on) )", "Ada smiles :)) and (so on)"),
        ("Ada (AD; pron.:) is", "Ada (AD) is"),
        ("Ada (Persian/Arabic:) is", "Ada is"),
        ("Ada (සිංහල:) is", "Ada is"),
        ("Ada (British English: or American English:) is", "Ada is"),
        ("Ada (note: see below:) is", "Ada (note: see below:) is"),
        ("Ada (: 아다; : 艾達; RR: Ada) is", "Ada (아다; 艾達; RR: Ada) is"),
        ("Ada (; : Ἄδα) is", "Ada (Ἄδα) is"),
        ("Ada (: , : Ada) is", "Ada (Ada) is"),
        ('Ada (: "On longing") is', 'Ada ("On longing") is'),
        ("Ada smiles (: or :) in mails.", "Ada smiles (: or :) in mails."),
        ("Ada (Greek: Ἄδα, in verse 5: 3) is", "Ada (Greek: Ἄδα, in verse 5: 3) is"),
    ],
)
def test_what_extractors_leave_of_sounds_and_names(text: str, tidied: str) -> None:
    assert tidy_brackets(text) == tidied == tidy_brackets(tidied)
