import { expect, test } from 'vitest'
import { OPENING_PLACES } from '#core/posts/opening.ts'
import { openingHtml } from './opening.ts'

test('a name is shown as it was typed, and is neither a tag nor a place to fill', () => {
  const drawn = `<h1>${OPENING_PLACES.greeting}</h1><p>${OPENING_PLACES.overview}</p>`
  const both = { usual: drawn, beginning: drawn }
  const firstName = `<b>&$& ${OPENING_PLACES.overview}`
  const html = openingHtml(
    { openings: { en: both, ar: both } },
    {
      user: { firstName, timeZone: 'Asia/Riyadh', emailConfirmed: true } as never,
      language: 'en',
      first: {
        answers: {
          '/api/posts/summary?weekFrom=x': { byStatus: {}, next: null, underWay: [] },
          '/api/social-accounts': [],
        },
        tags: {},
      },
      now: new Date('2025-12-03T09:00:00Z'),
    },
  )
  expect(html).toBe(
    `<h1>Good afternoon, \u2068&lt;b&gt;&amp;$&amp; ${OPENING_PLACES.overview}\u2069</h1><p>No account connected and no post scheduled.</p>`,
  )
})
