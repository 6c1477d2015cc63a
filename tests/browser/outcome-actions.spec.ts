import {
  chooseNetworks,
  expect,
  expectAccessible,
  forBoth,
  giveUpAnswer,
  LOCALES,
  signIn,
  test,
  togglePostTo,
  TOPICS,
  translator,
} from './browser-test.ts'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 390, height: 844 }, ownServer: {} })

    test(`offers the action that fits each publishing outcome, and performs it (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin', 'threads')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
      await chooseNetworks(page, 'Threads')
      await page.locator('form button[type=submit]').click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      // The draft shows the limit of Threads first, and the recommended length below it.
      await expect(draft.getByText(language === 'ar' ? /^[٠-٩]+ \/ ٥٠٠$/ : /^\d+ \/ 500$/)).toBeVisible()
      await expect(draft.getByText(language === 'ar' ? / من ٣٬٠٠٠$/ : / \/ 3,000$/)).toBeVisible()

      await togglePostTo(page, 'LinkedIn')
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      await site.simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 403 })
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await giveUpAnswer(site, layla)
      // The row of the failed draft explains the reason, so the toast does not repeat it. The Post button names the
      // platform that it retries.
      const toast = page.getByRole('region', { name: /F8/ }).getByRole('listitem')
      await expect(toast.getByText(t('composer.posting.partly', { platforms: 'Threads' }))).toBeVisible()
      await expect(
        page.getByRole('button', { name: t('composer.posting.postTo', { platforms: 'Threads' }) }),
      ).toBeDisabled()

      const row = (state: string) => page.getByRole('main').locator(`[data-state=${state}]`)
      const reconnect = row('failed').getByRole('link', { name: t('posts.risk.reconnect') })
      await expect(reconnect).toHaveAttribute('href', '/api/social-accounts/threads/connect')
      const reason = await row('failed').getByRole('paragraph').boundingBox()
      const button = await reconnect.boundingBox()
      expect(reason!.y + reason!.height).toBeLessThanOrEqual(button!.y)
      expect(reason!.width).toBeGreaterThan(280)
      await expectAccessible(page)

      await row('unconfirmed')
        .getByRole('button', { name: t('posts.trouble.isLive') })
        .click()
      await expect(row('published')).toContainText('LinkedIn')
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)

      // After Threads is reconnected, a retry succeeds.
      await layla.connect('threads')
      await page.reload()
      await row('failed')
        .getByRole('button', { name: t('cards.outcome.retry') })
        .click()
      await expect(row('published')).toHaveCount(2)
    })
  })
})
