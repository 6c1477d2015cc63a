import { formatLocale, type Language, type Numerals } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { translator } from '../messages.ts'

export type Move = { from: Date; to: Date; timeZone: string }

export function moveTimes(
  { from, to, timeZone }: Move,
  language: Language,
  numerals: Numerals,
): { from: string; to: string } {
  const format = new Intl.DateTimeFormat(formatLocale(language, numerals), {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return { from: format.format(from), to: format.format(to) }
}

/**
 * Describes posts whose time changed because of new time zone rules.
 * @param move the latest of `count` changes; undefined when no such post is still scheduled
 */
export function moveText(
  kind: 'moved' | 'unmoved',
  move: Move | undefined,
  { platform, count }: { platform: Platform; count: number },
  language: Language,
  numerals: Numerals,
): { title: string; text: string } {
  const t = translator(language, numerals)
  const title = t(`notifications.titles.${kind}`, { platform: rulesOf(platform).name, count })
  if (!move) return { title, text: '' }
  const { timeZone, from } = move
  const parts = new Intl.DateTimeFormat(formatLocale(language, numerals), {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts(from)
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return { title, text: t(`notifications.texts.${kind}`, { ...moveTimes(move, language, numerals), zone, count }) }
}
