import type { Evidence } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Token } from './tokens.ts'

/**
 * Whether most figures of this kind are right even without evidence, such as hedged fractions. Marking them would
 * mislead the author. `npm run bench grounding` prints how often the marks of each kind are right.
 */
export const isRarelyWrong = (figure: Figure, tokens: readonly Token[], evidence: Evidence): boolean =>
  isRough(figure) || isSmallCount(figure, evidence) || isFrequency(figure, tokens) || isIdiom(figure, tokens)

/** Whether the draft itself says that a fraction, multiple, duration or measurement is only approximate. */
function isRough({ hedge, unit, isShare, values: [value = 0] }: Figure): boolean {
  if (hedge === null || hedge === 'most' || unit?.startsWith('money:')) return false
  if (unit === 'times' || unit === 'month' || (unit === 'percent' && isShare)) return true
  return hedge === 'about' && unit !== 'percent' && (unit !== null || value < LARGE_COUNT)
}

const LARGE_COUNT = 100

/** Whether a figure counts two or three things, which a draft may have counted itself: two races, two golds. */
const isSmallCount = ({ unit, nouns, values }: Figure, evidence: Evidence): boolean =>
  unit === null &&
  nouns.length > 0 &&
  values.every((value) => value <= MOST_COUNTED) &&
  !evidence.some(({ figures }) =>
    figures.slice(0, MAX_FIGURES).some((each) => each.unit === null && each.nouns.some((noun) => nouns.includes(noun))),
  )

const MOST_COUNTED = 3
/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300

/** Whether a figure says that something happened twice. A multiple or rate is another claim: twice as much, twice a day. */
const isFrequency = ({ unit, values: [value = 0], next, per }: Figure, tokens: readonly Token[]): boolean =>
  unit === 'times' &&
  value === 2 &&
  per === undefined &&
  /^(?:twice|times|(?:ال)?مر(?:ه|ات|تان|تين))$/u.test(tokens[next - 1]?.key ?? '') &&
  !/^(?:as|more|the|that|higher|larger|bigger|faster|اكثر|اكبر|اعلي|اسرع)$/u.test(tokens[next]?.key ?? '')

/** Whether a figure means "always open" or "my opinion", as in "a 24-hour service" and "my two cents". */
const isIdiom = ({ at, next }: Figure, tokens: readonly Token[]): boolean =>
  /^24 - hours?$|^my two cents$/.test(
    tokens
      .slice(tokens[at]?.key === 'two' ? at - 1 : at, next)
      .map(({ key }) => key)
      .join(' '),
  )
