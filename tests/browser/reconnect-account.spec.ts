import {
  chooseTheme,
  expect,
  forBoth,
  giveUpAnswer,
  LOCALES,
  expectAccessible,
  openTimeline,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TWO_DAYS_MS = 2 * 86_400_000
const LOST = ['First of three', 'Second of three', 'Third of three']

const WORDS = {
  en: {
    postAll: 'Post all 3 now',
    asked: /^3 posts are more than a day late/,
    postTwo: 'Post all 2 now',
    postNone: 'Nothing to post',
    oneNot: '1 post was not published',
  },
  ar: {
    postAll: 'نشر ٣ منشورات الآن',
    asked: /^تأخّرت ٣ منشورات أكثر من يوم/,
    postTwo: 'نشر المنشورين الآن',
    postNone: 'لا شيء للنشر',
    oneNot: 'تعذّر نشر منشور واحد',
  },
}

forBoth({ gate: 'en' }, (language) => {
  const words = WORDS[language]
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: language === 'ar' ? { width: 390, height: 844 } : { width: 1280, height: 800 },
      ownServer: {},
    })

    test(`publishes each delayed post once after the account is reconnected (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const post = (content: string) =>
        layla.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
      const [unsure] = await Promise.all([post('Is it live?'), giveUpAnswer(site, layla)])
      const [out] = await site.simulator.posts('linkedin')
      await site.simulator.revoke('linkedin', out?.accountId ?? '')
      for (const content of LOST) await post(content)
      await layla.connect('linkedin')
      const live = async () => (await site.simulator.posts('linkedin')).map(({ text }) => text)

      await chooseTheme(page, language === 'ar' ? 'dark' : 'light')
      await page.clock.install()
      await page.goto(site.url)
      const strip = page.locator('section[aria-labelledby=trouble]')
      const dialog = page.getByRole('dialog')

      // Two days after a post was due, Frogy asks before it posts. Cancelling sends nothing.
      await page.clock.setSystemTime(Date.now() + TWO_DAYS_MS)
      await strip.getByRole('button', { name: t('posts.trouble.review') }).click()
      await strip.getByRole('button', { name: words.postAll }).click()
      await expect(dialog.getByText(words.asked)).toBeVisible()
      await expectAccessible(page)
      // The user deselects the second of the overdue posts.
      const boxes = dialog.getByRole('checkbox', { name: t('late.included') })
      await boxes.nth(1).uncheck()
      await expect(dialog.getByRole('button', { name: words.postTwo })).toBeEnabled()
      await boxes.first().uncheck()
      await boxes.last().uncheck()
      await expect(dialog.getByRole('button', { name: words.postNone })).toBeDisabled()
      await dialog.getByRole('button', { name: t('app.cancel') }).click()
      await expect(dialog).toBeHidden()
      expect(await live()).toEqual(['Is it live?'])
      await page.clock.setSystemTime(Date.now())

      // The platform refuses the second post, and the third is still published.
      await site.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'slow', delayMs: 200 })
      await site.simulator.fault({
        platform: 'linkedin',
        operation: 'publish',
        fault: 'status',
        status: 422,
        body: { status: 422, message: 'Held back for review' },
      })
      await page.locator('header button[aria-haspopup=dialog]').click()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: words.postAll }).click()
      await expect(dialog.getByRole('heading', { name: words.oneNot })).toBeVisible()
      const ofPost = (content: string) => dialog.getByRole('listitem').filter({ hasText: content })
      await expect(ofPost(LOST[0] ?? '').getByText(t('late.states.out'))).toBeVisible()
      await expect(ofPost(LOST[1] ?? '').getByText('Held back for review')).toBeVisible()
      await expect(ofPost(LOST[2] ?? '').getByText(t('late.states.out'))).toBeVisible()
      // The dialog hides the progress bar at the end, because a full bar would look like success.
      await expect(dialog.getByRole('progressbar')).toHaveCount(0)
      await screenshot(page, `post-all-${language}`)
      await expectAccessible(page)
      expect(await live()).toEqual(['Is it live?', LOST[0], LOST[2]])
      // A refused post links to its editor, which links back to the results of the batch.
      await ofPost(LOST[1] ?? '')
        .getByRole('button', { name: t('posts.edit') })
        .click()
      const editing = page.getByRole('dialog', { name: t('posts.editing.title') })
      await expect(editing.getByRole('textbox').first()).toHaveValue(LOST[1] ?? '')
      await page.keyboard.press('Escape')
      await expect(editing).toBeHidden()
      await expect(dialog.getByRole('heading', { name: words.oneNot })).toBeVisible()
      await page.keyboard.press('Escape')

      // The notification bell now leads to the refused post only.
      await dialog.getByRole('link', { name: t('notifications.actions.review') }).click()
      await expect(page.locator('#trouble')).toBeFocused()
      await expect(dialog).toBeHidden()
      await expect(strip.getByText(LOST[1] ?? '')).toBeVisible()
      await expect(strip.getByText(LOST[2] ?? '')).toHaveCount(0)
      await openTimeline(page, t)
      await expect(dialog.getByText('Held back for review').last()).toBeVisible()
      await expectAccessible(page)

      await page.goto(`${site.url}/unconfirmed/${unsure.id}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(
        page.getByRole('link', { name: t('posts.unconfirmed.open', { platform: 'LinkedIn' }) }),
      ).toHaveAttribute('href', `${site.simulator.url}/?platform=linkedin`)
      await expectAccessible(page)
      await page.getByRole('main').getByRole('button').first().click()
      await expect(page).toHaveURL(`${site.url}/`)
      expect((await layla.read(unsure)).status).toBe('published')
      expect(await live()).toHaveLength(3)
    })
  })
})
