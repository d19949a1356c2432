"""German."""

from tweetctx.text.language import Boundaries, Language, numerals, phrases, words

LANGUAGE = Language(
    name="German",
    letters={"ß": "ss", "ẞ": "ss"},
    numerals=numerals("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"),
    negations=words("""
        nicht kein keine keinem keinen keiner keines nie niemals nichts niemand ohne weder
    """),
    boundaries=Boundaries(
        never_last=words("""
            Op op Dr Dres Prof Mag Ing Dipl Hr Hrn Fr Frl Hl hl St Skt Sr Nr Nrn Abs Abb Abt Bd Bde Jg Hrsg hrsg Verf
            bzw vgl ca sog gen geb gest verh gesch reg bspw insb insbes einschl inkl exkl zzgl abzgl mind max min z.B
            z.Bsp d.h d.i i.e u.U u.d.T i.d.R m.a.W o.g s.o s.u lat griech engl frz dt ital span russ poln arab hebr
            ahd mhd ndt niederl österr schweiz türk jap chin tschech ungar schwed dän norw eigtl ehem ehm urspr zit lt
            gem verst gegr erb ndl amtl offiz wörtl ev kath röm Mt Gebr Ldkr Kr Bhf Mr Mrs Ms vs Bez
        """),
        seldom_last=words("""
            usw usf etc u.a u.ä o.ä u.v.a u.v.m uvm u.a.m dgl u.dgl ff Jh Jhd Jhdt Jahrh Chr v.Chr n.Chr u.Z v.u.Z Mio
            Mrd Tsd Std Min Sek Str Co Cie jun sen jr sr e.V a.D i.R i.V Bf Hbf Uni Univ Jan Feb Mär Apr Jun Jul Aug
            Sep Sept Okt Nov Dez Mo Di Mi Do Sa So ebd ibid a.a.O cit Anm Aufl Ausg Übers Red Tel EUR Art Kap
        """),
        openers=words("""
            Aber Alle Allein Allerdings Als Also Am An Andere Anders Anfang Angeblich Auch Auf Aufgrund Aus Außer
            Außerdem Bei Beide Beim Bereits Bis Bisher Da Dabei Dadurch Dafür Dagegen Daher Damals Damit Danach
            Daneben Dann Daran Darauf Daraufhin Daraus Darin Darüber Darum Darunter Das Dass Davon Davor Dazu Dem Den
            Denn Dennoch Der Deren Des Deshalb Dessen Deswegen Die Dies Diese Diesem Diesen Dieser Dieses Doch Dort
            Durch Ebenfalls Ebenso Ein Eine Einem Einen Einer Eines Einige Einst Er Erst Es Etwa Für Ferner Früher
            Gegen Gegenüber Gemeinsam Gleichzeitig Heute Hier Hierbei Hierfür Hinter Hinzu Ich Ihm Ihr Ihre Ihrem
            Ihren Ihrer Im Immer In Infolge Insgesamt Ins Inzwischen Ist Jedoch Jede Jeder Jedes Jene Jetzt Kein Keine
            Kurz Laut Man Manche Mehrere Meist Meistens Mit Mitte Möglicherweise Nach Nachdem Neben Nicht Noch Nun Nur
            Ob Obwohl Oder Oft Ohne Schließlich Schon Sehr Sein Seine Seinem Seinen Seiner Seit Seitdem Selbst Sie So
            Sobald Sogar Somit Sondern Sonst Soweit Sowohl Später Statt Stattdessen Trotz Trotzdem Über Um Und Unter
            Viele Vielmehr Vom Von Vor Vorher Während Wann War Waren Warum Was Weder Wegen Weil Weiter Weitere
            Weiterhin Weiters Welche Wenn Wer Wie Wieder Wir Wird Wo Wurde Wurden Zu Zudem Zuerst Zuletzt Zum Zunächst
            Zur Zusammen Zuvor Zwar Zwischen
        """),
        ordinals=True,
    ),
    pronouns=words("""
        er sie es ihm ihn ihnen sein seine seinem seinen seiner seines ihr ihre ihrem ihren ihrer ihres dieser diese
        dieses diesem diesen beide dessen deren
    """),
    connectives=phrases("""
        jedoch, außerdem, dennoch, daher, deshalb, deswegen, trotzdem, danach, daraufhin, dabei, dadurch, damit,
        darüber hinaus, zudem, ferner, somit, allerdings, aber, auch, sondern, hingegen, dagegen, stattdessen, ebenso,
        anschließend, gleichzeitig, zuvor, dort, zum Beispiel, im Gegensatz dazu, in der Folge, aus diesem Grund
    """),
    page_notes=r"Siehe auch\b|Hauptartikel\b|Weblinks?\b|Einzelnachweise?\b|Dieser? (?:Artikel|Liste|Seite)\b",
    disambiguation_title="Begriffsklärung",
    disambiguation_text=(
        r"\b(?:steht|stehen) für:?$|\bbezeichnet:?$|\bist der \p{L}*[Nn]ame (?:folgender|mehrerer|von)\b.*:$"
    ),
)
