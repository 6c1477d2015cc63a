import { limitsFor } from '../platforms/limits.ts'
import { countFor } from '../platforms/text-count.ts'
import { parseHashtags } from '../posts/hashtags.ts'
import { publishedText } from '../posts/published-text.ts'
import type { Ending } from './phrases-contract.ts'
import { lengthOf, type WritingTask } from './prompt.ts'

// The author's phrases with which new drafts end. Code appends them, so that their words stay exact.

/** The least room that endings must leave for a draft. */
const LEAST_ROOM = 150

/** Adds the endings for the task's network and language, and reserves room for them. */
export function withEndings(task: WritingTask, phrases: readonly (Ending & { text: string })[]): WritingTask {
  const { platform, language, link } = task
  const endings = phrases
    .filter(({ platforms, languages }) => platforms.includes(platform) && languages.includes(language))
    .map(({ text }) => text)
  if (endings.length === 0) return task
  const appended = [...endings, ...(link ? [link] : [])].map((text) => `\n\n${text}`).join('')
  const room = limitsFor({ platform }).textLimit - countFor(platform, appended)
  if (room < LEAST_ROOM) return { ...task, endings }
  const [from, to] = lengthOf(task)
  const most = Math.floor(room * 0.9)
  return { ...task, endings, ...(to > most && { length: [Math.min(from, Math.floor(most / 2)), most] as const }) }
}

type Text = { content: string; hashtags: string[] }

/**
 * Appends the task's endings that fit the network's limit, unless the text contains them already. An ending of hashtags
 * joins the draft's hashtags, which stand last.
 */
export function endedText<T extends Text>({ platform, endings = [] }: EndingTask, draft: T): T {
  return endings.reduce<T>((text, ending) => {
    const next = isHashtags(ending) ? withHashtags(text, ending) : withEnding(text, ending)
    const { textLimit, hashtagLimit } = limitsFor({ platform })
    const isFitting = countFor(platform, publishedText(next)) <= textLimit
    return isFitting && next.hashtags.length <= (hashtagLimit ?? Infinity) ? next : text
  }, draft)
}

type EndingTask = Pick<WritingTask, 'platform' | 'endings'>

const isHashtags = (ending: string): boolean => /^(?:#[^\s#]+\s*)+$/u.test(ending)

function withEnding<T extends Text>(text: T, ending: string): T {
  const isContained = inOneLine(text.content).includes(inOneLine(ending))
  return isContained ? text : { ...text, content: `${text.content.trimEnd()}\n\n${ending}` }
}

const withHashtags = <T extends Text>(text: T, ending: string): T => ({
  ...text,
  hashtags: parseHashtags([...text.hashtags, ...ending.split(/\s+/u)]),
})

const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
