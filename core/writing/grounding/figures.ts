import { figureAt } from './figure-at.ts'
import type { Figure } from './figure.ts'
import { poleOf } from './poles.ts'
import { periodAt } from './rates.ts'
import { asShareOf, baseOfShare, type ShareBase } from './shares-of-hundred.ts'
import type { Token } from './tokens.ts'
import { trendOfFigure } from './trends.ts'
import { IN_BASE, inBase } from './units.ts'

/** Finds the figures in a text, except those in dates. Runs in linear time. */
export function figuresIn(tokens: readonly Token[], isInDate: (token: Token) => boolean): Figure[] {
  const found: Figure[] = []
  let behind = 0
  let base: (ShareBase & { sentence: number }) | undefined
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    const hundred = baseOfShare(tokens, at)
    if (hundred) {
      base = { ...hundred, sentence: token?.sentence ?? 0 }
      behind = at = hundred.next
      continue
    }
    const read = token && !isInDate(token) ? figureAt(tokens, at) : undefined
    if (read) {
      const figure: Figure = { ...read.figure, sentence: token?.sentence ?? 0, at, next: read.next }
      if (base?.sentence === figure.sentence) asShareOf(base, figure)
      inBaseUnit(figure)
      Object.assign(figure, trendOfFigure(tokens, at, read.next))
      figure.pole = poleOf(tokens, at, read.next)
      const period = periodAt(tokens, read.next)
      figure.per = period?.unit
      figure.perEnd = period?.end
      const before = found.at(-1)
      if (before && isMore(before, figure) && isJoined(tokens, behind, at)) add(before, figure)
      else if (before && isLargerPart(before, figure) && isJoinedByAnd(tokens, before, behind, at)) {
        add(before, figure)
        before.unit ??= figure.unit
        before.scale = figure.scale ?? before.scale
        before.nouns = figure.nouns
      } else {
        const isOther = before !== undefined && isRange(tokens, behind, at)
        if (isOther) shareUnit(before, figure, /^(?:to|الي)$/u.test(tokens[at - 1]?.key ?? ''))
        if (
          before &&
          (!isOther || before.per !== undefined || (isLackingUnit(before) && before.elided)) &&
          before.sentence === figure.sentence &&
          isLackingUnit(figure)
        )
          figure.elided = before.elided ?? before
        found.push(figure)
      }
      behind = read.next
    }
    at = read ? read.next : at + 1
  }
  return found
}

function inBaseUnit(figure: Figure): void {
  const { unit } = figure
  figure.writtenValues ??= figure.values
  figure.writtenUnit = unit ?? undefined
  if (unit === null || !IN_BASE[unit]) return
  figure.within *= IN_BASE[unit][0]
  figure.values = figure.values.map((value) => inBase(value, unit).value)
  figure.times = IN_BASE[unit][0]
  figure.unit = inBase(1, unit).unit
}

/**
 * Whether two durations form one figure: three hours and 26 minutes; ساعة وخمس وثلاثون دقيقة, "an hour and thirty-five
 * minutes".
 */
const isMore = (one: Figure, other: Figure): boolean =>
  (one.unit === 'second' || one.unit === 'month') && one.unit === other.unit && (one.times ?? 1) > (other.times ?? 1)

/** Whether two numbers form one: مليونًا و480 ألف دولار, "one million and 480 thousand dollars". */
const isLargerPart = (one: Figure, other: Figure): boolean =>
  one.scale !== undefined &&
  one.scale > (other.scale ?? 1) &&
  (other.values[0] ?? 0) < one.scale &&
  (other.scale !== undefined || (other.values[0] ?? 0) >= one.scale / 1_000) &&
  (other.scale !== undefined || !(other.isShare || other.unit === 'percent')) &&
  (one.unit === null || one.unit === other.unit) &&
  one.nouns.length === 0

/** Whether only «و», "and", joins two numbers. In بين 40 ألفًا و50, "between 40 and 50 thousand", they are a range. */
const isJoinedByAnd = (tokens: readonly Token[], one: Figure, from: number, to: number): boolean =>
  tokens[from]?.key === 'و' &&
  from === to - 1 &&
  (tokens[from]?.start ?? 0) - (tokens[from - 1]?.end ?? 0) <= 1 &&
  !/^[وف]?(?:ما)?بين$/u.test(tokens[one.at - 1]?.key ?? '')

function isJoined(tokens: readonly Token[], from: number, to: number): boolean {
  // The two durations of one figure may have a comma between them: two hours, ten minutes.
  const areClose = tokens.slice(from, to + 1).every(({ start }, n) => start - (tokens[from + n - 1]?.end ?? start) <= 2)
  return areClose && (from === to || (to - from === 1 && /^(?:and|و)$/u.test(tokens[from]?.key ?? '')))
}

function add(one: Figure, other: Figure): void {
  one.values = one.values.map((value) => value + (other.values[0] ?? 0))
  one.writtenValues = one.values
  one.end = other.end
}

/** Whether only a dash or a range word separates two positions. Range words are "to", "and" and إلى, "to". */
function isRange(tokens: readonly Token[], from: number, to: number): boolean {
  return (
    from < to &&
    to - from <= 2 &&
    tokens[from - 1]?.sentence === tokens[to]?.sentence &&
    (tokens.slice(from, to).every(({ key }) => /^(?:to|and|or|vs|versus|[–—-]|الي|او|و)$/u.test(key)) ||
      /^(?:instead of|rather than|out of|من اصل|بدلا من)$/u.test(keysBetween(tokens, from, to)) ||
      (to - from === 1 && /^(?:of|against|بدل|مقابل)$/u.test(tokens[from]?.key ?? ''))) &&
    // Numbers with a comma between them are not a range.
    tokens
      .slice(from, to + 1)
      .every(({ start, sign }, n) => start - (tokens[from + n - 1]?.end ?? start) <= (sign ? 2 : 1))
  )
}

const keysBetween = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join(' ')

/** Gives both ends of a range the same unit: 20 to 40 percent, from nine days to six. */
function shareUnit(one: Figure, other: Figure, isLevel: boolean): void {
  const [bare, full] = one.unit === null ? [one, other] : [other, one]
  // In "£12–15 million", the unit is at one end of the range and the scale at the other.
  if (bare.unit === null && bare.nouns.length === 0 && bare.scale && !full.scale && full.unit?.startsWith('money:'))
    full.values = full.writtenValues = full.values.flatMap((value) => [value * bare.scale!, value])
  if (bare.unit !== null || bare.nouns.length > 0 || full.isShare) return
  // In "fell by 33% to 1.2 million", the second number is a level and not a percentage.
  if (full.unit === 'percent' && (bare.scale || bare.values.every((value) => value > 100))) return
  if (full.unit === 'percent' && bare === other && isLevel && full.trend && !full.isLevel) return
  // The unit or scale at one end of a range also applies to the other.
  const scales = full.scale && !bare.scale ? [full.scale, 1] : [1]
  bare.writtenValues = bare.values.flatMap((value) => scales.map((scale) => value * scale))
  bare.values = bare.writtenValues.map((value) => value * (full.times ?? 1))
  bare.unit = full.unit
}

/** Whether a figure may take over the unit of the figure before it: every eight minutes and every fifteen on Sundays. */
const isLackingUnit = ({ unit, nouns, scale = 1 }: Figure): boolean =>
  unit === null && (nouns.length === 0 || scale >= 1_000_000)
