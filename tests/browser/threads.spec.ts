import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  openStoredDraft,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TEXT = {
  en: 'For two years we bought faster software, and approvals still took nine days from the first request to the last signature. So we asked every team one question: who actually signs? A routine purchase passed through seven people. Four of the seven had never refused anything. Not once, in three years of orders.',
  ar: 'اشترينا على مدى عامين برامج أسرع، وظلّت الموافقات تستغرق تسعة أيام من أول طلب حتى آخر توقيع. فسألنا كل فريق سؤالًا واحدًا: من يوقّع فعلًا؟ كان طلب الشراء يمرّ على سبعة أشخاص. أربعة من السبعة لم يرفضوا طلبًا قط، على مدى ثلاث سنوات من الطلبات. فلما حذفنا التوقيعات الأربعة صار الطلب يمرّ في يومين بدل تسعة أيام.',
}
const WAITS = { en: /waits for part 3/, ar: /بانتظار الجزء [3٣]/ }
const STOPPED = { en: 'Part 2 of 3 is not live', ar: /لم يُنشر الجزء [2٢] من [3٣]/ }
const LAST = { en: 'Which signature never said no?', ar: 'أي توقيع لم يقل لا؟' }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: { en: 1280, ar: 390 }[language], height: 844 } })

    test(`splits a long text into a thread, changes its parts and publishes them (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter')
      await openStoredDraft(page, site, layla, TEXT[language], 'twitter')
      await page.getByRole('button', { name: t('cards.thread.make') }).click()
      const parts = page.locator('[data-part]')
      await expect(parts).toHaveCount(2)

      await page.getByRole('button', { name: t('cards.thread.add') }).click()
      await expect(parts.last().getByRole('textbox')).toBeFocused()
      await page.keyboard.type(`${LAST[language]}${'!'.repeat(280)}`)
      await expect(parts).toHaveCount(3)
      await expect(page.getByText(WAITS[language])).toBeVisible()
      await expect(page.getByRole('button', { name: t('posts.postNow') })).toBeDisabled()
      await screenshot(page, `thread-stopped-${language}`)

      await parts.last().getByRole('textbox').fill(LAST[language])
      await page.getByRole('switch', { name: t('cards.thread.number') }).check()
      await expect(parts.last().getByRole('textbox')).toHaveValue(language === 'en' ? / 3\/3$/ : / ٣ من ٣$/)
      await expectAccessible(page)
      await screenshot(page, `thread-${language}`)

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('twitter')).length).toBe(3)
      const posts = await site.simulator.posts('twitter')
      expect(posts.map(({ replyTo }) => replyTo)).toEqual([undefined, posts[0]?.id, posts[1]?.id])
      expect(posts[2]?.text).toMatch(language === 'en' ? / 3\/3$/ : / ٣ من ٣$/)
    })

    test(`stores a first comment with its draft, shows it after a reload and publishes it with the post (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const { stored } = await openStoredDraft(page, site, layla, TEXT[language], 'linkedin')
      await page.getByRole('button', { name: t('cards.comment.add') }).click()
      await page.getByRole('textbox', { name: t('cards.comment.label') }).fill('https://example.com/form')
      await expect
        .poll(
          async () => (await layla.call('GET /api/posts', { query: { status: 'draft' } }))[0]?.firstComment?.content,
        )
        .toBe('https://example.com/form')
      expect(await stored()).toBe(TEXT[language])
      await page.reload()
      await expect(page.getByRole('textbox', { name: t('cards.comment.label') })).toHaveValue(
        'https://example.com/form',
      )
      await expectAccessible(page)
      await screenshot(page, `first-comment-${language}`)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect
        .poll(async () => (await site.simulator.posts('linkedin')).map(({ comments }) => comments))
        .toEqual([['https://example.com/form']])
    })

    test(`shows at which part a thread stopped, and sends the rest on request (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'twitter')
      const slow = { platform: 'twitter', operation: 'publish', fault: 'slow', delayMs: 1 } as const
      await site.simulator.fault(slow)
      await site.simulator.fault({ ...slow, fault: 'status', as: 'permission' })
      const contents = [1, 2, 3].map((part) => `${LAST[language]} ${part}`)
      const { body } = await layla.ask('POST /api/posts', {
        body: {
          platform: 'twitter',
          content: contents[0],
          parts: contents.map((content) => ({ content })),
          status: 'published',
        },
      })
      await expect.poll(async () => (await layla.read(body)).parts?.[1]?.state).toBe('failed')
      await page.goto(site.url)
      await page.getByRole('button', { name: t('posts.rest.open') }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(STOPPED[language]).first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `thread-rest-${language}`)
      await dialog.getByRole('button', { name: t('posts.rest.retry') }).click()
      await expect.poll(async () => (await site.simulator.posts('twitter')).map(({ text }) => text)).toEqual(contents)
    })
  })
})
