import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { claimsIn } from '#core/writing/grounding/claims.ts'
import { evidenceOf } from '#core/writing/grounding/evidence.ts'

const FOLDER = join(import.meta.dirname, '..', 'tests', 'corpus', 'bare-topics')

/**
 * Sets of drafts written from only a topic, with and without made-up facts. The checks of drafts were not tuned to the
 * `unseen-…` sets.
 */
export const BARE_TOPIC_FILES = ['en', 'ar', 'unseen-en', 'unseen-ar'] as const

interface BareTopicFile {
  /** The current year. A correct draft may state it although the topic does not. */
  year: number
  cases: { topic: string; honest: string[]; invented: { text: string; wrong: [text: string, kind: string][] }[] }[]
}

export function measureBareTopics(file: (typeof BARE_TOPIC_FILES)[number]) {
  const { year, cases } = JSON.parse(readFileSync(join(FOLDER, `${file}.json`), 'utf8')) as BareTopicFile
  const result = { inventions: 0, marked: 0, honest: 0, honestMarked: 0, mistakes: [] as string[] }
  for (const { topic, honest, invented } of cases) {
    const evidence = evidenceOf({ topic })
    const marksIn = (text: string) => claimsIn(text, evidence, year).filter(({ found }) => found === null)
    for (const text of honest) {
      const marks = marksIn(text)
      result.honest++
      if (marks.length > 0) result.honestMarked++
      for (const mark of marks) result.mistakes.push(`${file}: ${mark.kind} marked falsely: ${mark.text}`)
    }
    for (const { text, wrong } of invented) {
      const marks = marksIn(text)
      for (const [words, kind] of wrong) {
        const start = text.indexOf(words)
        const isMarked = marks.some((mark) => mark.start < start + words.length && mark.end > start)
        result.inventions++
        if (isMarked) result.marked++
        else result.mistakes.push(`${file}: ${kind} not marked: ${words}`)
      }
    }
  }
  return result
}

export function benchBareTopics(): void {
  for (const file of BARE_TOPIC_FILES) {
    const { inventions, marked, honest, honestMarked, mistakes } = measureBareTopics(file)
    if (!file.startsWith('unseen')) for (const mistake of mistakes) console.log(mistake)
    console.log(`bare topics, ${file}`)
    console.log(`  inventions marked: ${marked} of ${inventions}, ${percent(marked / inventions)} (at least 95 %)`)
    console.log(
      `  honest drafts with a mark: ${honestMarked} of ${honest}, ${percent(honestMarked / honest)} (under 10 %)`,
    )
  }
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`
