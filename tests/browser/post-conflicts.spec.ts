import type { Page } from '@playwright/test'
import type { Platform } from '#core/platforms/platform.ts'
import type { Person } from '../support/person.ts'
import {
  chooseTheme,
  expect,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
  type Site,
} from './browser-test.ts'

const HOUR_MS = 3_600_000

const LOOKS = [
  { language: 'en', width: 1280, theme: 'light' },
  { language: 'ar', width: 390, theme: 'dark' },
] as const

for (const { language, width, theme } of LOOKS) {
  test.describe(`${language} ${width} ${theme}`, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width, height: width === 390 ? 844 : 800 },
    })
    const look = (page: Page, name: string) => screenshot(page, `${name}-${language}-${width}-${theme}`)

    async function visit(page: Page, site: Site, ...platforms: Platform[]): Promise<Person> {
      await chooseTheme(page, theme)
      return await signIn(page, site, language, ...platforms)
    }
    const inAnHour = () => new Date(Date.now() + HOUR_MS)

    test('reports that another tab changed the post, and keeps the typed text', async ({ page, site }) => {
      const t = await translator(language)
      const layla = await visit(page, site, 'twitter')
      const post = await layla.schedule({ platform: 'twitter', content: 'As it was', at: inAnHour() })
      await page.goto(site.url)
      const edit = page.getByRole('button', { name: t('posts.edit') })
      const save = page.getByRole('button', { name: t('posts.save') })
      const text = page.getByLabel(t('posts.editing.content'))
      await edit.click()
      await text.fill('What I typed here')
      const params = { id: post.id }
      await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'What the other tab saved' } })
      await save.click()
      const notice = page.getByRole('alert')
      await expect(notice).toContainText('What the other tab saved')
      await expect(notice.getByText(t('posts.changed.title'))).toBeVisible()
      await expect(text).toHaveValue('What I typed here')
      await look(page, 'changed')
      await expectAccessible(page)
      expect((await layla.read(post)).content).toBe('What the other tab saved')
      await page.getByRole('button', { name: t('posts.editing.mine') }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(await layla.read(post)).toMatchObject({ content: 'What I typed here', revision: 3 })

      // After another conflict, the user chooses the stored text and discards the typed one.
      await edit.click()
      await text.fill('Second thoughts')
      await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Saved elsewhere again' } })
      await save.click()
      await page.getByRole('button', { name: t('posts.changed.use') }).click()
      await expect(text).toHaveValue('Saved elsewhere again')
      await expect(notice).toBeHidden()
      await page.keyboard.press('Escape')

      // The post changes while the user confirms its deletion, so the dialog asks again.
      await page.getByRole('button', { name: t('posts.delete') }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Saved elsewhere again')
      await layla.call('PATCH /api/posts/{id}', { params, body: { content: 'Changed before it was deleted' } })
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: t('posts.delete') })
      await confirm.click()
      await expect(page.getByRole('alertdialog')).toContainText('Changed before it was deleted')
      await look(page, 'changed-delete')
      await expectAccessible(page)
      await confirm.click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      expect((await layla.ask('GET /api/posts/{id}', { params })).status).toBe(404)
    })

    test('offers to delete a post at the platform when it is already published', async ({ page, site }) => {
      const t = await translator(language)
      const layla = await visit(page, site, 'twitter', 'threads')
      const post = await layla.schedule({ platform: 'twitter', content: 'On the minute', at: inAnHour() })
      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.delete') }).click()
      await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('posts.delete') })
        .click()
      const dialog = page.getByRole('dialog')
      await expect(
        dialog.getByRole('heading', { name: t('posts.deleting.live.title', { platform: 'X' }) }),
      ).toBeVisible()
      await look(page, 'went-out')
      await expectAccessible(page)
      expect(await site.simulator.posts('twitter')).toMatchObject([{ deleted: false }])
      await dialog.getByRole('button', { name: t('posts.deleting.live.both', { platform: 'X' }) }).click()
      await expect(dialog).toBeHidden()
      expect(await site.simulator.posts('twitter')).toMatchObject([{ deleted: true }])
      expect((await layla.ask('GET /api/posts/{id}', { params: { id: post.id } })).status).toBe(404)

      // Every recently published post has a delete button. For Threads, the dialog explains that Frogy may not delete
      // posts there.
      const onThreads = await layla.call('POST /api/posts', {
        body: { platform: 'threads', content: 'To stay', status: 'published' },
      })
      const recent = page.locator('section[aria-labelledby=recent]')
      await recent.getByRole('button').first().click()
      await expect(dialog.getByRole('link', { name: t('posts.view') })).toBeVisible()
      await look(page, 'way-of-published')
      await dialog.getByRole('button', { name: t('posts.timeline.remove') }).click()
      await expect(dialog.getByText(t('posts.deleting.live.byHand', { platform: 'Threads' }))).toBeVisible()
      await expect(
        dialog.getByRole('link', { name: t('posts.deleting.live.open', { platform: 'Threads' }) }),
      ).toHaveAttribute('href', onThreads.permalink ?? '')
      await look(page, 'by-hand')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('posts.deleting.live.here') }).click()
      await expect(dialog).toBeHidden()
      expect(await site.simulator.posts('threads')).toMatchObject([{ deleted: false }])
      expect(await layla.call('GET /api/posts', {})).toEqual([])
    })

    test.describe('failing platforms', () => {
      test.use({ ownServer: {} })

      test("shows a post whose result is still unknown, and records the user's request to delete it", async ({
        page,
        site,
      }) => {
        const t = await translator(language)
        const layla = await visit(page, site, 'twitter')
        await site.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 100 })
        await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before' })
        const post = await layla.schedule({ platform: 'twitter', content: 'Where is it?', at: new Date() })
        await layla.until(post, ({ status }) => status === 'publishing')
        await page.clock.install({ time: Date.now() + 60_000 })
        await page.goto(site.url)
        const underWay = page.locator('section[aria-labelledby=under-way]')
        await expect(underWay).toContainText('Where is it?')
        await expect
          .poll(async () => (await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } }))[0]?.state)
          .toBe('unknown')
        await look(page, 'under-way')
        await underWay.getByRole('button', { name: t('posts.delete') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('posts.delete') })
          .click()
        await expect(underWay.getByText(t('dashboard.coming.wished', { platform: 'X' }))).toBeVisible()
        await look(page, 'wished')
        await expectAccessible(page)
        expect((await layla.read(post)).wish).toBe('delete')
      })

      test('offers to delete a post at the platform when it was published before the user cancelled it', async ({
        page,
        site,
      }) => {
        const t = await translator(language)
        const layla = await visit(page, site, 'twitter')
        await site.simulator.fault({ platform: 'twitter', operation: 'list', fault: 'status', status: 503, count: 1 })
        await site.simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_after' })
        const post = await layla.schedule({ platform: 'twitter', content: 'Out before', at: new Date() })
        await layla.until(post, async () => {
          const [attempt] = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
          return attempt?.state === 'unknown'
        })
        expect((await layla.ask('DELETE /api/posts/{id}', { params: { id: post.id } })).status).toBe(202)
        await layla.until(post, ({ status }) => status === 'published')
        await page.goto(site.url)
        const recent = page.locator('section[aria-labelledby=recent]')
        await expect(recent.getByText(t('dashboard.recent.wentOut'))).toBeVisible()
        await look(page, 'out-anyway')
        await expectAccessible(page)
        await recent.getByRole('button', { name: t('posts.delete') }).click()
        await page.getByRole('button', { name: t('posts.deleting.live.both', { platform: 'X' }) }).click()
        await expect(page.getByRole('dialog')).toBeHidden()
        expect(await site.simulator.posts('twitter')).toMatchObject([{ deleted: true }])
      })
    })
  })
}
