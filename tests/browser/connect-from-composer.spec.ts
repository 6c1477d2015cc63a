import {
  chooseNetworks,
  expect,
  forBoth,
  LOCALES,
  networkTab,
  signIn,
  test,
  TOPICS,
  translator,
} from './browser-test.ts'

const WORDS = {
  en: { approve: 'Approve', deny: 'Cancel', schedule: 'Schedule 2 drafts', tomorrow: /^Tomorrow/ },
  ar: { approve: 'موافقة', deny: 'إلغاء', schedule: 'جدولة مسودتين', tomorrow: /^غدًا/ },
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: { en: 1280, ar: 390 }[language], height: 844 },
      ownServer: { autoConsent: false },
    })
    const words = WORDS[language]

    test(`connects two networks while the user schedules a draft, and then asks for the time (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'LinkedIn', 'X')
      await page.getByRole('button', { name: t('composer.generate.all') }).click()
      await expect(networkTab(page, 'X')).toBeVisible()
      await page.getByRole('button', { name: t('posts.schedulePost') }).click()
      const dialog = page.getByRole('dialog')
      for (const platform of ['LinkedIn', 'X']) {
        await dialog.getByRole('link', { name: t('cards.connect.action', { platform }) }).click()
        await page.getByRole('button', { name: words.approve }).click()
        await expect(page).toHaveURL(/\/create/)
      }
      await expect(dialog).toHaveAccessibleName(words.schedule)
      await dialog.getByRole('button', { name: words.tomorrow }).click()
      await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect.poll(async () => (await layla.call('GET /api/posts/scheduled', {})).length).toBe(2)
    })

    test(`returns to the draft after its network is connected, and posts only when the user presses the button again (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const post = page.getByRole('button', { name: t('posts.postNow') })
      const connect = page
        .getByRole('dialog')
        .getByRole('link', { name: t('cards.connect.action', { platform: 'LinkedIn' }) })
      await post.click()
      await connect.click()
      await page.getByRole('button', { name: words.deny }).click()
      await expect(page).toHaveURL(/\/social-accounts$/)
      await page.getByRole('link', { name: t('accounts.toDrafts') }).click()
      await expect(post).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)

      await post.click()
      await connect.click()
      await page.getByRole('button', { name: words.approve }).click()
      await expect(page).toHaveURL(/\/create/)
      await expect(post).toBeEnabled()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await layla.call('GET /api/posts', { query: { status: 'published' } })).toEqual([])
      await post.click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
    })
  })
})
