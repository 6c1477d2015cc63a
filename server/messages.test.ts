import { expect, test, vi } from 'vitest'
import { ERROR_STATUS } from '#core/errors.ts'
import { LANGUAGES } from '#core/language.ts'
import { NOTIFICATION_KINDS } from '#core/notifications/action.ts'
import { FAILURE_CODES } from '#core/publishing/failure.ts'
import { MOMENTS } from '#core/posts/timeline.ts'
import { translator } from './messages.ts'

/** Each kind of notification has one title, and another title after it is resolved. */
const TITLES = [
  ...NOTIFICATION_KINDS.filter((kind) => kind !== 'security'),
  'second_factor_removed',
  'access_ended',
  'restored',
  'ended',
  'jobsDone',
]
/** Notifications of unpublished posts show the reason instead of a fixed text, unless resolved. */
const TEXTS = ['mended', ...TITLES.filter((title) => !['failed', 'missed', 'unconfirmed'].includes(title))]
const NEEDED = [
  ...Object.keys(ERROR_STATUS).map((code) => `errors.${code}`),
  ...FAILURE_CODES.flatMap((code) => [`publishing.failures.${code}`, `publishing.causes.${code}`]),
  ...['subject', 'text', 'answer', 'done'].map((part) => `mail.reset.${part}`),
  ...['subject', 'text', 'sent', 'done'].map((part) => `mail.confirm.${part}`),
  ...['subject', 'text'].map((part) => `mail.trouble.${part}`),
  ...['subject', 'text', 'more', 'movedPost'].map((part) => `mail.troubles.${part}`),
  'mail.delayed.subject',
  'mail.account.text',
  ...['subject', 'text'].flatMap((part) => [`mail.mention.${part}`, `mail.guestComments.${part}`]),
  ...MOMENTS.map((moment) => `publishing.timeline.${moment}`),
  ...TITLES.map((title) => `notifications.titles.${title}`),
  ...TEXTS.map((text) => `notifications.texts.${text}`),
]
const VALUES = {
  by: 'machine',
  after: 'reset',
  ended: 'E',
  platform: 'X',
  wait: 3,
  unit: 'seconds',
  name: 'Layla',
  link: 'https://x',
  reason: 'R',
  excerpt: 'E',
  host: 'example.com',
  status: 404,
  type: 'image/gif',
  megabytes: 5,
  megapixels: 50,
  count: 3,
  limit: 500,
  used: 480,
  renewsAt: Date.UTC(2026, 11, 1),
  scope: 'posts:read',
  waiting: 2,
  failed: 0,
  days: 6,
  title: 'T',
  text: 'T',
  posts: 'P',
  part: 2,
  total: 5,
  share: 0.5,
  from: 'F',
  to: 'T',
  zone: 'Z',
  workspace: 'W',
  comments: 'C',
}

test.each(LANGUAGES)(
  'finds every error, failure and mail text in the language %s, with all placeholders',
  (language) => {
    const complaints = vi.spyOn(console, 'error')
    for (const key of NEEDED) {
      const text = translator(language)(key, VALUES)
      expect(text).not.toBe(key)
      expect(text).not.toMatch(/[{}]|undefined/)
      if (language === 'ar') expect(text).toMatch(/\p{Script=Arabic}/u)
    }
    expect(complaints).not.toHaveBeenCalled()
    complaints.mockRestore()
  },
)

test('uses each of the six Arabic plural forms for the numbers that need it', () => {
  const wait = (wait: number) => translator('ar')('errors.too_many_requests', { wait, unit: 'seconds' })
  expect([0, 1, 2, 3, 11, 100].map(wait).map((text) => text.split('جديد ')[1])).toEqual([
    'الآن.',
    'بعد ثانية واحدة.',
    'بعد ثانيتين.',
    'بعد ٣ ثوانٍ.',
    'بعد ١١ ثانية.',
    'بعد ١٠٠ ثانية.',
  ])
})

test.each([
  ['en', 'minutes', 59, 'in 59 minutes.'],
  ['en', 'hours', 1, 'in 1 hour.'],
  ['ar', 'minutes', 2, 'بعد دقيقتين.'],
  ['ar', 'minutes', 59, 'بعد ٥٩ دقيقة.'],
  ['ar', 'hours', 24, 'بعد ٢٤ ساعة.'],
] as const)('writes a long wait in the language %s in the unit %s', (language, unit, wait, expected) => {
  expect(translator(language)('errors.too_many_requests', { wait, unit })).toMatch(new RegExp(`${expected}$`))
})
