"""Dates in texts."""

from tweetctx.tweets.dates import find_dates


def test_the_longest_date_behind_much_text() -> None:
    date = "September. 12th - 13 12:34:56 +0000, 2016"
    assert [(found.start, found.end) for found in find_dates(f"{'x ' * 99}{date}")] == [(198, 198 + len(date))]
    assert [found.year for found in find_dates("2001 20 1 May 2003, 19 June 1987")] == [2003, 1987]
