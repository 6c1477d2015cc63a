import { limitsFor } from '../platforms/limits.ts'
import { countFor } from '../platforms/text-count.ts'
import { parseHashtags } from '../posts/hashtags.ts'
import { publishedText } from '../posts/published-text.ts'
import type { Ending } from './phrases-contract.ts'
import { lengthOf, type WritingTask } from './prompt.ts'

// Phrases that the author wants at the end of new drafts. Code appends them, because a model would change their words.

/** The minimum number of characters that the author's ending phrases must leave for the draft itself. */
const LEAST_ROOM = 150

/** Adds the author's ending phrases for the task's network and language, and reserves space for them. */
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
 * Appends the author's ending phrases that fit the network's limit, unless the text already contains them. Hashtags in
 * such a phrase join the draft's hashtags.
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
