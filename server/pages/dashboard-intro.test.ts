import { expect, test } from 'vitest'
import { INTRO_PLACES } from '#core/posts/dashboard-intro.ts'
import { introLines } from './dashboard-intro.ts'

const VISIT = { member: undefined, locale: 'en-US', query: undefined, pathBefore: '' }

test("shows a user's name in the greeting as typed, even if it contains HTML tags or placeholders", () => {
  const drawn = `<h1>${INTRO_PLACES.greeting}</h1><p>${INTRO_PLACES.overview}</p>${INTRO_PLACES.trouble}`
  const both = { usual: drawn, beginning: drawn }
  const firstName = `<b>&$& ${INTRO_PLACES.overview}`
  const html = introLines(both, {
    ...VISIT,
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
  })
  expect(html).toBe(`<h1>Good afternoon, \u2068&lt;b&gt;&amp;$&amp; ${INTRO_PLACES.overview}\u2069</h1><p></p>`)
})

test("renders the posts' view counts on the dashboard as words and bars, and reserves space for failed posts above the list", () => {
  const drawn = `<p>${INTRO_PLACES.overview}</p>${INTRO_PLACES.trouble}`
  const both = { usual: drawn, beginning: drawn }
  const summary = {
    byStatus: { failed: 1 },
    next: null,
    underWay: [],
    views: { days: [0, 0, 0, 0, 0, 0, 1799], before: 1343 },
  }
  const html = introLines(both, {
    ...VISIT,
    user: { firstName: 'Layla', timeZone: 'Asia/Riyadh', emailConfirmed: true } as never,
    language: 'ar',
    first: { answers: { '/api/posts/summary?weekFrom=x': summary, '/api/social-accounts': [] }, tags: {} },
    now: new Date('2025-12-03T09:00:00Z'),
  })
  expect(html).toContain('<strong class="font-strong text-ink">١٬٧٩٩ مشاهدة</strong>، بزيادة')
  expect(html?.match(/<rect/g)).toHaveLength(7)
  expect(html).toMatch(/<\/p><div class="[^"]*h-13/)
})
