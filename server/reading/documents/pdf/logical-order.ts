import { RIGHT_TO_LEFT_LETTER } from './letters.ts'

export interface LinePiece {
  text: string
  /** Whether the text, with its brackets, is already in reading order. */
  isLogical?: boolean
}

export type Direction = 'ltr' | 'rtl'

/**
 * How a file stores brackets in right-to-left text: `'mirrored'` as they look, `'written'` as the author typed them.
 */
export type Brackets = 'mirrored' | 'written'

/**
 * Restores the reading order from the display order, and thus reverses the Unicode bidirectional algorithm (UAX #9).
 * Several texts may look the same; this returns the most likely one.
 */
export function logicalText(
  pieces: readonly LinePiece[],
  direction: Direction,
  brackets: Brackets = 'mirrored',
): string {
  const units = pieces.map((piece) => unitOf(piece))
  return direction === 'rtl' ? fromTheRight(units, brackets) : fromTheLeft(units, brackets)
}

interface Unit extends LinePiece {
  kind: 'right' | 'left' | 'figure' | 'space' | 'other'
}

function unitOf(piece: LinePiece): Unit {
  const { text } = piece
  if (RIGHT_TO_LEFT_LETTER.test(text)) return { ...piece, kind: 'right' }
  if (/^\s*$/.test(text)) return { ...piece, kind: 'space' }
  if (/[\p{Nd}⁰¹²³⁴-⁹]/u.test(text) && !/\p{L}/u.test(text)) return { ...piece, kind: 'figure' }
  return { ...piece, kind: /[\p{L}\p{M}]/u.test(text) ? 'left' : 'other' }
}

function fromTheLeft(units: readonly Unit[], brackets: Brackets): string {
  const pairs = bracketPairs(units)
  const texts: string[] = []
  for (let at = 0; at < units.length; at++) {
    const first = units[at]!.kind === 'right' || !pairs.has(at) ? at : at + 1
    if (units[first]?.kind !== 'right') {
      texts.push(units[at]!.text)
      continue
    }
    // The right-to-left text ends at its last letter before a Latin letter, including a closing bracket.
    let end = first
    for (let next = first + 1; next < units.length && units[next]!.kind !== 'left'; next++) {
      if (units[next]!.kind === 'right') end = next
    }
    const isInside = (bracket: number) => (pairs.get(bracket) ?? 0) > first && pairs.get(bracket)! < end
    if (first > at && !isInside(at)) texts.push(units[at]!.text)
    const start = first > at && isInside(at) ? at : first
    if (isInside(end + 1)) end++
    texts.push(fromTheRight(units.slice(start, end + 1), brackets))
    at = end
  }
  return texts.join('')
}

/** Reads pieces from right to left. Latin words and numbers in them keep their order. */
function fromTheRight(units: readonly Unit[], brackets: Brackets): string {
  const texts: string[] = []
  for (let at = units.length - 1; at >= 0; at--) {
    if (units[at]!.kind === 'right') {
      texts.push(units[at]!.text)
      continue
    }
    let start = at
    while (start > 0 && units[start - 1]!.kind !== 'right') start--
    for (const run of runsOf(units.slice(start, at + 1)).toReversed()) {
      if (run.length === 1) texts.push(mirrored(run[0]!, brackets))
      else texts.push(run.map(({ text }) => text).join(''))
    }
    at = start
  }
  return texts.join('')
}

/** Splits pieces without right-to-left letters into runs that are read from left to right. Each separator is a run. */
function runsOf(units: readonly Unit[]): Unit[][] {
  const pairs = bracketPairs(units)
  const runs: Unit[][] = []
  let at = 0
  while (at < units.length) {
    const end = isWord(units[at]!) ? endOfRun(units, at, pairs) : at + 1
    runs.push(units.slice(at, end))
    at = end
  }
  return runs
}

function endOfRun(units: readonly Unit[], start: number, pairs: ReadonlyMap<number, number>): number {
  let end = endOfWord(units, start)
  let isLatin = hasLetter(units.slice(start, end))
  // In a row of numbers, such as the phone number `5678 234 11 966+`, each number is a run.
  const isInRow = () =>
    end - start > FIGURE_LIMIT || (units[start - 1]?.kind === 'space' && units[start - 2]?.kind === 'figure')
  for (;;) {
    let next = end
    while (next < units.length && !isWord(units[next]!)) next++
    if (next === units.length) break
    const between = units.slice(end, next)
    const nextEnd = endOfWord(units, next)
    const isJoined = isLatin
      ? !belongsToTheRight(between) && !closesAhead(end, next, start, pairs)
      : !isInRow() && areOneFigure(units.slice(start, end), between, units.slice(next, nextEnd))
    if (!isJoined) break
    isLatin ||= hasLetter(units.slice(next, nextEnd))
    end = nextEnd
  }
  // Left-to-right words in an Arabic line may end with a closing bracket or a percent sign, as in `Palm (2025)`.
  const last = units[end]
  const opening = pairs.get(end)
  if (last && opening !== undefined && opening > start && opening < end) return end + 1
  if (last && PERCENT.test(last.text) && units[end - 1]!.kind === 'figure' && !isWordAt(units, end + 1)) return end + 1
  return end
}

/** The maximum number of pieces in a sequence of numbers. */
const FIGURE_LIMIT = 40

const PERCENT = /^[%‰٪]$/

/**
 * Finds the end of a word without spaces, such as `a@b.org` or `12,5`. A number also ends at signs that UAX #9 does not
 * keep inside numbers.
 */
function endOfWord(units: readonly Unit[], start: number): number {
  let end = start
  while (end < units.length && units[end]!.kind !== 'space') end++
  while (!isWord(units[end - 1]!)) end--
  if (hasLetter(units.slice(start, end))) return end
  for (let at = start + 1; at < end; at++) {
    // UAX #9 keeps numbers with these separators together. Numbers around other signs change places.
    const isInside =
      isWord(units[at]!) || (/^[.,:/٫٬،]$/.test(units[at]!.text) && isWord(units[at + 1]!) && isWord(units[at - 1]!))
    if (!isInside) return at
  }
  return end
}

function isWord({ kind }: Unit): boolean {
  return kind === 'left' || kind === 'figure'
}

function isWordAt(units: readonly Unit[], at: number): boolean {
  return units[at] !== undefined && isWord(units[at])
}

function hasLetter(units: readonly Unit[]): boolean {
  return units.some(({ kind }) => kind === 'left')
}

/**
 * Whether the signs between two words belong to right-to-left text, as in `Palm ،2025` with an Arabic comma. If so, the
 * number is read first.
 */
function belongsToTheRight(between: readonly Unit[]): boolean {
  return /^(?:[@#]\s|\s+[،,;؛:.!؟?%٪]\s?$)/.test(between.map(({ text }) => text).join(''))
}

/** Whether a bracket between two words closes before the second word, as in `(Palm) 2025`. */
function closesAhead(from: number, to: number, start: number, pairs: ReadonlyMap<number, number>): boolean {
  for (let at = from; at < to; at++) {
    if ((pairs.get(at) ?? at) < start) return true
  }
  return false
}

/**
 * Whether two numbers belong together: `12 500` in groups of digits, or the range `2025–2030`. Right-to-left reading
 * would reverse them.
 */
function areOneFigure(one: readonly Unit[], between: readonly Unit[], other: readonly Unit[]): boolean {
  const [first, gap, second] = [one, between, other].map((units) => units.map(({ text }) => text).join(''))
  if (/^\s$/.test(gap!)) return /^\d{1,3}( \d{3})*$/.test(first!) && /^\d{3}$/.test(second!)
  return /^[-–]$/.test(gap!) && /^\d{4}$/.test(first!) && /^\d{4}$/.test(second!) && Number(first) < Number(second)
}

const PAIRS = '()[]{}«»‹›<>'

function bracketPairs(units: readonly Unit[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open = new Map<number, number>()
  for (const [at, { text }] of units.entries()) {
    const kind = text.length === 1 ? PAIRS.indexOf(text) >> 1 : -1
    if (kind < 0) continue
    const partner = open.get(kind)
    if (partner === undefined) open.set(kind, at)
    else {
      pairs.set(at, partner).set(partner, at)
      open.delete(kind)
    }
  }
  return pairs
}

function mirrored({ text, isLogical }: Unit, brackets: Brackets): string {
  const at = text.length === 1 ? PAIRS.indexOf(text) : -1
  return at < 0 || isLogical || brackets === 'written' ? text : PAIRS[at ^ 1]!
}

/** Counts brackets without a partner. A text with reversed brackets has many. */
export function unpairedBrackets(text: string): number {
  let unpaired = 0
  const open: string[] = []
  for (const bracket of text.match(/[()[\]{}«»‹›]/g) ?? []) {
    const at = PAIRS.indexOf(bracket)
    if (at % 2 === 0) open.push(bracket)
    else if (open.at(-1) === PAIRS[at - 1]) open.pop()
    else unpaired++
  }
  return unpaired + open.length
}
