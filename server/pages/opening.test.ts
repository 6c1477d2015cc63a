import { describe, expect, test } from 'vitest'
import { placeFor } from '#core/opening.ts'
import type { BuiltPages } from './built-pages.ts'
import type { Visit } from './opening-visit.ts'
import { openingOf } from './opening.ts'

const opening = (lines: Record<string, string>) => {
  const frame = (name: string) => `<a href="/menu">${name}</a>${placeFor('lines')}`
  const built = { frames: { usual: frame('alone'), switching: frame('with a switcher') }, lines }
  return { en: built, ar: built }
}

const BUILT = {
  basePath: '',
  openings: {
    '/create': opening({ usual: '<h1>٢ forms</h1>', offline: '<h1>Offline</h1>' }),
    '/schedule': opening({
      usual: `<h1>${placeFor('months')}</h1><p>${placeFor('zone')}</p><b>${placeFor('today')}</b>Add<table>${placeFor('weeks')}</table>`,
      reading: 'No right to add',
      week: `<tr>${placeFor('days')}</tr>`,
      ...Object.fromEntries(
        ['day', 'weekend', 'today', 'outside', 'outsideWeekend'].map((kind) => [
          kind,
          `<td class="${kind}">${placeFor('number')}</td>`,
        ]),
      ),
    }),
  },
} as unknown as BuiltPages

const USER = {
  id: 'u1',
  timeZone: 'Asia/Riyadh',
  emailConfirmed: true,
  isPublishingHeld: false,
  hasWorkspaces: false,
  hijriDates: false,
  weekStartsOn: null,
}

const OFFLINE = { answers: { '/api/ai/status': { fallback: 'offline' } }, tags: {} }

const draw = (
  path: string,
  { user, ...visit }: Omit<Partial<Visit>, 'user'> & { user?: Partial<Visit['user']> } = {},
) =>
  openingOf(BUILT, path, {
    user: { ...USER, ...user },
    member: undefined,
    language: 'en',
    locale: 'en-US',
    first: { answers: {}, tags: {} },
    now: new Date('2025-12-03T09:00:00Z'),
    query: undefined,
    pathBefore: '',
    ...visit,
  } as Visit)

const member = (role: 'viewer' | 'writer' | 'editor') => ({ role, approval: { of: 'none', platforms: [] } }) as never

const BARS = '<a href="/menu">alone</a>'

describe('the first lines of the composer', () => {
  test("prerenders an empty composer form, and names the browser's storage keys whose texts replace the form", () => {
    expect(draw('/create')).toEqual({
      html: `${BARS}<h1>٢ forms</h1>`,
      replacedBy: 'frogy.composer.u1 frogy.guest-drafts',
    })
    expect(draw('/create', { first: OFFLINE })?.html).toBe(`${BARS}<h1>Offline</h1>`)
  })

  test('prerenders no composer form if a URL parameter may change the form, or a notice may appear above it', () => {
    expect(draw('/create', { query: 'at=2025-12-04' })).toEqual({ html: BARS })
    expect(draw('/create', { user: { isPublishingHeld: true } })).toEqual({ html: BARS })
    expect(draw('/create', { user: { emailConfirmed: false } })?.html).toContain('<h1>')
  })

  test('prerenders the composer with the digits that the user reads', () => {
    expect(draw('/create', { language: 'ar', user: { timeZone: 'Asia/Dubai' } })?.html).toContain('<h1>2 forms</h1>')
  })

  test('prerenders links to the pages of the workspace, and no composer for a member who may not write', () => {
    expect(draw('/create', { member: member('writer'), pathBefore: '/w/7' })?.html).toBe(
      '<a href="/w/7/menu">with a switcher</a><h1>٢ forms</h1>',
    )
    expect(draw('/create', { member: member('viewer'), pathBefore: '/w/7' })).toBeUndefined()
  })
})

describe('the first lines of the schedule', () => {
  test('prerenders the current month of the schedule in whole weeks', () => {
    const html = draw('/schedule')?.html ?? ''
    expect(html).toContain('<h1>December 2025</h1><p>Riyadh, GMT+3</p><b>3 December</b>Add')
    expect(html).toContain('<table><tr><td class="outside">30</td><td class="day">1</td>')
    expect(html).toContain('<td class="today">3</td><td class="day">4</td><td class="weekend">5</td>')
    expect(html).toContain(
      '<td class="outside">1</td><td class="outsideWeekend">2</td><td class="outsideWeekend">3</td></tr>',
    )
    expect(html.match(/<tr>/g)).toHaveLength(5)
    expect(html.match(/class="weekend"/g)).toHaveLength(8)
  })

  test('prerenders no month if the schedule has another view, failed posts above the month, or Hijri dates', () => {
    const failed = { '/api/posts/summary?weekFrom=x': { byStatus: { failed: 1 } } }
    expect(draw('/schedule', { query: 'view=week' })).toEqual({ html: BARS })
    expect(draw('/schedule', { first: { answers: failed, tags: {} } })).toEqual({ html: BARS })
    expect(draw('/schedule', { user: { hijriDates: true } })).toEqual({ html: BARS })
  })

  test("prerenders no month if the browser's language is invalid and the time zone has no known country", () => {
    expect(draw('/schedule', { locale: '*!', user: { timeZone: 'Etc/GMT-3' } })).toEqual({ html: BARS })
  })

  test('shows the button to add posts on the prerendered schedule only to members who may add posts', () => {
    expect(draw('/schedule', { member: member('editor') })?.html).toContain('Add')
    expect(draw('/schedule', { member: member('writer') })?.html).toContain('No right to add')
  })
})
