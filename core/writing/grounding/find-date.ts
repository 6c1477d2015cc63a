import type { DateParts } from './dates.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'

export function findDate(claim: DateParts, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => holds(parts, claim, witness))
    if (date) return { witness, start: date.start, end: date.end }
    const figure = isYearOnly(claim) && witness.figures.find(({ values }) => values.includes(claim.year ?? 0))
    if (figure) return { witness, start: figure.start, end: figure.end }
  }
  return undefined
}

const isYearOnly = (parts: DateParts): boolean => Object.keys(parts).join('') === 'year'

/** All parts of a claimed date must occur together, except the year, which may stand elsewhere in the text. */
function holds(mention: DateParts, claim: DateParts, witness: EvidenceText): boolean {
  return (Object.keys(claim) as (keyof DateParts)[]).every((part) => {
    if (part === 'dial') return onDial(mention) === claim.dial
    const isLimit = part === 'month' && mention.quarter !== undefined && (claim.year ?? mention.year) === mention.year
    if (isLimit && isAtLimit(Number(claim.month), mention.quarter ?? 0)) return true
    // A month in the source also supports a claim about its quarter or season.
    const isItsYear = claim.year === undefined || mention.year === claim.year
    const hasMonth = mention[part] === undefined && mention.month !== undefined && isItsYear
    if (hasMonth && !isNamed(part, witness) && holdsMonth(part, claim, Number(mention.month))) return true
    if (part === 'time' && mention.dial !== undefined) return mention.dial === onDial(claim)
    if (mention[part] !== undefined) return mention[part] === claim[part]
    if (part !== 'year' || isYearOnly(claim)) return false
    return witness.dates.some(({ parts }) => parts.year === claim.year)
  })
}

/** Whether the source mentions quarters or halves. Then its months do not support a claim about others. */
const isNamed = (part: keyof DateParts, { dateParts }: EvidenceText): boolean =>
  (part === 'quarter' || part === 'half') && dateParts.has(part)

/** A relative date such as "last year" can be verified only if the source has a relative date of the same kind. */
export const isLookedUp = ({ relative }: DateParts, evidence: Evidence): boolean =>
  relative === undefined ||
  evidence.some(({ dates }) => dates.some(({ parts }) => parts.relative?.split(' ')[1] === relative.split(' ')[1]))

const SEASONS: Record<string, readonly number[]> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [12, 1, 2],
}

function holdsMonth(part: keyof DateParts, claim: DateParts, month: number): boolean {
  if (part === 'season') return SEASONS[claim.season ?? '']?.includes(month) ?? false
  if (part === 'quarter') return Math.ceil(month / 3) === claim.quarter
  return part === 'half' && Math.ceil(month / 6) === claim.half
}

/** Whether a month begins or ends a quarter: "between July and September" for the third quarter. */
const isAtLimit = (month: number, quarter: number): boolean => month === 3 * quarter - 2 || month === 3 * quarter

const onDial = ({ time, dial }: DateParts): number | undefined => dial ?? (time === undefined ? undefined : time % 720)
