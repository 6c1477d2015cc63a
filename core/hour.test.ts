import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLOCK, withoutLeadingZero } from './hour.ts'
import { formatLocale, LANGUAGES, NUMERALS } from './language.ts'

test.each([
  ['09:00', '9:00'],
  ['00:05', '0:05'],
  ['10:05', '10:05'],
  ['20:09', '20:09'],
  ['٠٩:٠٠', '٩:٠٠'],
  ['١٠:٠٥', '١٠:٠٥'],
  ['09:00:03', '9:00:03'],
  ['00:00:00', '0:00:00'],
  ['9:00', '9:00'],
  ['Wednesday 03 December at 09:05', 'Wednesday 03 December at 9:05'],
  ['الأربعاء، ٣ ديسمبر في ٠٩:٠٥', 'الأربعاء، ٣ ديسمبر في ٩:٠٥'],
])('removes the leading zero of the hour in %s: %s', (text, expected) => {
  expect(withoutLeadingZero(text)).toBe(expected)
})

test('writes nine in the morning without a leading zero in every locale of the interface', () => {
  const at = new Date('2025-12-03T09:04:05Z')
  for (const language of LANGUAGES)
    for (const numerals of NUMERALS)
      for (const more of [{}, { second: '2-digit' }, { weekday: 'long', day: 'numeric', month: 'long' }] as const) {
        const locale = formatLocale(language, numerals)
        const format = new Intl.DateTimeFormat(locale, { ...CLOCK, ...more, timeZone: 'UTC' })
        expect(withoutLeadingZero(format.format(at))).toMatch(/(^|[^\p{Nd}])[9٩]:[0٠][4٤]/u)
      }
})

/** The file `core/time-zone.ts` formats local times for programs, not for people. In it, `09:30` keeps its zero. */
const FOR_PROGRAMS = 'core/time-zone.ts'

test('uses neither two-digit hours nor long time zone names in the times that users see', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('{core,server,web}/**/*.{ts,tsx}', { cwd: root })
  const others = files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file) && file !== FOR_PROGRAMS)
  const found = others.filter((file) =>
    /hour: '2-digit'|timeStyle:|timeZoneName: '(?:long|short)(?:Generic)?'/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(found).toEqual([])
})
