import type { Figure } from './figure.ts'
import { quantityAt } from './quantities.ts'
import type { Token } from './tokens.ts'
import { currencyOf, unitAt } from './units.ts'

/** The base of a share that precedes its part: of every €100, €86 went to schools; من كل 100 ريال ذهب 86 ريالا. */
export interface ShareBase {
  value: number
  unit: string | null
  next: number
}

/** Reads "of every hundred" at the start of a sentence, with its currency. */
export function baseOfShare(tokens: readonly Token[], at: number): ShareBase | undefined {
  const key = (place: number) => tokens[place]?.key ?? ''
  if (!/^(?:of|[وف]?من)$/u.test(key(at)) || !/^(?:every|each|كل)$/u.test(key(at + 1))) return undefined
  const from = key(at - 1) === 'out' ? at - 1 : at
  if (tokens[from - 1]?.sentence === tokens[at]?.sentence) return undefined
  const sign = currencyOf(tokens[at + 2])
  const place = sign ? at + 3 : at + 2
  const value = quantityAt(tokens, place)?.values[0] ?? WORDS.get(key(place)) ?? 0
  const number = { next: quantityAt(tokens, place)?.next ?? place + 1 }
  if (!BASES.has(value)) return undefined
  const unit = sign ? { unit: sign, next: number.next } : unitAt(tokens, number.next)
  return { value, unit: unit?.unit ?? null, next: unit?.next ?? number.next }
}

const BASES = new Set([100, 1_000])
/** English number words that need another word before them to be a figure. */
const WORDS = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
])

/** Turns a part of the base into a share of it. */
export function asShareOf({ value: whole, unit }: ShareBase, figure: Figure): void {
  const [part = 0] = figure.values
  if (
    figure.isShare ||
    figure.scale !== undefined ||
    (figure.unit !== unit && figure.unit !== null) ||
    part <= 0 ||
    part >= whole
  )
    return
  Object.assign(figure, {
    values: [(100 * part) / whole],
    within: 50 / whole,
    unit: 'percent',
    nouns: [],
  })
}
