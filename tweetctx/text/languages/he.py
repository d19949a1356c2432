"""Hebrew."""

from tweetctx.text.language import Language, phrases, words

LANGUAGE = Language(
    name="Hebrew",
    negations=words("לא אין אינו אינה אינם בלי ללא מעולם"),
    pronouns=words("הוא היא הם הן זה זו זאת אלה אלו שניהם שתיהן"),
    connectives=phrases("אולם, אך, לכן, בנוסף, עם זאת, לאחר מכן, גם, לדוגמה, כמו כן"),
    disambiguation_title="פירושונים",
)
