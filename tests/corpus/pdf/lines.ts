// The text of the handmade PDF files, one entry per line.

export const ENGLISH_LINES = [
  'The gatekeeper wrote down every boat that passed the lock that night:',
  'three barges with gravel, one with 240 sacks of onions, and a rowing',
  'boat without a light whose owner paid 15.50 and asked for a receipt.',
]

export const ARABIC_LINES = [
  'كتب الحارس في دفتر البوابة أسماء القوارب التي مرت تلك الليلة',
  'ثلاثة قوارب محملة بالرمل وقارب صغير لا ضوء فيه ولا شراع',
  'ودفع صاحبه الأجرة كاملة ثم طلب من الحارس ورقة بالمبلغ',
]

/** A table of 12,000 cells on a single page, as programs without page breaks write it. */
export const LARGE_TABLE = Array.from({ length: 1_000 }, (_, row) =>
  Array.from({ length: 12 }, (__, column) => `${row + 1}.${column + 1}`),
)
