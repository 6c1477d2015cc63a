import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsIn } from '#core/writing/grounding/claims.ts'
import { evidenceOf } from '#core/writing/grounding/evidence.ts'
import { benchBareTopics } from './bare-topics.ts'
import { benchPatternChecks } from './pattern-checks.ts'

const CORPUS = join(import.meta.dirname, '..', 'tests', 'corpus')
/**
 * Sources, and drafts with planted errors. Their author did not know the rules by which Frogy finds unsupported claims.
 */
const FOLDER = join(CORPUS, 'grounding')
/**
 * Further sources and drafts, in sets: the first letter of a file name is its set. Frogy's rules for claims are tuned
 * to all of them except set L, which shows what to expect in new texts. All drafts of set H are correct.
 */
export const UNSEEN = join(CORPUS, 'grounding-unseen')

type Language = 'en' | 'ar'

interface GroundingCase {
  sources: { language: Language; title: string; text: string }[]
  drafts: { source: number; language: Language; text: string; wrong: { text: string; kind: string }[] }[]
}

export const groundingCases = (folder = FOLDER): { file: string; content: GroundingCase }[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({ file, content: JSON.parse(readFileSync(join(folder, file), 'utf8')) as GroundingCase }))

/** The year in which the benchmark's texts were written. */
const WRITTEN_IN = 2025

export const [LEAST_MARKED, MOST_FALSE] = [0.95, 0.05]

interface Share {
  part: number
  of: number
}

const share = (): Share => ({ part: 0, of: 0 })
const shareOf = ({ part, of }: Share): number => (of === 0 ? 0 : part / of)

function count(one: Share, isCounted: boolean): void {
  one.of++
  if (isCounted) one.part++
}

function newResult() {
  return {
    drafts: 0,
    /** Planted errors that the checker marked. */
    planted: share(),
    plantedByKind: new Map<string, Share>(),
    /** Correct claims that the checker marked by mistake. */
    falseMarks: share(),
    falseMarksByKind: new Map<string, Share>(),
    /** For each rule of the checker: the planted errors that it marked, and all claims that it marked. */
    precision: new Map<string, Share>(),
    /** Drafts without a planted error in which the checker marked a claim. */
    rightDrafts: share(),
    mistakes: [] as string[],
  }
}

type GroundingResult = ReturnType<typeof newResult>

/** Counts the planted errors and correct claims that were marked, per language. Lists each miss and false mark. */
export function measureGrounding(cases = groundingCases()): Record<Language, GroundingResult> {
  const results = { en: newResult(), ar: newResult() }
  for (const { file, content } of cases) {
    const known = content.sources.map((source) => evidenceOf({ source }))
    for (const draft of content.drafts) {
      const evidence = known[draft.source]
      if (!evidence) throw new Error(`${file} names a source that it has not`)
      const result = results[draft.language]
      const claims = claimsIn(draft.text, evidence, WRITTEN_IN)
      const planted = draft.wrong.map(({ text, kind }) => {
        const start = draft.text.indexOf(text)
        return { text, kind, start, end: start + text.length }
      })
      const marks = claims.filter(({ found }) => found === null)
      const mistake = (text: string) => result.mistakes.push(`${file} (${draft.language}): ${text}`)
      result.drafts++
      for (const mark of marks)
        count(
          entry(result.precision, mark.kind),
          planted.some((one) => overlap(one, mark)),
        )
      for (const one of planted) {
        const isMarked = marks.some((mark) => overlap(one, mark))
        count(result.planted, isMarked)
        count(entry(result.plantedByKind, one.kind), isMarked)
        if (!isMarked) mistake(`${one.kind} not marked: ${one.text}`)
      }
      for (const claim of claims.filter((each) => !planted.some((one) => overlap(one, each)))) {
        const isMarked = claim.found === null
        count(result.falseMarks, isMarked)
        count(entry(result.falseMarksByKind, claim.kind), isMarked)
        if (isMarked) mistake(`${claim.kind} marked falsely: ${claim.text}`)
      }
      if (planted.length === 0) count(result.rightDrafts, marks.length > 0)
    }
  }
  return results
}

function entry(shares: Map<string, Share>, kind: string): Share {
  const found = shares.get(kind) ?? share()
  shares.set(kind, found)
  return found
}

/** Adds up the results of both languages. */
export function groundingTotals({ en, ar }: Record<Language, GroundingResult>) {
  const sum = (one: Share, other: Share) => shareOf({ part: one.part + other.part, of: one.of + other.of })
  return {
    drafts: en.drafts + ar.drafts,
    arabic: ar.drafts,
    shareMarked: sum(en.planted, ar.planted),
    shareFalse: sum(en.falseMarks, ar.falseMarks),
    shareOfRightDrafts: sum(en.rightDrafts, ar.rightDrafts),
  }
}

interface Span {
  start: number
  end: number
}

const overlap = (one: Span, other: Span): boolean => one.start < other.end && one.end > other.start

/**
 * Prints how well the checker finds statements without a source. `npm run bench grounding` also prints each mistake,
 * except in the unseen texts.
 */
export async function benchGrounding({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  const from = performance.now()
  const results = measureGrounding()
  const { drafts, shareMarked, shareFalse, shareOfRightDrafts } = groundingTotals(results)
  const ms = performance.now() - from
  if (isNamed) for (const line of [...results.en.mistakes, ...results.ar.mistakes]) console.log(line)
  printResults('corpus', results)
  for (const [set, cases] of Map.groupBy(groundingCases(UNSEEN), ({ file }) => file[0]?.toUpperCase()))
    printResults(`set ${set}`, measureGrounding(cases))
  benchBareTopics()
  benchPatternChecks([...groundingCases(), ...groundingCases(UNSEEN)])
  console.log(`${drafts} drafts in ${ms.toFixed(0)} ms`)
  console.log(`planted errors marked: ${percent(shareMarked)} (at least 95 %)`)
  console.log(`correct claims marked falsely: ${percent(shareFalse)} (under 5 %)`)
  console.log(`correct drafts with a mark: ${percent(shareOfRightDrafts)}`)
  return shareMarked >= LEAST_MARKED && shareFalse < MOST_FALSE
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`

function printResults(name: string, results: Record<Language, GroundingResult>): void {
  const line = (what: string, one: Share) =>
    console.log(`  ${what}: ${one.part} of ${one.of}, ${percent(shareOf(one))}`)
  for (const language of ['en', 'ar'] as const) {
    const { drafts, planted, plantedByKind, falseMarks, falseMarksByKind, rightDrafts, precision } = results[language]
    console.log(`${name}, ${language}, ${drafts} drafts`)
    line('planted errors marked', planted)
    for (const [kind, one] of plantedByKind) line(`  ${kind}`, one)
    line('correct claims marked falsely', falseMarks)
    for (const [kind, one] of falseMarksByKind) line(`  ${kind}`, one)
    line('correct drafts with a mark', rightDrafts)
    for (const [kind, one] of precision) line(`precision of ${kind} marks`, one)
  }
}
