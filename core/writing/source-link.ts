import { limitsFor } from '../platforms/limits.ts'
import { rulesOf } from '../platforms/platform.ts'
import { countFor } from '../platforms/text-count.ts'
import { publishedText } from '../posts/published-text.ts'
import { withLink } from './link-in-text.ts'
import { lengthOf, type WritingTask } from './prompt.ts'

/** The minimum space for the text. A source address that leaves less is not added. */
const LEAST_ROOM = 150

/** Reserves space for the source's address if posts on the network contain it by default. */
export function withSourceLink(task: WritingTask): WritingTask {
  const link = task.source?.address
  if (!link || !rulesOf(task.platform).takesSourceLink) return task
  const { platform } = task
  const room = limitsFor({ platform }).textLimit - countFor(platform, `\n\n${link}`)
  if (room < LEAST_ROOM) return task
  const [from, to] = lengthOf(task)
  const most = Math.floor(room * 0.9)
  return { ...task, link, ...(to > most && { length: [Math.min(from, Math.floor(most / 2)), most] as const }) }
}

type Text = { content: string; hashtags: readonly string[] }

/** Appends the task's link, unless the text would then exceed the network's limit. */
export function linkedContent({ platform, link }: Pick<WritingTask, 'platform' | 'link'>, text: Text): string {
  if (!link) return text.content
  const content = withLink(text.content, link)
  const isFitting = countFor(platform, publishedText({ ...text, content })) <= limitsFor({ platform }).textLimit
  return isFitting ? content : text.content
}
