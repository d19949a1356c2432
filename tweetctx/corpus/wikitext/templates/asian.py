"""Templates of the Japanese and Arabic Wikipedias that carry text."""

from __future__ import annotations

from functools import partial

from tweetctx.corpus.holes import HOLE
from tweetctx.corpus.wikitext.templates import dates, measures, numbers
from tweetctx.corpus.wikitext.templates.arguments import Arguments
from tweetctx.corpus.wikitext.templates.languages import countries, labels
from tweetctx.corpus.wikitext.templates.phrases import Templates, argument, literal, pattern, quote, templates
from tweetctx.corpus.wikitext.templates.writer import Writer

# The eras since 1868 with their first years, the newest first, and the letters that stand for them.
_ERAS = ((2019, "令和", "r"), (1989, "平成", "h"), (1926, "昭和", "s"), (1912, "大正", "t"), (1868, "明治", "m"))
_ARABIC_LANGUAGES = """
إنج en; إنجليزية en; فر fr; فرنسية fr; ألم de; ألمانية de; إسبانية es; إيطالية it; لاتينية la; روسية ru; تركية tr
فارسية fa; عبرية he; يونانية el; برتغالية pt; صينية zh; يابانية ja; كردية ku; أمازيغية ber; سريانية syr; أرمينية hy
"""


def japanese_templates(writer: Writer) -> Templates:
    """The templates of the Japanese Wikipedia with what each shows."""
    shown: Templates = {
        "ルビ; 補助漢字フォント; jis2004フォント; 要出典範囲; 縦書き; 拡張漢字; cjk; 下線; 小; 大; 補助; 機種依存; "
        "通貨; currency; rubies; ruby": argument(1),
        "仮リンク": argument("label", 1),
        "読み仮名; 読み仮名 ruby不使用; 読み": _with_reading,
        "和暦": _era,
        "年月日; date; 日付; 生年月日と年齢; 生年月日; 死亡年月日": partial(_date, writer),
        "死亡年月日と没年齢": partial(dates.date, writer, begin=4),  # after the date of birth
        "val; 数値": partial(numbers.value, writer),
        "quotation; 引用; quote": quote,
        "ウィキデータ; wdl": literal(HOLE),
        "flagu; flag": literal(""),
        "鉄道駅; 駅リンク; stn": pattern("{1}駅"),
        "en": pattern("英: {1}"),
        "円": pattern("{1}円"),
    }
    return countries(writer) | templates(shown)


def arabic_templates(writer: Writer) -> Templates:
    """The templates of the Arabic Wikipedia with what each shows."""
    shown: Templates = {
        "حول; تحويل; تحويل وحدات; حوّل": partial(measures.convert, writer),
        "تاريخ; تاريخ الميلاد; تاريخ ميلاد; تاريخ الميلاد والعمر; تاريخ الوفاة; تاريخ الوفاة والعمر; تاريخ بداية; "
        "تاريخ البداية": partial(dates.date, writer),
        "مم; مض; قطع; خط عريض; بدون لف; نص عربي; أيقونة لغة; وصلة; كبير; صغير; مقتبس; شطب; ضبط": argument(1),
        "لغ; لغة; نص أجنبي; اسم أجنبي; رمز لغة; نص لاتيني": argument(2, 1),
        "اقتباس; اقتباس مضمن; اقتباس خاص; آية; قرآن": quote,
        "هـ; هجري": pattern("{1} هـ"),
        "ق.م; ق م": pattern("{1} ق.م"),
        "م; ميلادي": pattern("{1} م"),
        "صلى الله عليه وسلم; ص": literal("ﷺ"),
        "عليه السلام; ع": literal("عليه السلام"),
        "رضي الله عنه; رض": literal("رضي الله عنه"),
        "عدد": partial(numbers.format_number, writer),
        "نسبة": pattern("{1}%"),
        "وإو": argument("نص", 1, "عر"),
        "وصلة إنترويكي; ويكي": argument("نص", "عر", 1),
        "دولار": pattern("{1} دولار"),
    }
    return labels(writer, _ARABIC_LANGUAGES) | templates(shown)


def _with_reading(arguments: Arguments) -> str:
    """`{{読み仮名|水車|すいしゃ}}`: a word and how it is read."""
    word, reading = arguments[1], arguments[2]
    return f"{word}（{reading}）" if reading else word


def _era(arguments: Arguments) -> str:
    """`{{和暦|1980}}` and `{{和暦|昭和|55}}`: "1980年（昭和55年）"; before 1868 the year alone."""
    first, second = arguments[1], arguments[2]
    if first.isdecimal():
        year = int(first) if len(first) == 4 else 0
        era = next(((begin, name) for begin, name, _ in _ERAS if begin <= year), None)
        return f"{first}年（{era[1]}{_year_of_era(year - era[0] + 1)}年）" if era else f"{first}年"
    known = next(((begin, name) for begin, name, letter in _ERAS if first in (name, letter)), None)
    if not known or not second.isdecimal() or len(second) > 2:
        return HOLE
    return f"{known[0] + int(second) - 1}年（{known[1]}{_year_of_era(int(second))}年）"


def _year_of_era(year: int) -> str:
    """The first year of an era has a word."""
    return "元" if year == 1 else str(year)


def _date(writer: Writer, arguments: Arguments) -> str:
    """`{{和暦|1980}}`, `{{年月日|1980|5|1}}`."""
    year, month, day = (arguments[key] for key in (1, 2, 3))
    return writer.date(day, month, year) if month else f"{year}年" if year.isdecimal() else year
