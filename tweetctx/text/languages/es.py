"""Spanish."""

from tweetctx.text.language import ACUTE_ACCENTS, Boundaries, Language, numerals, phrases, words

LANGUAGE = Language(
    name="Spanish",
    accents=ACUTE_ACCENTS | {"ü": "u"},  # but año is not ano
    numerals=numerals("dos tres cuatro cinco seis siete ocho nueve diez once doce"),
    negations=words("no nunca jamás sin ningún ninguna ninguno nada ni tampoco nadie"),
    boundaries=Boundaries(
        never_last=words("""
            Op op Sr Sra Srta Sres Sras Dña Dn Dr Dra Dres Dras Prof Profa Ing Lic Arq Mons Fr Fray Pbro Gral Cnel Cap
            Tte Cmdte Alte Sto Sta Excmo Excma Ilmo Ilma Rvdo S.M S.A.R S.S EE FF Av Avda Pza Pl núm núms nro n.º N.º
            pág págs p pp vol vols t fig figs cap caps art arts ed eds trad dir coord cf cfr vs p.ej ej esp aprox máx
            mín lat gr fr ing ap v
        """),
        seldom_last=words("""
            etc ibid ibíd íd cit a.C d.C a.e.c e.c J.C A.C D.C S.A S.L Cía Ltda EE.UU FF.AA RR.HH Ud Uds Vd Vds ss sig
            hab min seg tel Tel ene feb abr jun jul ago sept oct nov dic Jr Inc Co Ltd Bros dcha izda prov depto a.m
            p.m al No
        """),
        openers=words("""
            A Además Actualmente Ahora Al Algunas Algunos Allí Ambas Ambos Ante Antes Aquel Aquella Aquí Así Asimismo
            Aun Aún Aunque Cada Casi Como Cómo Con Contra Cual Cuál Cuando Cuándo De Debido Del Desde Después Dicha
            Dicho Dos Donde Dónde Durante E El Él Ella Ellas Ello Ellos En Entonces Entre Era Eran Es Esa Esas Ese Eso
            Esos Esta Está Estaba Estas Este Esto Estos Finalmente Fue Fueron Gracias Ha Había Habían Hacia Han Hasta
            Hay Hoy Igualmente Incluso La Las Le Les Lo Los Luego Más Me Mediante Mi Mientras Muchas Mucho Muchos Muy
            Nada Nadie Ni Ningún Ninguna No Nos Nuestra Nuestro O Otra Otras Otro Otros Para Pero Poco Por Porque
            Posteriormente Pronto Pues Que Qué Quien Quién Quienes Se Según Sea Ser Si Sí Siempre Sin Sino Sobre Sólo
            Solo Son Su Sus También Tampoco Tan Tanto Todas Todo Todos Tras Tres Tu Tuvo Un Una Unas Uno Unos Varias
            Varios Y Ya Yo
        """),
        doubtful_openers=words("A E La Las Los O Y De Del"),
    ),
    pronouns=words("""
        él ella ello ellos ellas su sus este esta esto estos estas ese esa eso esos esas aquel aquella dicho dicha
        dichos dichas ambos ambas
    """),
    connectives=phrases("""
        sin embargo, además, no obstante, por lo tanto, por tanto, por ello, por eso, así, entonces, posteriormente,
        también, asimismo, por ejemplo, de este modo, en cambio, pero, debido a esto, a pesar de ello
    """),
    page_notes=r"Véase también\b|Artículo principal\b|(?:Este artículo|Esta (?:página|lista))\b",
    disambiguation_title="desambiguación",
    disambiguation_text=(
        r"\bpueden?(?: también)? (?:referirse|hacer referencia|designar|significar)\b"
        r"|\bhace referencia a varios\b"
    ),
)
