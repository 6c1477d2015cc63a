import { exactFigure, type ReadFigure } from './figure.ts'
import { ADDED_PARTS, partMore } from './parts.ts'
import { quantityAt } from './quantities.ts'
import { BY_THAT_MUCH } from './relations.ts'
import { areTogether, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'
import { CURRENCIES, MEASURES, SINGLE_UNITS, TIME_UNITS, unitAt } from './units.ts'

/** Reads a duration such as 2:29:47 or 2h30 in seconds. */
export function stopwatch(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const short = hoursAndMinutes(tokens, at)
  if (short) return { figure: exactFigure(tokens, at, short.next, short.minutes * 60, 'second'), next: short.next }
  if (tokens[at]?.kind !== 'digits' || tokens[at + 1]?.text !== ':') return undefined
  const lap = minutesAndSeconds(tokens, at)
  if (lap !== undefined) return { figure: exactFigure(tokens, at, at + 3, lap, 'second'), next: at + 3 }
  const row = tokens.slice(at, at + 5)
  const areClose = row.every(({ start }, n) => n === 0 || start === row[n - 1]?.end)
  const shape = row.map(({ kind, text }) => (kind === 'digits' ? '0' : text)).join('')
  const [hours, , minutes, , seconds] = row.map(({ key }) => Number(key))
  if (!areClose || shape !== '0:0:0' || !row[0] || !row[4] || !(minutes! < 60) || !(seconds! < 60)) return undefined
  return { figure: exactFigure(tokens, at, at + 5, hours! * 3_600 + minutes! * 60 + seconds!, 'second'), next: at + 5 }
}

/** Reads minutes and seconds with decimals: 14:49.07. Without decimals, they look like a time of the day. */
function minutesAndSeconds(tokens: readonly Token[], at: number): number | undefined {
  const [minutes, seconds] = [wholeNumber(tokens[at], 0, 999), tokens[at + 2]]
  const isPair = areTogether(tokens, at, at + 2) && /^[0-5]\d\.\d{1,3}$/.test(seconds?.key ?? '')
  return minutes === undefined || !isPair ? undefined : minutes * 60 + Number(seconds?.key)
}

/** Reads hours and minutes with one letter: 2h30, 2h30min, 2 h 30. */
function hoursAndMinutes(tokens: readonly Token[], at: number): { minutes: number; next: number } | undefined {
  const [hours, letter, minutes] = [wholeNumber(tokens[at], 0, 999), tokens[at + 1], tokens[at + 2]]
  if (hours === undefined || !letter) return undefined
  const joined = areTogether(tokens, at, at + 1) ? /^h(?:rs?)?([0-5]?\d)(?:m|mn|min|mins)?$/.exec(letter.key) : null
  if (joined) return { minutes: hours * 60 + Number(joined[1]), next: at + 2 }
  const areNear = [1, 2].every((n) => (tokens[at + n]?.start ?? Infinity) - (tokens[at + n - 1]?.end ?? 0) <= 1)
  const isPair = areNear && letter.key === 'h' && /^[0-5]\d$/.test(minutes?.key ?? '')
  if (!isPair || tokens[at + 3]?.start === minutes?.end || TIME_UNITS.has(tokens[at + 3]?.key ?? '')) return undefined
  return { minutes: hours * 60 + Number(minutes?.key), next: at + 3 }
}

/**
 * A unit without a number means one unit if a fraction follows: an hour and a half; ساعة ونصف, "an hour and a half".
 */
export function oneAndMore(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isPoint = tokens[at + 1]?.key === 'point'
  const english = !/^an?$/.test(token.key)
    ? undefined
    : isPoint
      ? { unit: 'points', next: at + 2 }
      : unitAt(tokens, at + 1)
  const half = english && tokens[english.next]?.key === 'and' ? partMore(tokens, english.next) : undefined
  if (english && half)
    return { figure: exactFigure(tokens, at, half.next, 1 + half.part, english.unit), next: half.next }
  if (english && !isPoint && isMoreTime(tokens, english.next))
    return { figure: exactFigure(tokens, at, english.next, 1, english.unit), next: english.next }
  const unit = withoutPrefixes(token.key)
    .map((word) => SINGLE_UNITS.get(word) ?? (ADDED_PARTS.has(tokens[at + 1]?.key ?? '') ? unitNamed(word) : undefined))
    .find(Boolean)
  if (!unit) return undefined
  const more = partMore(tokens, at + 1)
  const place = tokens[at + 1]?.key === 'و' ? at + 2 : at + 1
  const isJoined = tokens[at + 1]?.key.startsWith('و') && (tokens[at + 1]?.start ?? 0) - token.end <= 1
  const number = !more && isJoined ? quantityAt(tokens, place) : undefined
  const isTime = number && TIME_UNITS.has(tokens[number.next]?.key ?? '')
  if (!more && !isTime) return undefined
  const next = more?.next ?? at + 1
  const figure = {
    ...exactFigure(tokens, at, next, 1 + (more?.part ?? 0), unit),
    of: BY_THAT_MUCH.test(token.key) ? ('difference' as const) : undefined,
  }
  return { figure, next }
}

/** Reads half of a period: half an hour; half a year. */
export function halfOfTime(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const isHalf = tokens[at]?.key === 'half' && /^an?$/.test(tokens[at + 1]?.key ?? '')
  const unit = isHalf ? TIME_UNITS.get(tokens[at + 2]?.key ?? '') : undefined
  return unit ? { figure: exactFigure(tokens, at, at + 3, 0.5, unit), next: at + 3 } : undefined
}

const unitNamed = (word: string): string | undefined =>
  MEASURES.get(word) ?? CURRENCIES.get(word) ?? TIME_UNITS.get(word) ?? (word === 'نقطه' ? 'points' : undefined)

/** Whether a smaller duration follows: a year and four months. */
function isMoreTime(tokens: readonly Token[], at: number): boolean {
  const number = tokens[at]?.key === 'and' ? quantityAt(tokens, at + 1) : undefined
  return number !== undefined && TIME_UNITS.has(tokens[number.next]?.key ?? '')
}
