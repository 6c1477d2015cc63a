import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsIn } from '#core/writing/grounding/claims.ts'
import { evidenceOf } from '#core/writing/grounding/evidence.ts'

/** Sources, and drafts with planted errors. The author of these texts did not know our rules. */
const FOLDER = join(import.meta.dirname, '..', 'tests', 'corpus', 'grounding')

export interface GroundingCase {
  sources: { language: 'en' | 'ar'; title: string; text: string }[]
  drafts: { source: number; language: 'en' | 'ar'; text: string; wrong: { text: string; kind: string }[] }[]
}

export const groundingCases = (): { file: string; content: GroundingCase }[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({ file, content: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as GroundingCase }))

export const [LEAST_MARKED, MOST_FALSE] = [0.95, 0.05]

/** The share of planted errors and of correct statements that were marked, and each miss and false mark. */
export function measureGrounding() {
  const counts = { drafts: 0, arabic: 0, planted: 0, marked: 0, right: 0, falseMarks: 0 }
  const mistakes: string[] = []
  for (const { file, content } of groundingCases())
    for (const draft of content.drafts) {
      const source = content.sources[draft.source]
      if (!source) throw new Error(`${file} names a source that it has not`)
      const claims = claimsIn(draft.text, evidenceOf({ source }))
      const planted = draft.wrong.map(({ text, kind }) => {
        const start = draft.text.indexOf(text)
        return { text, kind, start, end: start + text.length }
      })
      const isPlanted = (claim: Span) => planted.some((one) => overlap(one, claim))
      const marks = claims.filter(({ found }) => found === null)
      const missed = planted.filter((one) => !marks.some((mark) => overlap(one, mark)))
      const falseMarks = marks.filter((mark) => !isPlanted(mark))
      counts.drafts++
      if (draft.language === 'ar') counts.arabic++
      counts.planted += planted.length
      counts.marked += planted.length - missed.length
      counts.right += claims.filter((claim) => !isPlanted(claim)).length
      counts.falseMarks += falseMarks.length
      for (const { text, kind } of missed) mistakes.push(`${file} (${draft.language}): ${kind} not marked: ${text}`)
      for (const { text, kind } of falseMarks)
        mistakes.push(`${file} (${draft.language}): ${kind} marked falsely: ${text}`)
    }
  return {
    ...counts,
    mistakes,
    shareMarked: counts.marked / counts.planted,
    shareFalse: counts.falseMarks / counts.right,
  }
}

interface Span {
  start: number
  end: number
}

const overlap = (one: Span, other: Span): boolean => one.start < other.end && one.end > other.start

/**
 * Prints how well the checker finds statements without a source. `npm run bench grounding` also prints each mistake.
 */
export async function benchGrounding({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  const from = performance.now()
  const { drafts, arabic, planted, marked, right, falseMarks, mistakes, shareMarked, shareFalse } = measureGrounding()
  const ms = performance.now() - from
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  if (isNamed) for (const line of mistakes) console.log(line)
  console.log(`${drafts} drafts, ${arabic} of them Arabic, in ${ms.toFixed(0)} ms`)
  console.log(
    `planted wrong figures, dates and quotations marked: ${marked} of ${planted}, ${percent(shareMarked)} (at least 95 %)`,
  )
  console.log(`what is right marked falsely: ${falseMarks} of ${right}, ${percent(shareFalse)} (under 5 %)`)
  return shareMarked >= LEAST_MARKED && shareFalse < MOST_FALSE
}
