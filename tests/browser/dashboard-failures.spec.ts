import {
  expect,
  giveUpAnswer,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width, height: 844 }, ownServer: {} })

    test(`shows posts that need action in one line, and their causes after a press on Review (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const post = (content: string) =>
        layla.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      await Promise.all([post('Is it live?'), giveUpAnswer(site, layla)])
      const [out] = await site.simulator.posts('linkedin')
      for (const days of [1, 2])
        await layla.schedule({ platform: 'linkedin', content: 'Later', at: new Date(Date.now() + days * 86_400_000) })
      await site.simulator.revoke('linkedin', out?.accountId ?? '')
      await post('Refused')

      await page.goto(site.url)
      const strip = page.locator('section[aria-labelledby=trouble]')
      await expect(strip.getByRole('button')).toHaveText(t('posts.trouble.review'))
      // The list of upcoming posts explains why a post would fail. The list of accounts shows only the account's state.
      const list = page.locator('section[aria-labelledby=coming]')
      await expect(list.getByText(t('posts.statuses.atRisk'))).toHaveCount(2)
      await expect(page.getByRole('link', { name: t('posts.risk.reconnect') })).toHaveCount(1)
      // The button stays next to the post's time, even after a long status text.
      const coming = list.locator('li li').first()
      const edit = await coming.getByRole('button', { name: t('posts.edit') }).boundingBox()
      const time = await coming.locator('time').boundingBox()
      expect(edit?.y).toBeLessThan(time?.y ?? 0)
      expect((edit?.y ?? 0) + (edit?.height ?? 0)).toBeGreaterThan((time?.y ?? 0) + (time?.height ?? 0))
      await expect(page.getByText(t('dashboard.needsReconnect', { platform: 'LinkedIn' }))).toHaveCount(0)
      await expect(page.getByText(t('dashboard.coming.tomorrow'), { exact: true })).toHaveCount(1)
      await screenshot(page, `told-once-${language}`, { fullPage: true })
      await expectAccessible(page)
      if (width >= 1280) expect((await strip.boundingBox())?.height).toBe(52)

      // The link to schedule a post opens the calendar. A user without drafts sees no list of drafts there.
      await page.getByRole('link', { name: t('dashboard.actions.schedule') }).click()
      await expect(page.locator('[data-day] svg').first()).toBeAttached()
      await expect(page.getByRole('region', { name: t('posts.drafts.title') })).toHaveCount(0)

      // Links in notifications and mails lead to the list of posts that need action, which has the id `trouble`.
      await page.goto(`${site.url}/social-accounts`)
      await page.goto(`${site.url}/#trouble`)
      await expect(page.locator('#trouble')).toBeFocused()
      const answers = ['isLive', 'isNotLive'].map((one) =>
        strip.getByRole('button', { name: t(`posts.trouble.${one}`) }),
      )
      const [live, notLive] = await Promise.all(answers.map((one) => one.boundingBox()))
      const what = await strip.getByRole('link', { name: t('posts.trouble.whatHappened') }).boundingBox()
      if (width === 390) {
        // On a narrow screen, the buttons are stacked, because each label needs a full line.
        expect([notLive?.width, notLive?.height]).toEqual([live?.width, live?.height])
        expect(notLive?.y).toBeGreaterThan(live?.y ?? 0)
        expect(what?.y).toBeGreaterThan(notLive?.y ?? 0)
      } else expect(live?.y).toBe(notLive?.y)
      // A post that was published immediately was never scheduled, so it is not late.
      await expect(strip.getByText(language === 'ar' ? /كان موعده/ : /Was due/)).toHaveCount(0)
      // The most useful action comes first in its row.
      const refused = strip.locator('li').filter({ hasText: 'Refused' })
      await expect(refused.locator('a, button').first()).toHaveAccessibleName(t('posts.risk.reconnect'))
      await screenshot(page, `told-once-review-${language}`, { fullPage: true })
      await expectAccessible(page)
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, ownServer: {} })

  test('keeps the list of failed posts, and the text in a dialog, when the user turns the phone', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en', 'linkedin')
    await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400 })
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'Refused', status: 'published' } })
    await page.goto(site.url)
    const review = page.getByRole('button', { name: t('posts.trouble.review') })
    await review.click()
    const causes = page.locator('#trouble-causes')
    await causes.getByRole('button', { name: t('posts.edit') }).click()
    const text = page.getByRole('dialog').getByLabel(t('posts.editing.content'))
    await text.fill('Half a sentence')
    const write = page.getByRole('link', { name: t('dashboard.actions.generate'), includeHidden: true })
    const isAbove = () =>
      write.evaluate((link) => {
        const position = link.compareDocumentPosition(document.getElementById('trouble-causes') ?? link)
        return (position & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      })
    // The links are above the list in a wide window only.
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect.poll(isAbove).toBe(width > height)
      await expect(text).toContainText('Half a sentence')
    }
    await expect(causes).toBeVisible()
  })
})
