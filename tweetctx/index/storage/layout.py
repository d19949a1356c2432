"""The constants of the stored arrays, and the format of posting lists: which passages hold a term, and how often.

A list of n postings is a run of varints in a file of bytes: n; if n ≥ 128, the offset of its blocks in a file of
32-bit words and their size in words; then the n % 128 postings behind its blocks. A varint holds 7 bits a byte, the
lowest first; the highest bit is set in all of its bytes but the last.

The n // 128 blocks of a list begin with two words for each: its last passage; and its offset (27 bits, in words from
behind these headers) with a width (5 bits). Then come, for each block, its 128 gaps, packed with as many bits as the
largest needs: value i stands in lane i % 4 of row i // 4, and four lanes fill side by side, so that a processor can
unpack a row at once (SIMD-BP128 of Lemire and Boytsov 2015). Behind them stand bytes, filled up to whole words: the
128 codes of tf/length, by which a search chooses its candidates; how many counts are 2, and how many are more; the
offsets of the first in the block; for each of the others its offset and the count less 3. A byte of 255 for a count
means that what is above 255 follows in four bytes, the lowest first.

A gap is the distance from the posting before, less 1; before the first stands passage −1. Behind the blocks a posting
is its gap times 2, plus 1 if its count is above 1; that count less 2 follows, and then the code of tf/length.

The lists of 321,065 articles take 129.9 MB in this form, 47 MB of it the codes: a tenth of the index. Without codes a
search looks for the length of each passage and reads all counts, which takes it a third more time. As varints alone,
without codes, the lists would take 77.4 MB, and reading a posting 2.1 ns in place of 1.2.
"""

from __future__ import annotations

from typing import Final

BLOCK: Final = 128  # postings of a block
LANES: Final = 4
WIDTH_BITS: Final = 5  # of a width
LARGE_EXCESS: Final = 255  # from it on, a count less 3 goes on behind

LARGE_COUNT: Final = 255  # marks a StoredCount that stands in `large`, at the same offset there as in `large_at`
EMPTY_SLOT: Final = 2**32 - 1  # a slot of the vocabulary without a term
