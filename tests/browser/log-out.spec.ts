import type { Page } from '@playwright/test'
import type { Person } from '../support/person.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  screenshot,
  signIn,
  type Site,
  test,
  translator,
} from './browser-test.ts'

/** Returns the content of each browser storage that can hold typed text. */
const browserData = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases()])]
    for (const name of await caches.keys()) {
      if (name.includes('shell')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) texts.push(name, await (await cache.match(request))!.text())
    }
    return texts.join()
  })

async function signInAs(page: Page, site: Site, { user, password }: Person): Promise<void> {
  const data = { email: user?.email, password }
  // Leave the app first, because an open page reloads when another user signs in.
  await page.goto('about:blank')
  expect((await page.request.post(`${site.url}/api/login`, { data })).status()).toBe(200)
  await page.goto(`${site.url}/create`)
}

const draftTexts = async (person: Person) =>
  (await person.call('GET /api/posts', { query: { status: 'draft' } })).map(({ content }) => content)

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: language === 'en' ? 1280 : 390, height: 844 } })

    test(`asks before a log-out discards typed texts, and saves or discards them (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter')
      const at = new Date(Date.now() + 3_600_000)
      const post = await layla.schedule({ platform: 'twitter', content: 'As it was', at })
      const logOut = async () => {
        await page.getByRole('button', { name: t('app.menu.open') }).press('Enter')
        await page.getByRole('menuitem', { name: t('app.menu.logout') }).press('Enter')
      }
      const isOut = () => expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
      const question = page.getByRole('dialog', { name: t('leave.title') })
      const topic = page.getByLabel(t('composer.input.topic'))

      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.edit') }).click()
      await page.getByLabel(t('posts.editing.content')).fill('Changed, but not saved')
      await page.keyboard.press('Escape')
      await page.goto(`${site.url}/create`)
      await topic.fill('A topic that Layla typed')
      await logOut()
      await expect(question.getByRole('listitem')).toHaveCount(2)
      await expectAccessible(page)
      await screenshot(page, `log-out-${language}`)
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(topic).toHaveValue('A topic that Layla typed')
      await logOut()
      await question.getByRole('button', { name: t('app.cancel') }).press('Enter')
      await expect(question).toHaveCount(0)

      // If the server does not respond, the texts stay in the browser and the user stays signed in.
      await page.route('**/api/posts/*', (route) => route.abort())
      await logOut()
      await question.getByRole('button', { name: t('leave.save') }).press('Enter')
      await expect(question.getByRole('alert')).toBeVisible()
      await screenshot(page, `log-out-failed-${language}`)
      await page.unroute('**/api/posts/*')
      await question.getByRole('button', { name: t('leave.save') }).press('Enter')
      await isOut()
      expect(await draftTexts(layla)).toEqual(['A topic that Layla typed'])
      expect((await layla.read(post)).content).toBe('Changed, but not saved')
      expect(await browserData(page)).not.toMatch(/Layla typed|not saved/)

      await signInAs(page, site, layla)
      await topic.fill('A second thought')
      await logOut()
      await question.getByRole('button', { name: t('leave.discard') }).press('Enter')
      await isOut()
      expect(await draftTexts(layla)).toHaveLength(1)
      expect(await browserData(page)).not.toContain('second thought')
    })
  })
})

test('stores drafts that only the browser has when the user saves them at log-out', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was unwatched.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  const draft = page.getByRole('article').first()
  // The server is unreachable while the user types.
  await page.route('**/api/posts', (route) => route.abort())
  await page.route('**/api/posts/*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/posts'))
  await draft.getByRole('textbox').first().fill('My own words')
  await failed
  await draft.getByRole('textbox').first().fill('My own words about queues.')
  const logOut = async () => {
    await page.getByRole('button', { name: t('app.menu.open') }).click()
    await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
  }
  const question = page.getByRole('dialog', { name: t('leave.title') })
  const save = question.getByRole('button', { name: t('leave.save') })
  await logOut()
  await save.click()
  await expect(question.getByRole('alert')).toBeVisible()
  // The user opens another page, which closes the composer.
  await page.keyboard.press('Escape')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('app.nav.dashboard') })
    .first()
    .click()
  await page.unroute('**/api/posts')
  await page.unroute('**/api/posts/*')
  await logOut()
  await save.click()
  await expect(page.getByLabel(t('auth.fields.email'))).toBeVisible()
  expect(await draftTexts(layla)).toEqual([expect.stringContaining('My own words about queues.')])
  expect(await browserData(page)).not.toContain('queues')
})

test('deletes all stored texts from the browser at log-out, without asking when the server has every draft', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('A warehouse taught us about queues. The shortest one was unwatched.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  const saved = () => browserData(page)
  await expect.poll(saved).toMatch(/postId\W+[\w-]{36}/)
  const other = await page.context().newPage()
  await other.goto(site.url)
  await other.evaluate(async () => {
    localStorage.setItem('frogy_content_data', 'Handed over')
    await (await caches.open('frogy-shared')).put('/shared/text', new Response('Shared by another app'))
  })
  await other.getByRole('button', { name: t('app.menu.open') }).click()
  await other.getByRole('menuitem', { name: t('app.menu.logout') }).click()
  for (const one of [other, page]) await expect(one.getByLabel(t('auth.fields.email'))).toBeVisible()
  await expect.poll(saved).not.toMatch(/queues|Handed over|Shared by/)
})

test('keeps typed texts of an ended session for their author, and shows them to no other user', async ({
  page,
  site,
}) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  const topic = page.getByLabel(t('composer.input.topic'))
  await topic.fill('A topic that Layla typed')
  await expect.poll(() => browserData(page)).toContain('Layla typed')
  await layla.call('DELETE /api/sessions', {})
  await expect(page.getByText(t('app.endedElsewhere')).first()).toBeVisible()
  await signInAs(page, site, await site.person())
  await expect(topic).not.toHaveValue(/Layla/)
  await expect(page.getByText('Layla typed')).toHaveCount(0)
  await signInAs(page, site, layla)
  await expect(topic).toHaveValue('A topic that Layla typed')
})

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: language === 'en' ? 1280 : 390, height: 844 } })

    test(`asks about typed texts of another workspace at log-out, and deletes them (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
      const topic = page.getByLabel(t('composer.input.topic'))
      const question = page.getByRole('dialog', { name: t('leave.title') })
      const logOut = async () => {
        await page.getByRole('button', { name: t('app.menu.open') }).press('Enter')
        await page.getByRole('menuitem', { name: t('app.menu.logout') }).press('Enter')
      }
      await page.goto(`${site.url}/w/${id}/create`)
      await topic.fill('A topic of the workspace')
      await expect.poll(() => browserData(page)).toContain('topic of the workspace')
      await page.goto(site.url)
      await logOut()
      await expect(question.getByRole('listitem')).toHaveText(/A topic of the workspace/)
      for (const name of [t('leave.save'), t('leave.saveThese')])
        await expect(question.getByRole('button', { name })).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `log-out-elsewhere-${language}`)
      await question.getByRole('link', { name: t('leave.open') }).press('Enter')
      await expect(topic).toHaveValue('A topic of the workspace')

      // The user logs out while another tab has unsaved text in the workspace.
      const other = await page.context().newPage()
      await other.goto(site.url)
      await page.goto(`${site.url}/w/${id}/create`)
      await other.getByRole('button', { name: t('app.menu.open') }).press('Enter')
      await other.getByRole('menuitem', { name: t('app.menu.logout') }).press('Enter')
      await other.getByRole('button', { name: t('leave.discard') }).press('Enter')
      for (const one of [page, other]) await expect(one.getByLabel(t('auth.fields.email'))).toBeVisible()
      await expect.poll(() => browserData(page)).not.toContain('topic of the workspace')
    })
  })
})
