import { ARABIC_SCALES, ENGLISH_SCALES, numberInWords } from './number-words.ts'
import { areTogether, withoutPrefixes, type Token } from './tokens.ts'
import { currencyOf, TIME_UNITS } from './units.ts'

export interface Quantity {
  values: number[]
  within: number
  isShare: boolean
  scale?: number | undefined
  next: number
}

/** Reads a number in digits or words, with its scale: 4.5 million; ٣ آلاف, "3 thousand"; thirty-eight. */
export function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const token = tokens[at]
  const inDigits = fractionAt(tokens, at)
  if (inDigits) return inDigits
  if (token?.kind === 'digits') {
    const isRepeating = /\d[⅐-⅔⅙⅚]$|\d [⅐-⅔⅙⅚]$/u.test(token.text)
    const values = readDigits(token.key)
    const scale = scaleAt(tokens, at + 1, token.end)
    return {
      values: values.map((value) => value * (scale?.scale ?? 1)),
      within: isRepeating ? ROUNDED_PART : 0,
      isShare: false,
      scale: scale?.scale,
      next: scale?.next ?? at + 1,
    }
  }
  if (token?.kind !== 'word') return undefined
  const words = numberInWords(tokens, at)
  if (!words) return undefined
  const { value, next, isShare } = words
  // Without a number, ملايين ("millions") states no value.
  if (next === at + 1 && withoutPrefixes(token.key).some((form) => /^(?:الاف|ملايين|مليارات)$/u.test(form)))
    return undefined
  const last = tokens[next - 1]?.key ?? ''
  const scale =
    ENGLISH_SCALES.get(last) ?? (ARABIC_SCALES.get(last) ?? ARABIC_SCALES.get(last.replace(/^[وفبل]/u, '')))?.scale
  return { values: [value], within: isShare && !Number.isInteger(value) ? 0.7 : 0, isShare, scale, next }
}

/**
 * Reads a fraction: "¾ of" and "3/4 of" are shares, 2 3/4 and 2¾ are numbers. A lone 1/5 means part 1 of 5 in a series
 * of posts.
 */
function fractionAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const part = (from: number): number | undefined => {
    const [over, bar, under] = tokens.slice(from, from + 3)
    const areClose = over?.end === bar?.start && bar?.end === under?.start
    if (over?.kind !== 'digits' || bar?.key !== '/' || under?.kind !== 'digits' || !areClose) return undefined
    const [above, below] = [Number(over.key), Number(under.key)]
    return above > 0 && above < below && below <= 100 ? above / below : undefined
  }
  const token = tokens[at]
  if (token?.kind !== 'digits') return undefined
  if (/^[¼½¾⅐-⅞]$/u.test(token.text)) return shareOf(Number(token.key), at + 1)
  const alone = part(at)
  const after = tokens[at + 3]?.key ?? ''
  if (alone !== undefined && (/^(?:of|من|an?)$/u.test(after) || TIME_UNITS.has(after))) return shareOf(alone, at + 3)
  // A hyphen may join a whole number and its fraction: 3-1/2.
  const isHyphened = tokens[at + 1]?.text === '-' && areTogether(tokens, at, at + 2)
  const isMixed = /^\d{1,3}$/.test(token.key) && (isHyphened || tokens[at + 1]?.start === token.end + 1)
  const place = isHyphened ? at + 2 : at + 1
  const more = isMixed ? part(place) : undefined
  if (more === undefined) return undefined
  const value = Number(token.key) + more
  const scale = scaleAt(tokens, place + 3, tokens[place + 2]?.end ?? 0)
  return {
    values: [value * (scale?.scale ?? 1)],
    within: Number.isInteger(value * 1_000) ? 0 : ROUNDED_PART * (scale?.scale ?? 1),
    isShare: false,
    scale: scale?.scale,
    next: scale?.next ?? place + 3,
  }
}

/** How much a decimal may differ from its fraction, such as 3.3 from 3⅓. */
const ROUNDED_PART = 0.034

function shareOf(part: number, next: number): Quantity {
  return { values: [100 * part], within: Number.isInteger(100 * part) ? 0 : 0.7, isShare: true, next }
}

/** Indian scales after an amount of rupees: ₹2.5 Cr, ₹1.5L. */
const INDIAN_SCALES = new Map<string, number>(Object.entries({ cr: 1e7, crs: 1e7, l: 1e5, lac: 1e5, lacs: 1e5 }))
const SCALE_LETTERS = new Map<string, number>(Object.entries({ k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 }))

function scaleAt(tokens: readonly Token[], at: number, numberEnd: number): { scale: number; next: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isAttached = token.start === numberEnd
  // In "828m tall", m means metres, and in "2h 30m" minutes, not millions.
  if (
    isAttached &&
    token.text === 'm' &&
    (/^(?:tall|high|long|wide|deep|above|below|away)$/.test(tokens[at + 1]?.key ?? '') ||
      /^(?:h|hr|hrs)$/.test(tokens[at - 2]?.key ?? ''))
  )
    return undefined
  const isRupee = currencyOf(tokens[at - 2]) === 'money:rupee'
  const indian = isRupee || /^Crs?$/.test(token.text) ? INDIAN_SCALES.get(token.key) : undefined
  if (indian !== undefined) return { scale: indian, next: at + 1 }
  const scale = isAttached
    ? SCALE_LETTERS.get(token.key)
    : (ENGLISH_SCALES.get(token.key) ??
      ARABIC_SCALES.get(token.key)?.scale ??
      (/^(?:bn|mn)$/.test(token.key) || (token.key === 'm' && currencyOf(tokens[at - 2]))
        ? SCALE_LETTERS.get(token.key)
        : undefined))
  if (scale === undefined) return undefined
  // One lakh crore is 100,000 crore.
  const isOfCrore = scale < 1e7 && /^crores?$/.test(tokens[at + 1]?.key ?? '')
  return isOfCrore ? { scale: scale * 1e7, next: at + 2 } : { scale, next: at + 1 }
}

/** Reads digits with separators: 1,234.5 · 1.234,5 · ١٬٢٣٤٫٥. 1.234 has two readings. */
function readDigits(text: string): number[] {
  const plain = text.replace(/[ \u00A0\u202F'’٬]/gu, '').replace(/٫/gu, '.')
  if (text.includes('٫') || /[٬]/u.test(text)) return [Number(plain.replaceAll(',', ''))].filter(Number.isFinite)
  const marks = plain.replace(/\d/g, '')
  if (marks === '') return [Number(plain)]
  const last = marks.at(-1) ?? ''
  const isMixed = marks.includes('.') && marks.includes(',')
  const other = last === '.' ? ',' : '.'
  if (isMixed) return [Number(plain.replaceAll(other, '').replace(last, '.'))].filter(Number.isFinite)
  const groups = plain.split(last).slice(1)
  const areThousands = groups.every((group) => group.length === 3)
  const whole = Number(plain.replaceAll(last, ''))
  // Indian numbers have groups of two digits before the last three: 1,23,456.
  const isIndian = last === ',' && /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(plain)
  if (marks.length > 1) return areThousands || isIndian ? [whole] : []
  const part = Number(plain.replace(last, '.'))
  if (!areThousands) return [part]
  return last === ',' ? [whole] : [part, whole]
}

const NEAREST = 0.07

// Reads proportions: six in ten; 3 out of 4; ستة من كل عشرة, "six out of every ten".

const ROUND = /^(?:عشره|ميه|مايه|الف|10|100|1000)$/u

export function shareAt(tokens: readonly Token[], first: Quantity): Quantity | undefined {
  const word = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  // A noun may separate the two numbers of a proportion: "one container in eight", "one tonne of fish in twenty".
  const joins = /^(?:in|out|من)$/u
  const isPhrase = word(first.next + 1) === 'of' && word(first.next + 3) === 'in'
  const noun = isPhrase ? 3 : joins.test(word(first.next + 1)) && !joins.test(word(first.next)) ? 1 : 0
  let next = first.next + noun
  const isBetween = next > first.next
  // Numbers with punctuation between them are no proportion.
  for (let at = first.next; at <= next; at++)
    if ((tokens[at]?.start ?? Infinity) - (tokens[at - 1]?.end ?? 0) > 1) return undefined
  if (isBetween && numberInWords(tokens, first.next)) return undefined
  if (word(next) === 'in') next += word(next + 1) === 'every' ? 2 : 1
  else if (word(next) === 'out' && word(next + 1) === 'of') next += word(next + 2) === 'every' ? 3 : 2
  else if (word(next) === 'of' && word(next + 1) === 'every') next += 2
  else if (word(next) === 'من' && /^(?:كل|اصل|بين)$/u.test(word(next + 1))) next += 2
  else if (word(next) === 'من' && (isBetween || ROUND.test(tokens[next + 1]?.key ?? ''))) next += 1
  else return undefined
  const second = quantityAt(tokens, next)
  const [part, whole] = [first.values[0], second?.values[0]]
  const isWhole =
    whole !== undefined &&
    (part === 1 ? whole >= 2 && whole <= 100 : [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 100, 1_000].includes(whole))
  if (!second || part === undefined || !isWhole || part >= whole) return undefined
  // Allows rounding by one percentage point, and by two for tenths, such as "seven in ten" for 72 percent.
  // "One in four" is the nearest such proportion to 26 percent.
  const nearest = part === 1 && whole > 2 ? (NEAREST * 100) / whole : 0
  return {
    values: [(100 * part) / whole],
    within: Math.max(nearest, whole === 10 ? 2 : whole < 10 ? 1 : 0.5),
    isShare: true,
    next: second.next,
  }
}
