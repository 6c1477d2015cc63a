import type { Page } from '@playwright/test'
import { expect, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

// The code of dialogs, menus and tooltips loads after the user's first interaction.

const namesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))

test("loads the code of dialogs and menus only after the user's first interaction", async ({ page, site }) => {
  await signIn(page, site, 'en')
  await page.goto(`${site.url}/create`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const isThere = async () => (await namesOf(page)).some((name) => name.includes('/overlays-'))
  expect(await isThere()).toBe(false)
  await page.mouse.move(40, 40)
  await page.mouse.move(80, 80)
  await expect.poll(isThere).toBe(true)
})

test("shows an empty dialog frame immediately, loads the dialog's code before other modules, and closes the frame on Escape", async ({
  page,
  site,
}) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  const asked: string[] = []
  const isReleased = Promise.withResolvers<void>()
  await page.route(/assets\/.*\.js/, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    if (/notification-panel-/.test(route.request().url())) await isReleased.promise
    await route.continue()
  })
  await page.goto(`${site.url}/create`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const bell = page.getByRole('button', { name: /^Notifications/ })
  asked.length = 0
  await bell.click()
  const frame = page.locator('[data-dialog-frame] > span').last()
  await expect(frame).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => asked.some((path) => path.includes('notification-panel-'))).toBe(true)
  // Before the dialog's code, the page may request at most two modules, each with the chunks that it imports.
  expect(asked.findIndex((path) => path.includes('notification-panel-'))).toBeLessThan(8)
  await page.keyboard.press('Escape')
  await expect(frame).toHaveCount(0)
  await expect(bell).toBeFocused()

  await bell.click()
  await expect(frame).toBeVisible()
  isReleased.resolve()
  await expect(page.getByRole('dialog', { name: t('notifications.title') })).toBeVisible()
  await expect(frame).toHaveCount(0)
})

test('reports a dialog or menu whose code fails to load, and opens it on retry', async ({ page, site }) => {
  const t = await translator('en')
  await signIn(page, site, 'en')
  await page.route(/overlays-|notification-panel-/, (route) => route.abort())
  await page.goto(`${site.url}/create`)
  const menu = page.getByRole('button', { name: t('app.menu.open') })
  await menu.click()
  await expect(page.getByRole('alert').getByText(t('app.errors.noAnswer'))).toBeVisible()
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByLabel(t('composer.input.topic'))
    .fill('Nine days of approval became two. Four names went off the form in March.')
  await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.unrouteAll()
  await menu.click()
  await expect(page.getByRole('menuitem', { name: t('app.menu.logout') })).toBeVisible()
})

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language] })

    test(`lets the user operate menus, tabs and tooltips by keyboard (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      const menu = page.getByRole('button', { name: t('app.menu.open') })
      await menu.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menuitemradio').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menu')).toBeVisible()
      await menu.click()
      await expect(page.getByRole('menu')).toHaveCount(0)

      const tab = (name: string) => page.getByRole('tab', { name: t(`composer.source.tabs.${name}`) })
      await tab('topic').focus()
      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await expect(tab('url')).toBeFocused()
      await expect(tab('topic')).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('End')
      await expect(tab('document')).toBeFocused()
      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await expect(tab('topic')).toBeFocused()
      await page.keyboard.press('Home')
      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await page.keyboard.press('Enter')
      await expect(tab('url')).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Tab')
      await expect(page.getByRole('tabpanel', { name: t('composer.source.tabs.url') })).toBeFocused()

      await layla.connect('linkedin')
      await layla.schedule({ platform: 'linkedin', content: 'Soon', at: new Date(Date.now() + 86_400_000) })
      await page.goto(site.url)
      const edit = page.getByRole('button', { name: t('posts.edit') })
      const name = page.locator('[aria-hidden]').filter({ hasText: t('posts.edit') })
      // Late data may move the button away from the pointer, so retry.
      await expect(async () => {
        await page.mouse.move(5, 5)
        await edit.hover()
        await expect(name).toBeVisible({ timeout: 2_000 })
      }).toPass()
      const [button, tip] = await Promise.all([edit.boundingBox(), name.boundingBox()])
      expect(tip!.y + tip!.height).toBeLessThanOrEqual(button!.y)
      await page.mouse.move(5, 5)
      await expect(name).toHaveCount(0)
      await page.getByRole('button', { name: t('posts.reschedule') }).focus()
      await page.keyboard.press('Shift+Tab')
      await expect(edit).toBeFocused()
      await expect(name).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(name).toHaveCount(0)
    })
  })
})
