import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsIn, evidenceOf } from '#core/grounding/claims.ts'

/** Sources, and drafts from them with what is wrong in each: written for the purpose by somebody who knew no rule of ours. */
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

const [LEAST_MARKED, MOST_FALSE] = [0.95, 0.05]

/** How many of the planted figures, dates and quotations are marked, and how much that is right is marked, too. */
export async function benchGrounding({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  const counts = { drafts: 0, arabic: 0, planted: 0, marked: 0, right: 0, falsely: 0, bytes: 0 }
  const from = performance.now()
  for (const { file, content } of groundingCases())
    for (const draft of content.drafts) {
      const source = content.sources[draft.source]
      if (!source) throw new Error(`${file} names a source that it has not`)
      const claims = claimsIn(draft.text, evidenceOf({ source }))
      const spans = draft.wrong.map(({ text }) => ({
        start: draft.text.indexOf(text),
        end: draft.text.indexOf(text) + text.length,
      }))
      const isPlanted = (one: { start: number; end: number }) =>
        spans.some(({ start, end }) => one.start < end && one.end > start)
      const marks = claims.filter(({ found }) => found === null)
      const missed = draft.wrong.filter(
        (_, n) => !marks.some((mark) => mark.start < (spans[n]?.end ?? 0) && mark.end > (spans[n]?.start ?? 0)),
      )
      const falsely = marks.filter((mark) => !isPlanted(mark))
      counts.drafts++
      if (draft.language === 'ar') counts.arabic++
      counts.planted += draft.wrong.length
      counts.marked += draft.wrong.length - missed.length
      counts.right += claims.filter((claim) => !isPlanted(claim)).length
      counts.falsely += falsely.length
      counts.bytes += source.text.length + draft.text.length
      if (!isNamed) continue
      for (const { text, kind } of missed) console.log(`${file} (${draft.language}): ${kind} not marked: ${text}`)
      for (const { text, kind } of falsely) console.log(`${file} (${draft.language}): ${kind} marked falsely: ${text}`)
    }
  const [marked, falsely] = [counts.marked / counts.planted, counts.falsely / counts.right]
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  console.log(
    `${counts.drafts} drafts, ${counts.arabic} of them Arabic, in ${(performance.now() - from).toFixed(0)} ms`,
  )
  console.log(
    `planted wrong figures, dates and quotations marked: ${counts.marked} of ${counts.planted}, ${percent(marked)} (at least 95 %)`,
  )
  console.log(`what is right marked falsely: ${counts.falsely} of ${counts.right}, ${percent(falsely)} (under 5 %)`)
  return marked >= LEAST_MARKED && falsely < MOST_FALSE
}
