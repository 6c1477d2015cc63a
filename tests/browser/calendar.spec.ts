import type { Locator, Page } from '@playwright/test'
import { dateInNextView, dayAfter } from '#core/posts/calendar.ts'
import { DAY_MS } from '../support/post-requests.ts'
import {
  expect,
  forBoth,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
  keepToasts,
} from './browser-test.ts'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 } })

    test(`opens a day, and adds, moves and deletes a post by keyboard (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'threads')
      await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
      await page.goto(`${site.url}/schedule`)
      const today = page.locator('[data-day][aria-current=date]:visible')
      // The first weekday is at the left in English and at the right in Arabic.
      const [first, second] = [page.locator('[data-day]:visible').nth(0), page.locator('[data-day]:visible').nth(1)]
      const [x, next] = [(await first.boundingBox())?.x ?? 0, (await second.boundingBox())?.x ?? 0]
      expect(language === 'ar' ? x > next : x < next).toBe(true)

      // The current month also shows weeks of the next one, so use the month after that.
      for (const _ of [1, 2]) await page.getByRole('button', { name: t('calendar.next.month') }).press('Enter')
      await expect(today).toHaveCount(0)
      // The middle cell always belongs to the visible month.
      const day = page.locator('[data-day]:visible').nth(15)
      const date = (await day.getAttribute('data-day')) ?? ''
      await day.press('Enter')
      const dialog = page.getByRole('dialog').last()
      await expect(dialog.getByText(t('calendar.empty'))).toBeVisible()
      await dialog.getByRole('button', { name: t('calendar.addToDay') }).press('Enter')

      const adding = page.getByRole('dialog', { name: t('calendar.add') })
      const submit = adding.getByRole('button', { name: t('calendar.submit') })
      await expect(submit).toBeDisabled()
      await adding.getByLabel(t('calendar.content')).fill('Four signatures off one form')
      await expect(submit).toBeDisabled()
      for (const name of ['LinkedIn', 'Threads']) await adding.getByLabel(name, { exact: true }).press('Space')
      await submit.press('Enter')
      await expect(page.getByText(t('calendar.scheduled'))).toBeVisible()
      const posts = await layla.call('GET /api/posts/scheduled', {})
      expect(posts.map(({ scheduledAt }) => scheduledAt)).toEqual([`${date}T06:00:00.000Z`, `${date}T06:00:00.000Z`])

      await expect(dialog.getByRole('listitem')).toHaveCount(2)
      await expect(day).toContainText(language === 'ar' ? /منشوران/ : /2 posts/)
      const remove = dialog.getByRole('button', { name: t('posts.delete') }).first()
      await remove.press('Enter')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('posts.delete') })
        .press('Enter')
      await expect(dialog.getByRole('listitem')).toHaveCount(1)
      await dialog.getByRole('button', { name: t('posts.reschedule') }).press('Enter')
      const moving = page.getByRole('dialog').last()
      await moving.getByLabel(t('posts.schedule.time')).fill('21:15')
      await moving.getByRole('button', { name: t('posts.reschedule') }).press('Enter')
      await expect(moving.getByLabel(t('posts.schedule.time'))).toHaveCount(0)
      const [moved] = await layla.call('GET /api/posts/scheduled', {})
      expect(moved?.scheduledAt).toBe(`${date}T18:15:00.000Z`)
      await expect(dialog.getByRole('button', { name: t('posts.reschedule') })).toBeFocused()
      await dialog.getByRole('button', { name: t('app.close') }).press('Enter')
      await expect(day).toBeFocused()

      // Pressing a post's time opens a time field.
      await day.press('Enter')
      await dialog
        .getByRole('button', { name: t('posts.timeChange', { time: language === 'ar' ? '٢١:١٥' : '21:15' }) })
        .press('Enter')
      await dialog.getByLabel(t('posts.schedule.time')).fill('07:30')
      // While the save runs, the user already moves to another control, which then keeps the focus.
      const saved = Promise.withResolvers<void>()
      await page.route('**/api/posts/*', async (route) => {
        if (route.request().method() === 'PATCH') await saved.promise
        await route.continue()
      })
      await dialog.getByRole('button', { name: t('posts.save') }).press('Enter')
      const close = dialog.getByRole('button', { name: t('app.close') })
      await close.focus()
      saved.resolve()
      await expect(dialog.getByLabel(t('posts.schedule.time'))).toHaveCount(0)
      await expect(close).toBeFocused()
      await page.unrouteAll({ behavior: 'wait' })
      expect((await layla.read(moved ?? { id: '' })).scheduledAt).toBe(`${date}T04:30:00.000Z`)
      await close.press('Enter')
      await expect(dialog).toHaveCount(0)

      await page.getByRole('button', { name: t('calendar.filter') }).press('Enter')
      await page.getByLabel(t('calendar.platform')).selectOption('twitter')
      await expect(page.getByRole('button', { name: t('calendar.clearFilter') })).toBeVisible()
      await expect(day).toContainText(language === 'ar' ? /لا منشورات/ : /no posts/)

      // The search finds posts of other months. After opening such a post, the search is still there.
      await page.getByRole('button', { name: t('calendar.clearFilter') }).press('Enter')
      for (const _ of [1, 2]) await page.getByRole('button', { name: t('calendar.previous.month') }).press('Enter')
      await expect(today).toBeVisible()
      await page.getByLabel(t('calendar.search')).fill('signatures')
      await page.getByRole('button', { name: /signatures/ }).press('Enter')
      await expect(page.locator(`[data-day="${date}"]:visible`)).toBeFocused()
      await expect(day).toContainText(language === 'ar' ? /منشور واحد/ : /1 post/)
      await expect(page.getByLabel(t('calendar.search'))).toHaveValue('signatures')
    })

    test(`keeps the title of the calendar and its buttons in one row on a phone (${language})`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/schedule?view=week&day=2030-12-14`)
      const title = page.getByRole('heading', { level: 1 })
      const add = page.getByRole('main').getByRole('button', { name: t('calendar.add') })
      const isOneRow = async () => {
        const [text, button] = [await title.boundingBox(), await add.boundingBox()]
        const middle = (box: typeof text) => (box?.y ?? 0) + (box?.height ?? 0) / 2
        return text !== null && text.height < 40 && Math.abs(middle(text) - middle(button)) < 8
      }
      await expect(page.getByRole('button', { name: t('calendar.today') })).toBeVisible()
      expect(await isOneRow()).toBe(true)
      await page.getByRole('button', { name: t('calendar.filter') }).click()
      await page.getByRole('searchbox', { name: t('calendar.search') }).fill('zzz')
      const filter = page.getByRole('button', {
        name: t('calendar.filterOn', { 'count, number': language === 'ar' ? '١' : '1' }),
      })
      await expect(filter).toContainText(language === 'ar' ? '١' : '1')
      expect(await isOneRow()).toBe(true)
      await screenshot(page, `calendar-head-phone-${language}`)
      await expectAccessible(page)
    })
  })
})

test('shows an error instead of an empty calendar when the posts fail to load', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.route('**/api/posts/calendar*', (route) => route.abort())
  await page.goto(`${site.url}/schedule`)
  await expect(page.getByRole('button', { name: t('app.unreachable.retry') })).toBeVisible()
  await expect(page.getByText(/no posts/i)).toHaveCount(0)
  await page.unroute('**/api/posts/calendar*')
  await page.getByRole('button', { name: t('app.unreachable.retry') }).click()
  await expect(page.getByRole('button', { name: /no posts/i }).first()).toBeVisible()
})

test('preloads the previous and next month, and hides them until the user opens them', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'UTC' } })
  const thisMonth = new Date().toISOString().slice(0, 7)
  // The current month also shows the start of the next one if the current week is its first or second.
  await page.clock.setFixedTime(new Date(`${thisMonth}-10T09:00Z`))
  const date = `${dateInNextView('month', `${thisMonth}-10`, 1).slice(0, 7)}-20`
  await layla.schedule({ platform: 'linkedin', content: 'Four signatures', at: new Date(`${date}T09:00Z`) })
  const days = page.locator(`[data-day="${date}"]`)
  await page.goto(`${site.url}/schedule`)
  await expect(days).toContainText(/1 post/)
  await expect(days).toBeHidden()
  await expect(page.getByRole('button', { name: /1 post/ })).toHaveCount(0)

  await page.route('**/api/posts/calendar*', (route) => route.abort())
  await page.getByRole('button', { name: t('calendar.next.month') }).click()
  await expect(page.getByRole('button', { name: /20.* 1 post/ })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Four signatures/ })).toBeVisible()
})

test('opens the month at the current week, and shows the earlier weeks above without moving the current week', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'UTC', weekStartsOn: 0 } })
  const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '10:00', platform: null }))
  await layla.call('PATCH /api/slots', { body: { week } })
  await page.clock.setFixedTime(new Date('2099-07-16T09:00Z'))
  await page.goto(`${site.url}/schedule`)
  const days = page.locator('[data-day]:visible')
  await expect(days.first()).toHaveAttribute('data-day', '2099-07-12')
  // The month shows at least five weeks, so it continues into August.
  await expect(days).toHaveCount(35)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/July.*August.*2099/)
  // The calendar shows free posting times on the next ten days.
  await expect(page.getByRole('link', { name: new RegExp(t('calendar.free').source.slice(1, -1)) })).toHaveCount(10)
  await expectAccessible(page)

  const fold = page.getByRole('button', { name: 'July: 2 weeks' })
  expect((await fold.boundingBox())?.height).toBe(28)
  const today = page.locator('[data-day="2099-07-16"]:visible')
  const place = await today.boundingBox()
  await fold.press('Enter')
  await expect(days).toHaveCount(49)
  await expect(days.first()).toHaveAttribute('data-day', '2099-06-28')
  expect((await today.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0)
  await fold.press('Enter')
  await expect(days).toHaveCount(35)

  // Any other month shows all its weeks, so it needs no button for earlier weeks.
  await page.getByRole('button', { name: t('calendar.next.month') }).click()
  await expect(days.first()).toHaveAttribute('data-day', '2099-07-26')
  await expect(page.getByRole('button', { name: /weeks/ })).toHaveCount(0)
})

test('lists the posts of the chosen day below the month on a phone, with a retry button if they fail to load', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'UTC' } })
  const date = dayAfter(new Date().toISOString().slice(0, 10))
  await layla.schedule({ platform: 'linkedin', content: 'Four signatures', at: new Date(`${date}T09:00Z`) })
  await page.route('**/api/posts/calendar*', (route) => route.abort())
  await page.goto(`${site.url}/schedule`)
  const list = page.locator('section[aria-labelledby=chosen-day]')
  const retry = list.getByRole('button', { name: t('app.unreachable.retry') })
  await retry.waitFor()
  await page.unroute('**/api/posts/calendar*')
  await retry.click()
  const day = page.locator(`[data-day="${date}"]:visible`)
  await expect(day).toContainText(/1 post/)
  await day.click()
  await expect(day).toHaveAttribute('aria-pressed', 'true')
  await expect(list.getByText('Four signatures')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page)
  await list.getByRole('button', { name: /Four signatures/ }).click()
  await page.getByRole('menuitem', { name: t('posts.delete') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  // The confirmation stays open when the user turns the phone, although the list of the day disappears.
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(list).toHaveCount(0)
  await expect(question).toBeVisible()
})

test('marks a post at risk in the month, the week and the list of a phone', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
  await layla.call('PATCH /api/user', { body: { timeZone: 'UTC' } })
  const date = dayAfter(new Date().toISOString().slice(0, 10))
  const schedule = (platform: 'linkedin' | 'twitter', time: string) =>
    layla.schedule({ platform, content: `Post on ${platform}`, at: new Date(`${date}T${time}Z`) })
  await schedule('linkedin', '09:00')
  await schedule('twitter', '10:00')
  const accounts = await layla.call('GET /api/social-accounts', {})
  const id = accounts.find(({ platform }) => platform === 'linkedin')?.id ?? ''
  await layla.call('PATCH /api/social-accounts/{id}', { params: { id }, body: { isActive: false } })

  const atRisk = t('posts.statuses.atRisk').source.slice(1, -1)
  const day = page.locator(`[data-day="${date}"]:visible`)
  await page.goto(`${site.url}/schedule`)
  await expect(day).toContainText(`2 posts, ${atRisk}`)
  await expect(page.getByText(atRisk, { exact: true })).toHaveCount(1)
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await day.click()
  const list = page.locator('section[aria-labelledby=chosen-day]')
  await expect(list.getByRole('listitem').filter({ hasText: 'Post on linkedin' })).toContainText(atRisk)
  await expect(list.getByRole('listitem').filter({ hasText: 'Post on twitter' })).not.toContainText(atRisk)

  await page.goto(`${site.url}/schedule?view=week`)
  await expect(day).toContainText(`2 posts, ${atRisk}`)
  await expect(page.getByRole('button', { name: /Post on linkedin/ })).toContainText(atRisk)
  await expect(page.getByRole('button', { name: /Post on twitter/ })).not.toContainText(atRisk)
})

/** Noon on a Wednesday in the middle of a month, so that the calendar shows the days around it. */
function someWednesday(): { date: string; noon: Date } {
  const days = Array.from({ length: 70 }, (_, n) => new Date(Date.now() + (n + 30) * DAY_MS).toISOString().slice(0, 10))
  const date = days.find((day) => new Date(day).getUTCDay() === 3 && /-1[0-6]$/.test(day)) ?? ''
  return { date, noon: new Date(`${date}T09:00Z`) }
}

const dayOf = (page: Page, date: string) =>
  page.locator('td, main ol > li').filter({ has: page.locator(`[data-day="${date}"]:visible`) })

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // Hover first: Playwright then waits until the element has stopped moving.
  await from.hover()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag, or nowhere')
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12)
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 4 })
  // While the user drags, the target day is highlighted.
  await expect(to.locator('[class*=inset-ring-2]')).toBeVisible()
  await screenshot(page, 'carried-by-mouse-en')
  await page.mouse.up()
}

/**
 * Drags by touch. `moves` says whether the finger moves immediately, or only after a long press has picked up the post.
 */
async function touch(page: Page, from: Locator, to: Locator, moves: 'at once' | 'once it is taken'): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to touch, or nowhere')
  const middle = ({ x, y, width, height }: typeof start) => ({ x: x + width / 2, y: y + height / 2 })
  const browser = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [middle(start)])
  if (moves === 'once it is taken') await expect(page.locator('[id^=DndLiveRegion]')).toContainText(' 9:15')
  const [a, b] = [middle(start), middle(end)]
  for (const part of [0.2, 0.6, 1])
    await send('touchMove', [{ x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part }])
  if (moves === 'once it is taken') await screenshot(page, 'carried-by-touch-en')
  await send('touchEnd', [])
  await browser.detach()
}

/** Waits until the page announces the move, and until a timer of the library for dragging has made it listen for keys. */
async function expectMoveByKeyboard(page: Page, text: string): Promise<void> {
  await expect(page.locator('[id^=DndLiveRegion]')).toContainText(text)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test.describe('calendar entries', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test('drags a post to another day, undoes the move, rejects a past day, and asks for the time of a dragged draft', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const { date, noon } = someWednesday()
    const layla = await signIn(page, site, 'en', 'linkedin')
    await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    const post = await layla.schedule({
      platform: 'linkedin',
      content: 'Four',
      at: new Date(`${dayAfter(date)}T06:15Z`),
    })
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'Begun', status: 'draft' } })
    await page.clock.setFixedTime(noon)
    await page.goto(`${site.url}/schedule`)
    const grip = page.getByRole('button', { name: /LinkedIn.* 9:15.*Four/ })
    const dueAt = async () => (await layla.read(post)).scheduledAt
    const target = dayAfter(date, 2)

    // The draft list opens next to the calendar.
    const draft = page.getByRole('button', { name: t('calendar.move.toDay', { opening: 'Begun' }) })
    await draft.waitFor()
    const toast = await keepToasts(page)
    await drag(page, grip, dayOf(page, target))
    await expect(toast.getByText(/^Moved to .* 9:15$/)).toBeVisible()
    await expect(dayOf(page, target).getByRole('button', { name: /Four/ })).toBeVisible()
    expect(await dueAt()).toBe(`${target}T06:15:00.000Z`)
    await page.getByRole('button', { name: t('calendar.move.undo') }).click()
    await expect(dayOf(page, dayAfter(date)).getByRole('button', { name: /Four/ })).toBeVisible()
    expect(await dueAt()).toBe(`${dayAfter(date)}T06:15:00.000Z`)

    // The move would put the post at 9:15 today, which is in the past.
    await drag(page, grip, dayOf(page, date))
    await expect(page.getByText(t('calendar.move.past'))).toBeVisible()
    expect(await dueAt()).toBe(`${dayAfter(date)}T06:15:00.000Z`)

    await drag(page, draft, dayOf(page, target))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('posts.schedule.time')).fill('18:00')
    await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(draft).toHaveCount(0)
    const scheduled = await layla.call('GET /api/posts/scheduled', {})
    expect(scheduled.map(({ scheduledAt }) => scheduledAt)).toContain(`${target}T15:00:00.000Z`)

    // An immediate movement scrolls the page. Only a long press picks up the post.
    await touch(page, grip, dayOf(page, dayAfter(date, 8)), 'at once')
    await expect(page.locator('[id^=DndLiveRegion]')).toContainText(/^Dropped on (?!.* 9:15)/)
    await touch(page, grip, dayOf(page, dayAfter(date, 3)), 'once it is taken')
    await expect(dayOf(page, dayAfter(date, 3)).getByRole('button', { name: /Four/ })).toBeVisible()
    expect(await dueAt()).toBe(`${dayAfter(date, 3)}T06:15:00.000Z`)
  })

  test('opens a day while the drag library loads, and then starts the drag that a key press requested', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const { date, noon } = someWednesday()
    const layla = await signIn(page, site, 'en', 'linkedin')
    await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    await layla.schedule({ platform: 'linkedin', content: 'Four', at: new Date(`${dayAfter(date)}T06:15Z`) })
    await page.clock.setFixedTime(noon)
    let load = () => {}
    const loaded = new Promise<void>((resolve) => (load = resolve))
    await page.route(/assets\/drag/, async (route) => {
      await loaded
      await route.continue()
    })
    await page.goto(`${site.url}/schedule`)
    const grip = page.getByRole('button', { name: /LinkedIn.* 9:15.*Four/ })
    const dialog = page.getByRole('dialog')
    await grip.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await grip.press('Space')
    await expect(dialog).toHaveCount(0)
    load()
    const announcement = page.locator('[id^=DndLiveRegion]')
    await expectMoveByKeyboard(page, ' 9:15')
    await page.keyboard.press('Escape')
    await expect(announcement).toContainText(t('calendar.move.back'))
    await expect(grip).toBeFocused()
  })

  test('moves a post by keyboard, from right to left in Arabic, and reports a concurrent change instead of overwriting it', async ({
    page,
    site,
  }) => {
    const t = await translator('ar')
    const { date, noon } = someWednesday()
    const layla = await signIn(page, site, 'ar', 'linkedin')
    await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    const post = await layla.schedule({ platform: 'linkedin', content: 'أربعة', at: new Date(`${date}T11:15Z`) })
    await page.clock.setFixedTime(noon)
    await page.goto(`${site.url}/schedule`)
    await page.getByLabel(t('calendar.views.week')).press('Space')
    await page.getByRole('button', { name: t('calendar.next.week') }).click()
    await expect(page).toHaveURL(`${site.url}/schedule?view=week&day=${dayAfter(date, 7)}`)
    // A reload shows the same week.
    await page.reload()
    await page.getByRole('button', { name: t('calendar.today') }).click()
    await expect(page).toHaveURL(`${site.url}/schedule?view=week`)
    const card = page.getByRole('button', { name: /أربعة/ })
    const announcement = page.locator('[id^=DndLiveRegion]')
    const begun = () => expectMoveByKeyboard(page, 'بدأ نقل')

    await card.press('Space')
    await begun()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await expect(announcement).toContainText('الخميس')
    await screenshot(page, 'carried-by-keyboard-ar')
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await expect.poll(async () => (await layla.read(post)).scheduledAt).toBe(`${dayAfter(date)}T12:15:00.000Z`)
    await expect(dayOf(page, dayAfter(date)).getByRole('button', { name: /أربعة/ })).toBeFocused()

    await page.keyboard.press('Space')
    await begun()
    await page.keyboard.press('ArrowLeft')
    await expect(announcement).toContainText('الجمعة')
    await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'أربعة وخمسة' } })
    await page.keyboard.press('Space')
    await expect(page.getByText(t('posts.editing.failed'))).toBeVisible()
    expect((await layla.read(post)).scheduledAt).toBe(`${dayAfter(date)}T12:15:00.000Z`)

    // Escape cancels the move. Enter on the post opens its day.
    await card.press('Space')
    await begun()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await expect(announcement).toContainText(t('calendar.move.back'))
    await card.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
