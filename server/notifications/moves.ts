import arabicCities from '#core/cities-ar.json' with { type: 'json' }
import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import { formatLocale, type Language, type Numerals } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { cityOf } from '#core/zone-name.ts'
import { translator } from '../messages.ts'

export type Move = { from: Date; to: Date; timeZone: string }

export function moveTimes(
  { from, to, timeZone }: Move,
  language: Language,
  numerals: Numerals,
): { from: string; to: string } {
  const format = new Intl.DateTimeFormat(formatLocale(language, numerals), {
    ...CLOCK,
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return { from: withoutLeadingZero(format.format(from)), to: withoutLeadingZero(format.format(to)) }
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
  const zone = cityOf(move.timeZone, language === 'ar' ? arabicCities : undefined)
  return { title, text: t(`notifications.texts.${kind}`, { ...moveTimes(move, language, numerals), zone, count }) }
}
