import { expect, test } from 'vitest'
import { INTRO_PLACEHOLDERS } from '#core/posts/dashboard-intro.ts'
import { introHtml } from './dashboard-intro.ts'

test("shows a user's name in the greeting as typed, even if it contains HTML tags or placeholders", () => {
  const drawn = `<h1>${INTRO_PLACEHOLDERS.greeting}</h1><p>${INTRO_PLACEHOLDERS.overview}</p>${INTRO_PLACEHOLDERS.trouble}`
  const both = { usual: drawn, beginning: drawn }
  const firstName = `<b>&$& ${INTRO_PLACEHOLDERS.overview}`
  const html = introHtml(
    { openings: { en: both, ar: both } },
    {
      user: { firstName, timeZone: 'Asia/Riyadh', emailConfirmed: true } as never,
      language: 'en',
      first: {
        answers: {
          '/api/posts/summary?weekFrom=x': { byStatus: {}, next: null, underWay: [], views: null },
          '/api/social-accounts': [],
        },
        tags: {},
      },
      now: new Date('2025-12-03T09:00:00Z'),
    },
  )
  expect(html).toBe(`<h1>Good afternoon, \u2068&lt;b&gt;&amp;$&amp; ${INTRO_PLACEHOLDERS.overview}\u2069</h1><p></p>`)
})

test("renders the posts' view counts on the dashboard as words and bars, and reserves space for failed posts above the list", () => {
  const drawn = `<p>${INTRO_PLACEHOLDERS.overview}</p>${INTRO_PLACEHOLDERS.trouble}`
  const both = { usual: drawn, beginning: drawn }
  const summary = {
    byStatus: { failed: 1 },
    next: null,
    underWay: [],
    views: { days: [0, 0, 0, 0, 0, 0, 1799], before: 1343 },
  }
  const html = introHtml(
    { openings: { en: both, ar: both } },
    {
      user: { firstName: 'Layla', timeZone: 'Asia/Riyadh', emailConfirmed: true } as never,
      language: 'ar',
      first: { answers: { '/api/posts/summary?weekFrom=x': summary, '/api/social-accounts': [] }, tags: {} },
      now: new Date('2025-12-03T09:00:00Z'),
    },
  )
  expect(html).toContain('<strong class="font-strong text-ink">١٬٧٩٩ مشاهدة</strong>، بزيادة')
  expect(html?.match(/<rect/g)).toHaveLength(7)
  expect(html).toMatch(/<\/p><div class="[^"]*h-13/)
})
