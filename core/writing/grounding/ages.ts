import { numbered } from './number-words.ts'
import type { Evidence, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

const YEARS = new Map(numbered('الاولي الثانيه الثالثه الرابعه الخامسه السادسه السابعه الثامنه التاسعه العاشره', 1))
const TENS = new Map(numbered('العشرين الثلاثين الاربعين الخمسين الستين السبعين الثمانين التسعين', 20, 10))
/** Words before an age that Arabic states as the year of a life: دون الخامسة والعشرين, "under 25". */
const OF_AGE = /^[وفبل]?(?:دون|تحت|فوق|بلغ|بلغت|تجاوز|تجاوزت|تجاوزوا|سن|عمر|ابن|بنت|بين|من|الي|حتي|و)$/u

/** Finds an age in a source that Arabic writes with an ordinal: دون الخامسة والعشرين, "under 25". */
export function findArabicAge({ unit, nouns, values }: Figure, evidence: Evidence): Found | undefined {
  if (unit !== 'month' && (unit !== null || nouns.length > 0)) return undefined
  const years = unit === 'month' ? values.map((value) => value / 12) : values
  for (const witness of evidence)
    for (const [at, token] of witness.tokens.slice(0, MAX_WORDS).entries()) {
      const age = OF_AGE.test(token.key) ? ageAt(witness.tokens, at + 1) : undefined
      if (age && years.includes(age.value))
        return { witness, start: token.start, end: witness.tokens[age.next - 1]?.end ?? token.end }
    }
  return undefined
}

const MAX_WORDS = 5_000

function ageAt(tokens: readonly Token[], at: number): { value: number; next: number } | undefined {
  const key = (place: number) => tokens[place]?.key ?? ''
  const ten = (place: number) => TENS.get(withoutPrefixes(key(place)).find((form) => TENS.has(form)) ?? '')
  const year = YEARS.get(key(at)) ?? (key(at) === 'الحاديه' ? 1 : undefined)
  if (year === undefined) return ten(at) === undefined ? undefined : { value: ten(at) ?? 0, next: at + 1 }
  if (key(at + 1) === 'عشره') return { value: year + 10, next: at + 2 }
  const tens = key(at + 1).startsWith('و') ? ten(at + 1) : undefined
  return tens === undefined ? { value: year, next: at + 1 } : { value: year + tens, next: at + 2 }
}
