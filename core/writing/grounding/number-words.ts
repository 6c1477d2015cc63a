import { withoutPrefixes, type Token } from './tokens.ts'

interface NumberInWords {
  value: number
  next: number
  /** Whether the value is a percentage of a whole: a third; ثلث, "a third". */
  isShare: boolean
}

export function numberInWords(tokens: readonly Token[], at: number): NumberInWords | undefined {
  return englishShare(tokens, at) ?? englishNumber(tokens, at) ?? arabicShare(tokens, at) ?? arabicNumber(tokens, at)
}

/** Pairs each word of a list with a number. The numbers start at `from` and grow by `step`. */
export const numbered = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, n) => [word, from + step * n])
const UNITS = new Map([
  ...numbered('zero one two three four five six seven eight nine ten eleven twelve thirteen', 0),
  ...numbered('fourteen fifteen sixteen seventeen eighteen nineteen', 14),
])
const TENS = new Map(numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10))
export const ENGLISH_SCALES = new Map(
  Object.entries({
    thousand: 1e3,
    million: 1e6,
    billion: 1e9,
    trillion: 1e12,
    lakh: 1e5,
    lakhs: 1e5,
    crore: 1e7,
    crores: 1e7,
  }),
)
const PARTS = new Map([
  ...numbered('half third quarter fifth sixth seventh eighth ninth tenth eleventh twelfth', 2),
  ...numbered('twentieth thirtieth fortieth fiftieth', 20, 10),
  ['hundredth', 100] as [string, number],
])
const wordAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.key : ''
}
/** Skips the hyphen inside a number in words: thirty-eight. */
const pastHyphen = (tokens: readonly Token[], at: number): number => (tokens[at]?.text === '-' ? at + 1 : at)

/** Whether a word continues the number before it. A comma may follow a scale: one thousand, two hundred. */
const isBeside = (tokens: readonly Token[], at: number, gap = 1): boolean =>
  (tokens[at]?.start ?? Infinity) - (tokens[at - 1]?.end ?? 0) <= gap &&
  tokens[at]?.sentence === tokens[at - 1]?.sentence

function englishNumber(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const first = wordAt(tokens, at)
  const isCounted = UNITS.has(first) || TENS.has(first)
  const isScaled = ['a', 'an', 'several'].includes(first) && ['hundred', 'dozen'].includes(wordAt(tokens, at + 1))
  const isRound = ['a', 'an'].includes(first) && ENGLISH_SCALES.has(wordAt(tokens, at + 1))
  const isHalf = first === 'half' && ['a', 'an'].includes(wordAt(tokens, at + 1))
  if (isHalf) {
    const scale = ENGLISH_SCALES.get(wordAt(tokens, at + 2))
    return scale === undefined ? undefined : { value: scale / 2, next: at + 3, isShare: false }
  }
  if (first === 'several' || !(isCounted || isScaled || isRound)) return undefined

  let [total, group, next] = [0, isCounted ? 0 : 1, isCounted ? at : at + 1]
  /** The next word must be below this limit: 1000 at first, 100 after "hundred", 10 after a word such as "thirty". */
  let limit = isCounted ? 1_000 : 0
  for (;;) {
    if (next > at && !isBeside(tokens, next, total > 0 ? 2 : 1)) break
    const place = next > at ? pastHyphen(tokens, next) : next
    const hasAnd = wordAt(tokens, place) === 'and' && (group >= 100 || total > 0)
    const here = hasAnd ? place + 1 : place
    const word = wordAt(tokens, here)
    const unit = UNITS.get(word)
    const ten = TENS.get(word)
    const scale = ENGLISH_SCALES.get(word)
    if (unit !== undefined && unit < limit && (unit < 10 || limit >= 100)) {
      group += unit
      limit = 0
    } else if (ten !== undefined && limit >= 100) {
      group += ten
      limit = 10
    } else if (!hasAnd && word === 'hundred' && group > 0 && group < 100) {
      group *= 100
      limit = 100
    } else if (!hasAnd && word === 'dozen' && group > 0 && group < 20) {
      group *= 12
      limit = 0
    } else if (!hasAnd && scale !== undefined && group > 0) {
      total += group * scale
      group = 0
      limit = 1_000
    } else break
    next = here + 1
  }
  const more = partMore(tokens, next)
  if (more) {
    const scale = ENGLISH_SCALES.get(wordAt(tokens, more.next))
    return { value: (total + group + more.part) * (scale ?? 1), next: more.next + (scale ? 1 : 0), isShare: false }
  }
  if (wordAt(tokens, next) === 'point' && UNITS.has(wordAt(tokens, next + 1))) {
    let [digits, place] = ['', next + 1]
    for (let unit = UNITS.get(wordAt(tokens, place)); unit !== undefined && unit < 10;) {
      digits += unit
      unit = UNITS.get(wordAt(tokens, ++place))
    }
    const scale = ENGLISH_SCALES.get(wordAt(tokens, place))
    return {
      value: Number(`${total + group}.${digits}`) * (scale ?? 1),
      next: scale ? place + 1 : place,
      isShare: false,
    }
  }
  const value = total + group
  return { value, next, isShare: false }
}

/** Reads a fraction after a number: "and a half", "and three quarters". */
function partMore(tokens: readonly Token[], at: number): { part: number; next: number } | undefined {
  const and = pastHyphen(tokens, at)
  if (wordAt(tokens, and) !== 'and') return undefined
  const first = pastHyphen(tokens, and + 1)
  const second = pastHyphen(tokens, first + 1)
  const words = `${wordAt(tokens, first)} ${wordAt(tokens, second)}`
  const part = ADDED.get(words)
  return part === undefined ? undefined : { part, next: second + 1 }
}

const ADDED = new Map([
  ['a half', 0.5],
  ['a quarter', 0.25],
  ['a third', 1 / 3],
  ['one half', 0.5],
  ['one quarter', 0.25],
  ['one third', 1 / 3],
  ['three quarters', 0.75],
  ['two thirds', 2 / 3],
])

const isMeasured = (word: string): boolean =>
  ENGLISH_SCALES.has(word) || /^(?:hours?|days?|years?|centur(?:y|ies)|tonnes?|price|full|empty)$/.test(word)

/**
 * Reads an English fraction: a half, two-thirds, three quarters of. Excludes quarters of a year and ordinal numbers.
 */
function englishShare(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const first = wordAt(tokens, at)
  const before = wordAt(tokens, at - 1)
  if (first === 'half') {
    const isPeriod = /^(?:first|second|latter|other|same|better|one|a|and|per)$/.test(before)
    // "Half-time" and "half-hearted" state no share, unlike "half-hour" and "half-million".
    if (tokens[at + 1]?.text === '-' && !isMeasured(wordAt(tokens, at + 2))) return undefined
    const after = wordAt(tokens, at + 1)
    const isScale = ['a', 'an'].includes(after)
    // "Half as quick" and "half that" need another figure to mean something.
    const isLoose = after === 'that' || (after === 'as' && !/^(?:many|much)$/.test(wordAt(tokens, at + 2)))
    return isPeriod || isScale || isLoose ? undefined : { value: 50, next: at + 1, isShare: true }
  }
  const count = ['a', 'an', 'one'].includes(first) ? 1 : UNITS.get(first)
  if (count === undefined || count === 0) return undefined
  const place = pastHyphen(tokens, at + 1)
  const word = wordAt(tokens, place)
  const of =
    PARTS.get(word) ??
    (count > 1 || word === 'halves' ? PARTS.get(word.replace(/ves$/, 'f').replace(/s$/, '')) : undefined)
  if (of === undefined || count >= of) return undefined
  // "A quarter" without "of" means three months, not 25 percent.
  const isOf = wordAt(tokens, place + 1) === 'of'
  if (word.startsWith('quarter') && count === 1 && !isOf && wordAt(tokens, at - 1) !== 'by') return undefined
  // In "a sixth bus", the word is an ordinal and not a share.
  if (count === 1 && first !== 'one' && !/^(?:half|quarter)/.test(word) && isOrdinal(tokens, place)) return undefined
  // "A quarter of a billion" is a number (250 million), not a percentage of a whole.
  const scale = isOf && /^an?$/.test(wordAt(tokens, place + 2)) && ENGLISH_SCALES.get(wordAt(tokens, place + 3))
  if (scale) return { value: (scale * count) / of, next: place + 4, isShare: false }
  return { value: (100 * count) / of, next: place + 1, isShare: true }
}

/** Whether a noun follows directly, so that the word is an ordinal: "a sixth bus", but not "a fifth of". */
function isOrdinal(tokens: readonly Token[], place: number): boolean {
  const [here, after] = [tokens[place], tokens[place + 1]]
  const isNext = here && after && after.kind === 'word' && after.start - here.end === 1
  return isNext === true && !AFTER_A_PART.test(after.key)
}

const AFTER_A_PART =
  /^(?:of|more|less|fewer|higher|lower|cheaper|dearer|faster|slower|longer|shorter|larger|smaller|bigger|as|in|on|at|to|by|for|from|than|is|are|was|were|has|have|had|will|would|can|could|do|did|said|say|says|and|or|but|so|if|when|while|after|before|since|over|under|off|up|down|now|who|that|which|came|come|went|go|goes|get|got|with|without)$/

// Arabic number words, spelt as `spellingOf` normalizes them.

const ARABIC_UNITS = new Map<string, number>([
  ...each('واحد واحده واحدا احد احدي', 1),
  ...each('اثنان اثنين اثنتان اثنتين اثنا اثني اثنتا اثنتي', 2),
  ...each('ثلاث ثلاثه ثلاثا', 3),
  ...each('اربع اربعه اربعا', 4),
  ...each('خمس خمسه خمسا', 5),
  ...each('ست سته ستا', 6),
  ...each('سبع سبعه سبعا', 7),
  ...each('ثمان ثماني ثمانيه ثمانيا', 8),
  ...each('تسع تسعه تسعا', 9),
  ...each('عشر عشره عشرا', 10),
])
const ARABIC_TENS = new Map(
  'عشر ثلاث اربع خمس ست سبع ثمان تسع'.split(' ').flatMap((stem, n): [string, number][] => [
    [`${stem}ون`, 20 + 10 * n],
    [`${stem}ين`, 20 + 10 * n],
  ]),
)
const HUNDRED = /^(?:مي|ماي)ه$/u
const ARABIC_HUNDREDS = new Map<string, number>([
  ...each('ميه مايه', 100),
  ...each('ميتان ميتين مايتان مايتين ميتا مايتا ميتي مايتي', 200),
  ...'ثلاث اربع خمس ست سبع ثمان ثماني تسع'
    .split(' ')
    .flatMap((stem) => each(`${stem}ميه ${stem}مايه`, 100 * (ARABIC_UNITS.get(stem) ?? 0))),
])
export const ARABIC_SCALES = new Map<string, { scale: number; times?: 2 }>(
  Object.entries({ الف: 1e3, مليون: 1e6, مليار: 1e9, بليون: 1e9, تريليون: 1e12 }).flatMap(
    ([word, scale]): [string, { scale: number; times?: 2 }][] => [
      [word, { scale }],
      [`${word}ا`, { scale }],
      [`${word}ات`, { scale }],
      [`${word}ان`, { scale, times: 2 }],
      [`${word}ين`, { scale, times: 2 }],
      [`${word}ي`, { scale, times: 2 }],
    ],
  ),
)
ARABIC_SCALES.set('الاف', { scale: 1e3 }).set('ملايين', { scale: 1e6 })

const ARABIC_PARTS = new Map(numbered('اثلاث ارباع اخماس اسداس اسباع اثمان اتساع اعشار', 3))

const ARABIC_SHARES = new Map<string, number>([
  ...each('نصف', 50),
  ...each('ثلث', 100 / 3),
  ...each('ثلثا ثلثي ثلثان ثلثين', 200 / 3),
  ...each('ربع', 25),
])

export function each(words: string, value: number): [string, number][] {
  return words.split(' ').map((word) => [word, value])
}

function known<Value>(table: ReadonlyMap<string, Value>, word: string): Value | undefined {
  for (const reading of withoutPrefixes(word)) {
    const value = table.get(reading)
    if (value !== undefined) return value
  }
  return undefined
}

const isArabic = (word: string): boolean => word >= '\u0600' && word < '\u0700'

/**
 * Whether a dual form means two. مليونا دينار is two million, but مليونًا ومئتي ألف is one million two hundred
 * thousand.
 */
function isTwo(tokens: readonly Token[], at: number, before: number): boolean {
  const text = tokens[at]?.text ?? ''
  const [after, isNext] = [tokens[at + 1], (tokens[at + 1]?.start ?? Infinity) - (tokens[at]?.end ?? 0) <= 1]
  const isCounting = isNext && after?.kind === 'word' && /^(?!و|من|في)/u.test(after.key)
  return before === 0 && /[نفر]ا$/u.test(text) && isCounting
}

const ORDINAL = /^[وفبلك]{0,2}(?:ال|ل)?(?:حادي|ثاني|ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع)ه?$/u

function arabicNumber(tokens: readonly Token[], at: number): NumberInWords | undefined {
  if (!isArabic(wordAt(tokens, at))) return undefined
  // Exclude ordinals, and كمية, "amount", which looks like the word for a hundred.
  if (/^[وف]?(?:ب|ل|ال)?كميه$|^لست$/u.test(wordAt(tokens, at))) return undefined
  // "Monday" and "two" are the same word in Arabic. After "every", "day" or a time of day, it is Monday.
  if (wordAt(tokens, at) === 'اثنين' && /^(?:كل|يوم|مساء|صباح|فجر|ظهر)$/u.test(wordAt(tokens, at - 1))) return undefined
  if (/^عشره?$/u.test(wordAt(tokens, at)) && ORDINAL.test(wordAt(tokens, at - 1))) return undefined
  // Exclude ordinals such as الخامسة والعشرين, "the twenty-fifth".
  if (/^وال(?:عشر|ثلاث|اربع|خمس|ست|سبع|ثمان|تسع)(?:ون|ين)$/u.test(wordAt(tokens, at))) return undefined
  let [total, group, next] = [0, 0, at]
  let hasUnit = false
  for (;;) {
    const word = wordAt(tokens, next)
    if (word === '' || (next > at && !isBeside(tokens, next))) break
    // The first word of a number may have any prefix. Every later word starts with و, "and", or is a scale.
    const isJoined = next > at && word.startsWith('و') && word.length > 2
    // Both parts of a definite number have the article: الثماني والأربعين, "the forty-eight".
    const isDefinite: boolean =
      isJoined && (hasUnit || group >= 100) && /^وال(?:عشر|ثلاث|اربع|خمس|ست|سبع|ثمان|تسع)(?:ون|ين)$/u.test(word)
    const bare: string = next === at ? word : isDefinite ? word.slice(3) : isJoined ? word.slice(1) : word
    const find = <Value>(table: ReadonlyMap<string, Value>) => (next === at ? known(table, bare) : table.get(bare))
    const unit = find(ARABIC_UNITS)
    const ten = find(ARABIC_TENS)
    const hundred = find(ARABIC_HUNDREDS)
    const scale = find(ARABIC_SCALES)
    const isFree = next === at || isJoined
    if (unit === 10 && hasUnit && !isJoined && group % 10 > 0 && group % 100 < 10) {
      group += 10
      hasUnit = false
    } else if (unit !== undefined && isFree && group % 100 === 0) {
      group += unit
      hasUnit = unit < 10
    } else if (ten !== undefined && isFree && group % 100 < 10) {
      group += ten
      hasUnit = false
    } else if (hundred !== undefined && isFree && group === 0) {
      group = hundred
      hasUnit = false
    } else if (hasUnit && !isJoined && HUNDRED.test(bare) && group < 10) {
      group *= 100
      hasUnit = false
    } else if (scale !== undefined && (group > 0 ? !isJoined && !scale.times : isFree)) {
      total += (group || 1) * scale.scale * (scale.times ?? (isTwo(tokens, next, group) ? 2 : 1))
      group = 0
      hasUnit = false
    } else break
    next++
  }
  if (next === at) return undefined
  const value = total + group
  return { value, next, isShare: false }
}

/** Possessive suffixes of a fraction: ثلثها, "a third of it"; نصفهم, "half of them". */
const OWNERS = /(?:ها|هم|هما|هن|ه)$/u
/**
 * In Arabic, "a fifth" differs from "five" only by vowel signs, and "a tenth" from "ten". So match these vowel signs.
 */
const FIFTH = /^[وفبلك]?(?:ال)?\u062E\u064F\u0645/u
const TENTH = /^[وفبلك]?(?:ال)?\u0639\u064F\u0634/u

/**
 * Reads an Arabic fraction. Excludes parts of a year such as الربع الثالث, "the third quarter", because they are dates.
 */
function arabicShare(tokens: readonly Token[], at: number): NumberInWords | undefined {
  const word = wordAt(tokens, at)
  if (!isArabic(word)) return undefined
  const after = wordAt(tokens, at + 1)
  const count = known(ARABIC_UNITS, word)
  const of = ARABIC_PARTS.get(after) ?? ARABIC_PARTS.get(after.replace(OWNERS, ''))
  if (count !== undefined && of !== undefined && count < of) {
    // Read ثلاثة أرباع مليون, "three quarters of a million", as a number and not as a share.
    const whole = ARABIC_SCALES.get(wordAt(tokens, at + 2))
    return whole && !whole.times
      ? { value: (whole.scale * count) / of, next: at + 3, isShare: false }
      : { value: (100 * count) / of, next: at + 2, isShare: true }
  }
  // After an hour, والنصف ("and a half") belongs to the time: السادسة والنصف is half past six.
  if (/^وال(?:نصف|ربع|ثلث)$/u.test(word)) return undefined
  const share = partIn(tokens[at]?.text ?? '', word)
  // Read نصف مليون, "half a million", as a number and not as a share.
  const scale = ARABIC_SCALES.get(after)
  if (share !== undefined && scale && !scale.times && word.replace(/^[وفبلك]/u, '').length <= 4)
    return { value: (share / 100) * scale.scale, next: at + 2, isShare: false }
  if (share === undefined || /^(?:ال(?:اول|ثاني|ثالث|رابع|اخير|حالي|مقبل|ماضي)|سنوي|سنويه)$/u.test(after))
    return undefined
  return { value: share, next: at + 1, isShare: true }
}

function partIn(text: string, word: string): number | undefined {
  const bare = word.replace(OWNERS, '')
  const share = known(ARABIC_SHARES, word) ?? (bare === word ? undefined : known(ARABIC_SHARES, bare))
  if (share !== undefined) return share
  const [isFifth, isTenth] = [FIFTH.test(text), TENTH.test(text)]
  if (!isFifth && !isTenth) return undefined
  const one = isFifth ? 20 : 10
  return /(?:ا|ي|ان|ين)$/u.test(bare.replace(/^[وفبلك]?(?:ال)?(?:خمس|عشر)/u, '')) ? 2 * one : one
}
