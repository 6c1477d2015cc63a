import type { Style } from './styles.ts'
import { childOf, childrenOf, switchOf, valueOf, type XmlElement } from './xml.ts'

/** The mark before a list item, as Word shows it: a bullet, or a number such as `2.`, `b)` or `Article 3`. */
type Label = { level: number; isBullet: true } | { level: number; isBullet: false; text: string }

/** Counts list items. Call `next` for every paragraph in document order. */
export interface Numbering {
  next(paragraphProperties: XmlElement | undefined, style: Style | undefined): Label | null
}

type Level = ReturnType<typeof readLevel>

interface List {
  levels: ReadonlyMap<number, Level>
  /** The current count of each level. Lists that refer to the same definition share their counts. */
  counters: (number | undefined)[]
  /** Levels whose count starts again when a paragraph first uses this list. */
  restarts: number[]
}

/** Reads `word/numbering.xml` (ECMA-376 part 1, 17.9). */
export function readNumbering(part: XmlElement | undefined, styles: ReadonlyMap<string, Style>): Numbering {
  const templates = new Map(childrenOf(part, 'w:abstractNum').map((each) => [each.attributes['w:abstractNumId'], each]))
  const numbers = new Map(childrenOf(part, 'w:num').map((each) => [each.attributes['w:numId'], each]))
  const counters = new Map<XmlElement, (number | undefined)[]>()
  const lists = new Map<string, List | null>()

  function templateOf(numId: string): XmlElement | undefined {
    const template = templates.get(valueOf(numbers.get(numId), 'w:abstractNumId'))
    const link = valueOf(template, 'w:numStyleLink')
    // If a list in Word refers to a style instead of defining levels, use the levels of that style's list.
    const linked = link === undefined ? undefined : styles.get(link)?.list?.numId
    return linked === undefined ? template : templates.get(valueOf(numbers.get(linked), 'w:abstractNumId'))
  }

  function listOf(numId: string): List | null {
    const known = lists.get(numId)
    if (known !== undefined) return known
    const template = templateOf(numId)
    const list = template ? readList(template, numbers.get(numId)) : null
    if (list && template) {
      list.counters = counters.get(template) ?? list.counters
      counters.set(template, list.counters)
    }
    lists.set(numId, list)
    return list
  }

  return {
    next(paragraphProperties, style) {
      const own = childOf(paragraphProperties, 'w:numPr')
      const numId = valueOf(own, 'w:numId') ?? style?.list?.numId
      const list = numId === undefined ? null : listOf(numId)
      if (!list) return null
      const level = Number(valueOf(own, 'w:ilvl') ?? (own ? 0 : levelOf(style, list)))
      return list.levels.has(level) ? count(list, level) : null
    },
  }
}

function readList(template: XmlElement, number: XmlElement | undefined): List {
  const levels = new Map<number, Level>()
  const restarts: number[] = []
  for (const element of childrenOf(template, 'w:lvl')) levels.set(indexOf(element), readLevel(element))
  for (const override of childrenOf(number, 'w:lvlOverride')) {
    const index = indexOf(override)
    const own = childOf(override, 'w:lvl')
    const start = valueOf(override, 'w:startOverride')
    const level = own ? readLevel(own) : levels.get(index)
    if (!level) continue
    levels.set(index, start === undefined ? level : { ...level, start: Number(start) })
    if (start !== undefined) restarts.push(index)
  }
  return { levels, counters: [], restarts }
}

function indexOf(element: XmlElement): number {
  return Number(element.attributes['w:ilvl'] ?? 0)
}

function readLevel(element: XmlElement) {
  return {
    format: valueOf(element, 'w:numFmt') ?? 'decimal',
    /** How to write the number. Placeholders name levels, counted from 1: `%1.%2`. */
    text: valueOf(element, 'w:lvlText') ?? '',
    start: Number(valueOf(element, 'w:start') ?? 0),
    /** An item of this level or a higher one restarts the count. Levels start at 1, and 0 means never. */
    restartsAfter: Number(valueOf(element, 'w:lvlRestart') ?? Number.POSITIVE_INFINITY),
    isLegal: switchOf(element, 'w:isLgl') ?? false,
    styleId: valueOf(element, 'w:pStyle'),
  }
}

/**
 * The list level of paragraphs with this style. A list level that names the style has priority over the style's own
 * level.
 */
function levelOf(style: Style | undefined, list: List): number {
  for (const [index, level] of list.levels) if (level.styleId === style?.list?.styleId) return index
  return style?.list?.level ?? 0
}

function count(list: List, index: number): Label | null {
  const { levels, counters } = list
  for (const restarted of list.restarts.splice(0)) counters[restarted] = undefined
  const level = levels.get(index)
  if (!level) return null
  counters[index] = (counters[index] ?? level.start - 1) + 1
  for (const [deeper, { restartsAfter }] of levels) {
    if (deeper > index && index < restartsAfter) counters[deeper] = undefined
  }
  if (level.format === 'bullet') return { level: index, isBullet: true }

  const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const other = levels.get(Number(digit) - 1)
    const number = counters[Number(digit) - 1] ?? other?.start ?? 1
    const format = level.isLegal ? undefined : FORMATS.get(other?.format ?? '')
    return format?.(number) ?? String(number)
  })
  return text.trim() === '' ? null : { level: index, isBullet: false, text: text.trim() }
}

/** Writes a number in Word's formats (ECMA-376 part 1, 17.18.59). Rare formats become digits. */
const FORMATS = new Map<string, (number: number) => string>([
  ['none', () => ''],
  ['decimalZero', (number) => String(number).padStart(2, '0')],
  ['lowerRoman', roman],
  ['upperRoman', (number) => roman(number).toUpperCase()],
  ['lowerLetter', (number) => letter(number, LATIN)],
  ['upperLetter', (number) => letter(number, LATIN).toUpperCase()],
  ['arabicAlpha', (number) => letter(number, ARABIC)],
  ['arabicAbjad', (number) => letter(number, ABJAD)],
])

const LATIN = [...'abcdefghijklmnopqrstuvwxyz']
const ARABIC = 'أ ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن هـ و ي'.split(' ')
const ABJAD = 'أ ب ج د هـ و ز ح ط ي ك ل م ن س ع ف ص ق ر ش ت ث خ ذ ض ظ غ'.split(' ')

/** Writes a number as a letter. After the last letter, letters are doubled, then tripled: z, aa. */
function letter(number: number, letters: readonly string[]): string {
  const times = Math.ceil(number / letters.length)
  if (times < 1 || times > 5) return String(number)
  return (letters[(number - 1) % letters.length] ?? '').repeat(times)
}

// prettier-ignore
const ROMAN: [string, number][] = [
  ['m', 1000], ['cm', 900], ['d', 500], ['cd', 400], ['c', 100], ['xc', 90], ['l', 50], ['xl', 40], ['x', 10],
  ['ix', 9], ['v', 5], ['iv', 4], ['i', 1],
]

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number)
  let rest = number
  let text = ''
  for (const [sign, value] of ROMAN) {
    for (; rest >= value; rest -= value) text += sign
  }
  return text
}
