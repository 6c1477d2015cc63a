/**
 * A line that is only a page number: `3`, `- 3 -`, `٣`, `3/10` or `Page 3 of 10`. In Arabic: `صفحة ٣ من ١٠` (“page 3 of
 * 10”).
 */
const PAGE_NUMBER =
  /^[-–—|\s]*(?:page|p\.|صفحة|الصفحة|ص)?[-–—|\s]*(\p{Nd}{1,4})(?:\s*(?:of|من|\/|\|)\s*\p{Nd}{1,4})?[-–—|\s]*$/iu

const ENGLISH_ONES = 'one|two|three|four|five|six|seven|eight|nine'
const ENGLISH_TEENS = 'ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen'
const ENGLISH_TENS = '(?:twen|thir|for|fif|six|seven|eigh|nine)ty'
const ENGLISH = `(?:${ENGLISH_TENS})(?:[- ](?:${ENGLISH_ONES}))?|${ENGLISH_TEENS}|${ENGLISH_ONES}`

/**
 * The numbers one to ten in Arabic, as cardinals and ordinals in both genders: ثلاثة (three), الثالثة (third), ثلاث
 * عشرة (thirteen), الحادية والعشرون (twenty-first).
 */
const ARABIC_ONES =
  'واحد[ةه]?|[أا]حد|[إا]حدى|اثن(?:ان|ين|ا|ي|تان|تين|تا|تي)|ثلاث[ةه]?|[أا]ربع[ةه]?|خمس[ةه]?|ست[ةه]?|سبع[ةه]?|ثماني?[ةه]?|تسع[ةه]?|عشر[ةه]?|' +
  '[أا]ول[ىي]?|حادي[ةه]?|ثاني[ةه]?|ثالث[ةه]?|رابع[ةه]?|خامس[ةه]?|سادس[ةه]?|سابع[ةه]?|ثامن[ةه]?|تاسع[ةه]?|عاشر[ةه]?'
const ARABIC_TENS = '(?:عشر|ثلاث|[أا]ربع|خمس|ست|سبع|ثمان|تسع)(?:ون|ين)'
const ARABIC_NUMBER = `(?:ال)?(?:${ARABIC_ONES}|${ARABIC_TENS})`
const ARABIC = `${ARABIC_NUMBER}(?:\\s+و?${ARABIC_NUMBER})*`

const IN_WORDS = new RegExp(
  `(?<=(?:^|\\s)(?:page|صفحة|الصفحة)\\s+)(?:${ENGLISH}|${ARABIC})(?![\\p{L}\\p{M}])(?:\\s+(?:of|من)\\s+(?:${ENGLISH}|${ARABIC})(?![\\p{L}\\p{M}]))?`,
  'iu',
)
const NOTHING_ELSE = /^[-–—|·\s]*(?:page|صفحة|الصفحة)\s+0[-–—|·\s]*$/iu

export function numberOfPage(text: string): number | undefined {
  const figure = text.length > 60 ? undefined : PAGE_NUMBER.exec(text)?.[1]
  return figure === undefined ? undefined : valueOf(figure)
}

/**
 * Whether a line is a page number in words: `Page three`, `صفحة ثلاثة` (“page three”), `الصفحة الثالثة` (“the third
 * page”).
 */
export function isNumberedPage(text: string): boolean {
  return text.length < 60 && IN_WORDS.test(plain(text)) && NOTHING_ELSE.test(withoutNumbers(text))
}

/** Replaces numbers, and page numbers in words, by 0, so that lines of different pages can be compared. */
export function withoutNumbers(text: string): string {
  return (text.length > 200 ? text : plain(text).replace(IN_WORDS, '0')).replace(/\p{Nd}+/gu, '0')
}

/** The value of a number in Latin, Arabic or Persian digits. The last four bits of each digit's code are its value. */
export function valueOf(figure: string): number {
  return Number([...figure].map((digit) => digit.codePointAt(0)! & 15).join(''))
}

function plain(text: string): string {
  return text.replace(/[\u0640\u064B-\u0652]/g, '')
}
