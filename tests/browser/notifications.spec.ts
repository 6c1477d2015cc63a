import type { Page } from '@playwright/test'
import {
  expect,
  forBoth,
  LOCALES,
  expectAccessible,
  openTimeline,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const PEOPLE = {
  en: { title: 'A post on X was not published', others: 'The account Layla Haddad on LinkedIn needs reconnecting' },
  ar: { title: 'تعذّر نشر منشور على X', others: 'حساب Layla Haddad على LinkedIn يحتاج إلى إعادة ربط' },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: 390, height: 844 },
    })

    test(`counts a failed post in the notification bell and links each notification to a remedy (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter', 'linkedin')
      const body = { platform: 'twitter', content: 'The same again', status: 'published' } as const
      const at = new Date(Date.now() + 86_400_000)
      await layla.schedule({ platform: 'linkedin', content: 'Tomorrow', at })

      await page.goto(site.url)
      const bell = page.locator('header').getByRole('button', { name: t('notifications.title') })
      await bell.click()
      const panel = page.getByRole('dialog')
      await expect(panel.getByText(t('notifications.empty'))).toBeVisible()
      // The notification bell also lists published posts, with their first words. They do not count as unread.
      await layla.call('POST /api/posts', { body })
      await expect(panel.getByText(t('notifications.titles.published', { platform: 'X' }))).toBeVisible()
      await expect(panel.getByText(body.content)).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(bell).toBeFocused()

      // Server events update the open page.
      await layla.call('POST /api/posts', { body })
      await expect(page.locator('header').getByRole('button', { name: /1|واحد/ })).toBeVisible()
      const [first] = await layla.call('GET /api/social-accounts', {})
      await layla.call('POST /api/posts', { body: { ...body, platform: 'linkedin' } })
      const [out] = await site.simulator.posts('linkedin')
      await site.simulator.revoke('linkedin', out?.accountId ?? '')
      await layla.call('POST /api/posts', { body: { ...body, platform: 'linkedin', content: 'Another' } })
      expect(first?.platform).toBe('linkedin')
      await expect(page.locator('header').getByRole('button', { name: /2|اثنان/ })).toBeVisible()

      // The disconnected account's scheduled post is at risk, and its row explains what to do.
      const row = page.getByRole('listitem').filter({ hasText: 'Tomorrow' }).last()
      await expect(row.getByText(t('posts.statuses.atRisk'))).toBeVisible()
      await expect(row.getByRole('link', { name: t('posts.risk.reconnect') })).toBeVisible()

      await page
        .locator('header')
        .getByRole('button', { name: /2|اثنان/ })
        .click()
      await expect(panel.getByText(PEOPLE[language].title)).toBeVisible()
      await expect(panel.getByText(PEOPLE[language].others.split(' ')[0] ?? '').first()).toBeVisible()
      await screenshot(page, `notifications-${language}`)
      await expectAccessible(page)
      await panel.getByRole('link', { name: t('notifications.actions.reconnect') }).click()
      await expect(page.getByText(t('accounts.connected', { platform: 'LinkedIn' })).first()).toBeVisible()

      // After the account reconnects, the scheduled post is no longer at risk and the failed one can be posted.
      await page.goto(site.url)
      await expect(page.getByText(t('posts.statuses.atRisk'))).toHaveCount(0)
      await bellOf(page).click()
      await panel.getByRole('button', { name: t('notifications.actions.post_again') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(2)
      await expect(panel.getByText(t('notifications.done'))).toBeVisible()
      await panel.getByRole('button', { name: t('app.close') }).click()
      await expect(panel).toBeHidden()

      await page.getByRole('button', { name: t('posts.trouble.review') }).click()
      await openTimeline(page, t)
      await expect(panel.getByRole('heading', { name: t('posts.timeline.way') })).toBeVisible()
      await expect(panel.getByText('duplicate content', { exact: false })).toBeVisible()
      await expect(panel.getByRole('button', { name: t('posts.edit') })).toBeVisible()
      await expectAccessible(page)
      await panel.getByRole('button', { name: t('app.close') }).click()
      await expect(panel).toBeHidden()

      await bellOf(page).click()
      await panel.getByRole('button', { name: t('notifications.readAll') }).click()
      await expect(panel.getByRole('button', { name: t('notifications.readAll') })).toBeHidden()
      expect((await layla.call('GET /api/notifications', {})).unread).toBe(0)
    })
  })
})

const bellOf = (page: Page) => page.locator('header button[aria-haspopup=dialog]')
