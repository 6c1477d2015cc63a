import type { Page } from '@playwright/test'
import type { Person } from '../support/person.ts'
import {
  chooseTime,
  expect,
  signIn,
  test,
  translator,
  chooseMore,
  openHistory,
  postField,
  keepToasts,
  networkTab,
} from './browser-test.ts'
import { pictureFile, uploadForm } from '../support/pictures.ts'

type Say = (path: string) => RegExp

const draftsOf = (who: Person) => who.call('GET /api/posts', { query: { status: 'draft' } })
const contentsOf = async (who: Person) => (await draftsOf(who)).map(({ content }) => content)
const articles = (page: Page) => page.getByRole('article')

async function write(page: Page, t: Say, url: string): Promise<void> {
  await page.goto(`${url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was always the one that nobody watched.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  await articles(page).first().waitFor()
}

async function edit(page: Page, content: string): Promise<void> {
  await postField(articles(page).first()).fill(content)
}

test('restores an edit whose save failed midway, offline or online, and publishes the post once', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await write(page, t, site.url)
  await expect.poll(() => draftsOf(layla)).toHaveLength(1)
  await edit(page, 'Half a thought')
  await expect.poll(() => contentsOf(layla)).toEqual(['Half a thought'])

  // The server saves the draft, but its response is lost. Then the connection breaks.
  const lost = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route('**/api/posts/*', async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch().then(() => route.abort())
    else await route.fallback()
  })
  await edit(page, 'Half a thought, and its other half')
  await lost
  await page.route('**/api/**', (route) => route.abort())
  const whole = 'Half a thought, and its other half, typed under a tunnel. حتى آخر حرف 🐸'
  await edit(page, whole)
  await page.close({ runBeforeUnload: false })

  const again = await page.context().newPage()
  await again.route('**/api/posts**', (route) => route.abort())
  await again.goto(`${site.url}/create`)
  await expect(articles(again).getByText(whole).first()).toBeVisible()
  await expect(again.getByText(t('composer.kept.away'))).toBeVisible()
  expect(await draftsOf(layla)).toHaveLength(1)

  await again.unroute('**/api/posts**')
  await again.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => contentsOf(layla)).toEqual([whole])
  await expect(again.getByText(t('composer.kept.away'))).toBeHidden()

  const [draft] = await draftsOf(layla)
  await again.getByRole('button', { name: t('posts.postNow') }).click()
  await expect
    .poll(async () => (await layla.call('GET /api/posts', {})).map(({ status }) => status))
    .toEqual(['published'])
  const [post] = await layla.call('GET /api/posts', {})
  expect([post?.id, post?.content]).toEqual([draft?.id, whole])
  const sent = await site.simulator.posts('linkedin')
  expect(sent.filter(({ text }) => text.includes('typed under a tunnel'))).toHaveLength(1)
})

test('asks which text to keep when two browsers edit one draft, and loses neither text', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await write(page, t, site.url)
  await expect.poll(() => draftsOf(layla)).toHaveLength(1)
  const [draft] = await draftsOf(layla)
  const params = { id: draft?.id ?? '' }

  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'From the phone' } })
  await expect(articles(page).getByText('From the phone').first()).toBeVisible()

  await page.route('**/api/posts/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  )
  await edit(page, 'From the desk')
  await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'From the phone, again' } })
  await page.unroute('**/api/posts/*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const notice = page.getByRole('alert').filter({ hasText: 'From the phone, again' })
  await expect(notice).toBeVisible()
  expect(await contentsOf(layla)).toEqual(['From the phone, again'])
  const foot = page.locator('[data-foot=drafts]')
  await expect(foot.getByText(t('cards.foot.versionFirst'))).toBeVisible()
  await foot.getByRole('button', { name: t('cards.foot.show') }).click()
  await expect(notice.getByRole('button').first()).toBeFocused()
  await notice.getByRole('button', { name: t('composer.kept.mine') }).click()
  await expect.poll(() => contentsOf(layla)).toEqual(['From the desk'])
  await openHistory(page, t)
  await expect(page.getByRole('button', { name: /From the phone, again/ })).toBeVisible()
})

const LIST = /\/api\/posts\?status=draft/

for (const known of [
  'at once',
  'before the list of drafts is refetched',
  'before the draft itself is known',
  'not yet',
]) {
  test(`does not delete a draft that another browser scheduled (this browser learns of it: ${known})`, async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin')
    const scheduled = Promise.withResolvers<void>()
    const listRead = Promise.withResolvers<void>()
    if (known === 'before the list of drafts is refetched') {
      let times = 0
      await page.route(LIST, async (route) => {
        if (times++ > 0) await scheduled.promise
        await route.fallback()
      })
    }
    if (known === 'before the draft itself is known')
      await page.route('**/api/posts', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        const response = await route.fetch()
        await listRead.promise
        await route.fulfill({ response })
      })
    await write(page, t, site.url)
    await expect.poll(() => draftsOf(layla)).toHaveLength(1)
    const [draft] = await draftsOf(layla)
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    const schedule = () => layla.call('PATCH /api/posts/{id}', { params: { id: draft!.id }, body: { scheduledAt } })
    const sent = articles(page)
      .getByRole('alert')
      .filter({ has: page.getByText(t('composer.kept.sent')) })
    const discard = () => chooseMore(page, t, 'discard')
    const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')

    if (known === 'not yet') {
      // Keep the composer from learning of the scheduling before the user discards the draft.
      await page.route(/\/api\/posts(\?|$)/, (route) => route.abort())
      await schedule()
      await discard()
      await expect(toast.getByText(t('composer.kept.notDiscarded'))).toBeVisible()
      await expect(sent).toBeVisible()
    } else {
      const read = page.waitForResponse(LIST)
      await schedule()
      scheduled.resolve()
      await read
      listRead.resolve()
      await expect(sent).toBeVisible()
      await keepToasts(page)
      await discard()
      await expect(toast.getByText(t('composer.kept.onlyHere'))).toBeVisible()
      await toast.getByRole('button', { name: t('composer.actions.undo') }).click()
      await expect(sent).toBeVisible()
    }
    expect((await layla.call('GET /api/posts', {})).map(({ id, status }) => [id, status])).toEqual([
      [draft!.id, 'scheduled'],
    ])

    await sent.getByRole('button', { name: t('composer.kept.putAway') }).click()
    await expect(articles(page)).toHaveCount(0)
    expect(await layla.call('GET /api/posts/scheduled', {})).toHaveLength(1)
  })
}

test("discards a draft even if the user's last edit is still being saved", async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  await write(page, t, site.url)
  await expect.poll(() => draftsOf(layla)).toHaveLength(1)
  // The last save is still running. It will raise the draft's revision above the one that the composer knows.
  const answer = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.route('**/api/posts/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    const response = await route.fetch()
    await answer.promise
    await route.fulfill({ response })
  })
  await edit(page, 'The last word')
  await asked
  await chooseMore(page, t, 'discard')
  answer.resolve()
  await expect.poll(() => draftsOf(layla)).toEqual([])
  await expect(articles(page)).toHaveCount(0)
})

test('opens, duplicates, deletes, restores and schedules a draft that another browser created', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'threads')
  const keep = (content: string, siblingId?: string) =>
    layla.call('POST /api/posts', { body: { platform: 'threads', status: 'draft', content, siblingId } })
  const english = await keep('Queues are promises')
  await keep('الطوابير وعود', english.id)
  await page.goto(`${site.url}/create`)
  const list = page.getByRole('region', { name: t('posts.drafts.kept') })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('listitem')).toContainText('الطوابير وعود')

  const more = list.getByRole('button', { name: t('posts.drafts.moreOf', { opening: 'Queues are promises' }) })
  await more.click()
  await page.getByRole('menuitem', { name: t('posts.drafts.duplicate') }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await more.first().click()
  await keepToasts(page)
  await page.getByRole('menuitem', { name: t('posts.drafts.delete') }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: t('posts.drafts.undo') }).click()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  const drafts = await draftsOf(layla)
  expect(drafts.map(({ siblingId }) => drafts.some(({ id }) => id === siblingId))).toEqual([true, true, true, true])

  // The schedule page lists drafts next to the calendar, even a draft that this browser has never opened.
  await page.goto(`${site.url}/schedule`)
  const beside = page.getByRole('region', { name: t('posts.drafts.title') })
  await expect(beside.getByRole('listitem')).toHaveCount(2)
  await expect(beside.getByRole('link')).toHaveCount(2)
  await beside
    .getByRole('button', { name: t('posts.drafts.scheduleOf', { opening: 'Queues are promises' }) })
    .first()
    .click()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await chooseTime(page.getByRole('dialog'), t, tomorrow, '12:00')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('posts.schedule.submit') })
    .click()
  await expect(beside.getByRole('listitem')).toHaveCount(1)
  expect(await layla.call('GET /api/posts/scheduled', {})).toHaveLength(2)

  // A press on any text of the row opens the draft. The link covers the row, so that Playwright must force the press.
  await beside.getByText('الطوابير وعود').click({ force: true })
  const tabs = page.getByRole('tablist', { name: t('rework.siblings.title') }).getByRole('tab')
  await expect(tabs).toHaveCount(2)
  await expect(list).toBeHidden()
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(tabs).toHaveCount(2)
  await tabs.first().click()
  await expect(articles(page)).toContainText('Queues are promises')
  await edit(page, 'Queues are promises, kept in order')
  await expect.poll(() => contentsOf(layla)).toContain('Queues are promises, kept in order')
  expect(await draftsOf(layla)).toHaveLength(2)
})

test('shows each opened draft with its own photos only, and adds new photos to the visible draft', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin', 'twitter')
  const photo = await pictureFile('jpeg', 400, 300)
  const { media } = await layla.call('POST /api/images/upload', {
    form: uploadForm(['quay.jpg', new Uint8Array(photo)]),
  })
  const images = media.images.map(({ id }) => id)
  const draft = { content: 'The quay at dawn', status: 'draft' } as const
  const withPhoto = await layla.call('POST /api/posts', { body: { ...draft, platform: 'linkedin', images } })
  const without = await layla.call('POST /api/posts', { body: { ...draft, platform: 'twitter' } })
  const shown = page.getByRole('article').filter({ visible: true })
  const section = page.getByRole('region', { name: t('composer.media.title') })
  const onePhoto = section.getByText('1 photo', { exact: true })
  const imagesOf = async ({ id }: { id: string }) => (await layla.read({ id })).media.images

  await page.goto(`${site.url}/create?draft=${withPhoto.id}`)
  await expect(shown.getByRole('img')).toHaveCount(1)
  await page.goto(`${site.url}/create?draft=${without.id}`)
  await expect(networkTab(page, 'X')).toHaveAttribute('aria-selected', 'true')
  await expect(shown.getByText('The quay at dawn').first()).toBeVisible()
  await expect(shown.getByRole('img')).toHaveCount(0)
  await expect(onePhoto).toBeHidden()

  await section.getByRole('button', { name: t('composer.media.add') }).click()
  const chosen = { name: 'tower.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await pictureFile('jpeg', 300, 400)) }
  await section.locator('input[type=file]').first().setInputFiles(chosen)
  await expect(shown.getByRole('img')).toHaveCount(1)
  await expect.poll(() => imagesOf(without)).toHaveLength(1)
  expect(await imagesOf(withPhoto)).toEqual(images)
  await networkTab(page, 'LinkedIn').click()
  await expect(shown.getByRole('img')).toHaveCount(1)
  await expect(onePhoto).toBeVisible()
})
