import { byWord, wordSet } from '../../word-lists.ts'
import type { Token } from './tokens.ts'
import { TIME_UNITS } from './units.ts'

/** Reads the period of a rate: £36 a year, 900 parcels per shift; 95 كرونة شهريًا, "95 kroner monthly". */
export function periodAt(tokens: readonly Token[], next: number): { unit: string; end: number } | undefined {
  for (let at = next; at < next + 3; at++) {
    const [token, after] = [tokens[at], tokens[at + 1]]
    // Two nouns may come between the number and its period: 54 million plastic bottles a year.
    if (at === next + 2 && (token?.text === '/' || !/^(?:an?|per)$/u.test(token?.key ?? ''))) return undefined
    if (!token || token.start - (tokens[at - 1]?.end ?? 0) > 1 || token.kind === 'digits') return undefined
    const adverb = ADVERBS.get(token.key)
    // "4.4 million daily doses a year" is a rate per year.
    if (adverb && EVERY.has(tokens[at + 2]?.key ?? '')) return periodAt(tokens, at + 2)
    if (adverb) return { unit: adverb, end: token.end }
    if (token.text === '/' || EVERY.has(token.key)) {
      const word = after?.key.replace(/^ال/u, '') ?? ''
      // In Arabic, في means "per" in a rate, but "in" before a date: في يوم الأحد, "on Sunday".
      const isArabicIn = token.key === 'في' && !after?.key.startsWith('ال')
      const period = word === 's' || word === 'س' ? (word === 'س' ? 'hour' : 'second') : TIME_UNITS.get(word)
      return isArabicIn ||
        /^(?:ago|earlier|later|before|on)$/.test(tokens[at + 2]?.key ?? '') ||
        (token.key === 'في' && /^ال(?:ماضي|مقبل|قادم|حالي|اول|ثاني|ثالث|رابع|خامس)/u.test(tokens[at + 2]?.key ?? ''))
        ? undefined
        : period === undefined
          ? undefined
          : { unit: period, end: after?.end ?? token.end }
    }
  }
  return undefined
}

const EVERY = wordSet('a an per each every في كل لكل بال')
const ADVERBS = byWord({
  hour: 'hourly',
  day: 'daily يوميا',
  week: 'weekly اسبوعيا',
  month: 'monthly شهريا',
  year: 'yearly annually سنويا',
})
