"""French."""

from tweetctx.text.language import ROMANCE_ACCENTS, Boundaries, Language, numerals, phrases, words

LANGUAGE = Language(
    name="French",
    elisions=words("l m t qu n s j d c jusqu quoiqu lorsqu puisqu"),
    accents=ROMANCE_ACCENTS,
    numerals=numerals("deux trois quatre cinq six sept huit neuf dix onze douze"),
    negations=words("pas jamais sans aucun aucune rien ni non"),
    boundaries=Boundaries(
        never_last=words("""
            Op op M MM Mr Mme Mmes Mlle Mlles Me Mgr Dr Drs Pr Prof Vve St Ste Sts Stes Sr Gal Cdt Lt R.P S.M S.A.R
            S.Exc no nos n° No p pp vol t fig chap éd coll dir trad cf env vs p.ex ex réf av apr ap anc ms mss fol f°
            suiv litt angl lat gr all esp ital
        """),
        seldom_last=words("""
            etc ibid id cit sq sqq J.-C ss bd boul bld adj adv masc fém plur sing min max tél janv févr avr juill sept
            oct nov déc S.A Cie Ltd Inc Co Jr Bros art hab Cap Col Vol
        """),
        lists_spacys=True,  # importing spaCy's French takes 2.6 s: it compiles a large pattern
        openers=words("""
            À A Afin Ainsi Alors Après Au Aucun Aucune Aujourd' Auparavant Aussi Autour Aux Avant Avec Beaucoup Bien
            C' Car Ce Ceci Cela Celle Celles Celui Cependant Certaines Certains Ces Cet Cette Ceux Chacun Chaque Chez
            Comme Comment Contrairement D' Dans De Deux Depuis Dès Des Désormais Donc Dont Du Durant Elle Elles En
            Encore Enfin Ensuite Entre Est Et Étant Eux Finalement Grâce Hors Ici Il Ils J' Jamais Je Jusqu' L' La Là
            Le Les Leur Leurs Lorsqu' Lorsque Lors Lui Mais Malgré Même Moins N' Ne Néanmoins Ni Non Nos Notamment
            Notre Nous On Or Ou Où Outre Par Parce Parmi Pendant Peu Plus Plusieurs Pour Pourquoi Pourtant Près Puis
            Puisqu' Puisque Qu' Quand Quant Que Quel Quelle Quelques Qui Quoi Quoique S' Sa Sans Selon Seul Seule Ses
            Si Sinon Son Sous Suite Suivant Sur Tandis Tant Tous Tout Toute Toutefois Toutes Très Trois Un Une Vers
            Voici Voilà Vos Votre Vous Y
        """),
        doubtful_openers=words("A D' De Des Du L' La Le Les Y"),
    ),
    pronouns=words("""
        il elle ils elles ce cela ceci celui-ci celle-ci ceux-ci celles-ci son sa ses leur leurs cet cette ces lui eux
        c'est c'était
    """),
    connectives=phrases("""
        cependant, toutefois, néanmoins, pourtant, ainsi, donc, aussi, mais, ensuite, puis, par la suite, de plus, en
        outre, par ailleurs, en effet, en revanche, par exemple, c'est pourquoi, par conséquent, après cela, pour
        cette raison, alors
    """),
    page_notes=r"Voir aussi\b|Article (?:détaillé|connexe)s?\b|(?:Cet article|Cette (?:page|liste))\b",
    disambiguation_title="homonymie",
    disambiguation_text=(
        r"\bpeu(?:t|vent)(?: aussi| également)? (?:désigner|faire référence|se référer|signifier|renvoyer)\b"
    ),
)
