import { exactFigure, type ReadFigure } from './figure.ts'
import { ARABIC_SCALES } from './number-words.ts'
import { quantityAt, type Quantity } from './quantities.ts'
import type { Token } from './tokens.ts'
import { CURRENCIES, inBase, MEASURES, TIME_UNITS, unitAt } from './units.ts'

/** Reads an Arabic proportion with an implied "one": حاوية من كل أربع, "one container in four". */
export function oneOfEach(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const [from, each, before] = [tokens[at], tokens[at + 1], tokens[at - 1]]
  if (from?.key !== 'من' || each?.key !== 'كل' || before?.kind !== 'word') return undefined
  const whole = quantityAt(tokens, at + 2)
  const value = whole?.values[0]
  if (!whole || whole.isShare || value === undefined || value < 2) return undefined
  const figure = {
    ...exactFigure(tokens, at - 1, whole.next, 100 / value, 'percent'),
    within: 7 / value,
    isShare: true,
  }
  return { figure, next: whole.next }
}

/** Reads a part of one percent: half a percent; نصف في المئة. */
export function partOfPercent(
  tokens: readonly Token[],
  { isShare, values: [value = 0], next }: Quantity,
): Quantity | undefined {
  const place = /^(?:an?|of)$/.test(tokens[next]?.key ?? '') ? next + 1 : next
  const unit = isShare ? unitAt(tokens, place) : undefined
  return unit?.unit === 'percent' ? { values: [value / 100], within: 0, isShare: false, next: unit.next } : undefined
}

/** Reads a part of a unit: half an hour; ربع ساعة, "a quarter of an hour". */
export function partOfUnit(tokens: readonly Token[], at: number, values: readonly number[]) {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = /^(?:an?|of)$/.test(key(at)) ? (/^an?$/.test(key(at + 1)) ? at + 2 : at + 1) : at
  if (tokens[place]?.sentence !== tokens[at - 1]?.sentence) return undefined
  const points = unitAt(tokens, place)
  const word = key(place).replace(/^ال/u, '')
  const named =
    (place === at + 2 && word === 'second' ? word : TIME_UNITS.get(word)) ??
    MEASURES.get(word) ??
    (tokens[place]?.kind === 'word' ? CURRENCIES.get(word) : undefined)
  const unit = named ?? (points?.unit === 'points' ? points.unit : PARTS_OF_A_SCORE.get(word))
  if (!unit || values[0] === undefined) return undefined
  const { value, unit: base } = inBase(values[0] / 100, unit)
  const next = named ? place + 1 : (points?.next ?? place + 1)
  // Allow rounding, because a fraction such as "three quarters of a second" is a rounded value.
  const within = 0.03 * value
  return { end: tokens[next - 1]?.end ?? 0, values: [value], within, unit: base, nouns: [], next }
}

/** Words for points or marks in a score. A part of one is a decimal: "three tenths of a point" is 0.3. */
const PARTS_OF_A_SCORE = new Map(
  Object.entries({ point: 'points', mark: 'points', نقطه: 'points', درجه: 'degree', علامه: 'points' }),
)

/** Reads an added part of a unit or scale: six hours and a half; سبعة ملايين ونصف مليون, "seven and a half million". */
export function partMore(tokens: readonly Token[], at: number): { part: number; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  if (key(at) === 'and' && key(at + 1) === 'a' && key(at + 2) === 'half') return { part: 0.5, next: at + 3 }
  const part = ADDED_PARTS.get(key(at))
  if (part === undefined || (tokens[at]?.start ?? 0) - (tokens[at - 1]?.end ?? 0) > 1) return undefined
  const scale = ARABIC_SCALES.get(key(at + 1).replace(/^ال(?!ف$)/u, ''))
  if (scale) return { part: part * scale.scale, next: at + 2 }
  const word = key(at + 1).replace(/^ال/u, '')
  // The text may repeat the unit after the part: "three years and half a year".
  const isUnit = TIME_UNITS.has(word) || CURRENCIES.has(word) || MEASURES.has(word) || word === 'نقطه'
  return { part, next: isUnit ? at + 2 : at + 1 }
}

export const ADDED_PARTS = new Map<string, number>(
  Object.entries({ ونصف: 0.5, ونصفا: 0.5, وربع: 0.25, وربعا: 0.25, وثلث: 1 / 3 }),
)
