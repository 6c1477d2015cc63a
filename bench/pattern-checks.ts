import { absolutesIn } from '#core/writing/absolutes.ts'
import { blanksIn, commentCalls, singleSentenceLines } from '#core/writing/form-faults.ts'
import { isInLanguage } from '#core/writing/in-language.ts'
import { removeInjectedText } from '#core/writing/injected-text.ts'
import { inventedScenes } from '#core/writing/own-experience.ts'
import type { WritingTask } from '#core/writing/prompt.ts'

interface Drafts {
  sources: { title: string; text: string }[]
  drafts: { source: number; language: 'en' | 'ar'; text: string; wrong: unknown[] }[]
}

type Case = { file: string; content: Drafts }

/**
 * Drafts without a planted error. Leaves out set C, so that rules which are tuned to these drafts can later be tested
 * with set C.
 */
const rightDrafts = (cases: readonly Case[]) =>
  cases
    .filter(({ file }) => !file.startsWith('c-'))
    .flatMap(({ content: { sources, drafts } }) =>
      drafts.flatMap(({ source, language, text, wrong }) => {
        const from = sources[source]
        return from && wrong.length === 0 ? [{ language, text, source: from }] : []
      }),
    )

/** Counts, per language, the correct drafts that each pattern check marks. */
export function measurePatternChecks(
  cases: readonly Case[],
): Record<'en' | 'ar', { drafts: number; marked: Record<string, number> }> {
  const results = { en: { drafts: 0, marked: {} }, ar: { drafts: 0, marked: {} } } as ReturnType<
    typeof measurePatternChecks
  >
  for (const { language, text, source } of rightDrafts(cases)) {
    const own = source.title
    const task: WritingTask = {
      platform: 'linkedin',
      language: language === 'en' ? 'english' : 'arabic',
      topic: own,
      contentType: 'educational',
      tone: 'professional',
      source,
    }
    const found = {
      absolutes: absolutesIn(text, { own, source: source.text }).length > 0,
      scenes: inventedScenes(text, { own, facts: '', source: source.text }).length > 0,
      blanks: blanksIn(text).length > 0,
      'calls to comment': commentCalls(text, own).length > 0,
      'single lines': singleSentenceLines(text) > 0,
      'other language': !isInLanguage(text, task.language, source.text),
      'removed sentences': removeInjectedText(task, { content: text, hashtags: [] })?.removed.length !== 0,
    }
    const result = results[language]
    result.drafts++
    for (const [check, isMarked] of Object.entries(found))
      result.marked[check] = (result.marked[check] ?? 0) + Number(isMarked)
  }
  return results
}

export function benchPatternChecks(cases: readonly Case[]): void {
  for (const [language, { drafts, marked }] of Object.entries(measurePatternChecks(cases)))
    for (const [check, count] of Object.entries(marked))
      console.log(
        `right drafts marked for ${check}, ${language}: ${count} of ${drafts}, ${((100 * count) / drafts).toFixed(1)} %`,
      )
}
