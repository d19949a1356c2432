"""Where sentences of French end. What spaCy knows is not repeated."""

from tweetctx.text.boundaries.boundaries import Boundaries, words

FRENCH = Boundaries(
    never_last=words("""
        Op op M MM Mr Mme Mmes Mlle Mlles Me Mgr Dr Drs Pr Prof Vve St Ste Sts Stes Sr Gal Cdt Lt R.P S.M S.A.R S.Exc
        no nos n° No p pp vol t fig chap éd coll dir trad cf env vs p.ex ex réf av apr ap anc ms mss fol f° suiv litt
        angl lat gr all esp ital
    """),
    seldom_last=words("""
        etc ibid id cit sq sqq J.-C ss bd boul bld adj adv masc fém plur sing min max tél janv févr avr juill sept oct
        nov déc S.A Cie Ltd Inc Co Jr Bros art hab Cap Col
    """),
    openers=words("""
        À A Afin Ainsi Alors Après Au Aucun Aucune Aujourd' Auparavant Aussi Autour Aux Avant Avec Beaucoup Bien C' Car
        Ce Ceci Cela Celle Celles Celui Cependant Certaines Certains Ces Cet Cette Ceux Chacun Chaque Chez Comme
        Comment Contrairement D' Dans De Deux Depuis Dès Des Désormais Donc Dont Du Durant Elle Elles En Encore Enfin
        Ensuite Entre Est Et Étant Eux Finalement Grâce Hors Ici Il Ils J' Jamais Je Jusqu' L' La Là Le Les Leur Leurs
        Lorsqu' Lorsque Lors Lui Mais Malgré Même Moins N' Ne Néanmoins Ni Non Nos Notamment Notre Nous On Or Ou Où
        Outre Par Parce Parmi Pendant Peu Plus Plusieurs Pour Pourquoi Pourtant Près Puis Puisqu' Puisque Qu' Quand
        Quant Que Quel Quelle Quelques Qui Quoi Quoique S' Sa Sans Selon Seul Seule Ses Si Sinon Son Sous Suite Suivant
        Sur Tandis Tant Tous Tout Toute Toutefois Toutes Très Trois Un Une Vers Voici Voilà Vos Votre Vous Y
    """),
    doubtful_openers=words("A D' De Des Du L' La Le Les Y"),
)
