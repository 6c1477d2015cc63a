import type { Post } from '#core/posts/contract.ts'

const EXCERPT_LENGTH = 60
const STATUS_WIDTH = 11
const PLATFORM_WIDTH = 9

/** A post as one line: id, status, network, time and the beginning of its text. */
export function postLine({ id, status, platform, content, ...post }: Post): string {
  const at = post.publishedAt ?? post.scheduledAt ?? post.plannedAt
  const time = at === null ? '-' : localTime(at, post.timeZone)
  return [id, status.padEnd(STATUS_WIDTH), platform.padEnd(PLATFORM_WIDTH), time, isolated(excerpt(content))].join('  ')
}

/** Formats an instant as `2026-03-01 08:30 Asia/Riyadh`, in the zone of the post or else of this machine. */
function localTime(instant: string, timeZone: string | null): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone ?? undefined,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return `${format.format(new Date(instant))} ${format.resolvedOptions().timeZone}`
}

/** One line without control characters, because a terminal would obey them. */
export const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function excerpt(text: string): string {
  // Shorten before splitting, because a post may have a hundred thousand characters.
  const graphemes = [...new Intl.Segmenter().segment(inLine(text.slice(0, EXCERPT_LENGTH * 20)))]
  const shown = graphemes.slice(0, EXCERPT_LENGTH).map(({ segment }) => segment)
  return graphemes.length > EXCERPT_LENGTH ? `${shown.join('')}…` : shown.join('')
}

/** Isolates right-to-left text, so that it does not move the columns around it. */
const isolated = (text: string): string => `\u2068${text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069`
