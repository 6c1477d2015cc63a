import { expect, LOCALES, expectAccessible, markedWords, screenshot, test, translator } from './browser-test.ts'

const DAY_MS = 86_400_000

for (const [language, width] of [
  ['en', 1280],
  ['ar', 390],
] as const) {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width, height: 844 } })

    test(`shows a guest's drafts in two languages and marks claims that the source lacks (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await page.goto(site.url)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('try.field.article') }).click()
      await page.keyboard.press('Enter')
      const drafts = page.getByRole('article')
      await expect(drafts).toHaveCount(2)
      await expect(page.getByText(t('try.allFound')).first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `guest-drafts-${language}`, { fullPage: true })

      const linkedin = drafts.first()
      // The draft is a text field, which marks the draft's figures immediately.
      await expect(linkedin.getByRole('textbox')).toBeVisible()
      expect(await markedWords(page, 'found')).not.toEqual([])
      await linkedin.getByRole('textbox').fill('Review time fell by 34%, and nine in ten agreed in 2031.')
      const notFound = linkedin.getByText(t('cards.claims.notFound', { text: '2031' }))
      await expect(notFound).toBeVisible()
      expect(await markedWords(page, 'open')).toContain('2031')
      await linkedin.getByRole('button', { name: t('cards.claims.takeOut') }).click()
      await expect(notFound).toHaveCount(0)

      // The drafts in the other language appear immediately. A reload keeps the chosen language.
      const other = language === 'en' ? 'arabic' : 'english'
      await page.getByRole('radio', { name: t(`try.languages.${other}`) }).check({ force: true })
      await expect(drafts.first()).not.toContainText('34%')
      await page.reload()
      await expect(page.getByRole('radio', { name: t(`try.languages.${other}`) })).toBeChecked()
      await expectAccessible(page)
    })
  })
}

test.describe('text of a guest', () => {
  test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

  test('shows what to expect before the first topic', async ({ page, site }) => {
    const t = await translator('en')
    await page.goto(`${site.url}/try`)
    await expect(page.getByRole('heading', { level: 1, name: t('try.headline') })).toBeVisible()
    await expect(page.getByRole('textbox', { name: t('try.field.label') })).toBeInViewport()
    await expectAccessible(page)
    await screenshot(page, 'guest-empty')
  })

  test('asks for the blanks of an outline in the first draft only, and fills the other draft too', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await page.goto(`${site.url}/try#${encodeURIComponent('A night shift in a warehouse')}`)
    const [first, second] = [page.getByRole('article').first(), page.getByRole('article').nth(1)]
    await expect(second.getByText(t('outline.questions.once'))).toBeVisible()
    await expect(second.getByRole('textbox')).toHaveCount(0)
    await first.getByRole('textbox').first().fill('The lights went out at two.')
    await expect(second).toContainText('The lights went out at two.')
    await expectAccessible(page)
    await screenshot(page, 'guest-outline')
    await page.reload()
    await expect(second).toContainText('The lights went out at two.')
  })

  test("puts no guest's text into a request URL, and deletes the drafts after seven days", async ({ page, site }) => {
    const t = await translator('en')
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(site.url)
    const field = page.getByRole('textbox', { name: t('try.field.label') })
    await field.fill('Night shifts and quiet docks')
    await field.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page).toHaveURL(`${site.url}/try`)
    // A visitor who returns finds the drafts again.
    await page.goto(site.url)
    await page.getByRole('link', { name: t('try.title') }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    expect(addresses.filter((address) => address.includes('Night'))).toEqual([])

    // Set the clock eight days ahead, as if the visitor returned on that day.
    await page.clock.setFixedTime(Date.now() + 8 * DAY_MS)
    await page.reload()
    await expect(field).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
  })

  test('explains to a guest that a page cannot be read or that the limit is reached, and keeps the entered text', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await page.goto(`${site.url}/try`)
    const field = page.getByRole('textbox', { name: t('try.field.label') })
    await field.fill('http://10.0.0.1/plans')
    await page.getByRole('button', { name: t('try.field.action') }).click()
    await expect(page.getByRole('alert')).toHaveText(t('errors.url_forbidden'))
    await expect(field).toHaveValue('http://10.0.0.1/plans')
    await expect(page.getByText(t('try.limit'))).toHaveCount(0)
    await page.route('**/api/guest/drafts', (route) =>
      route.fulfill({ status: 429, json: { code: 'too_many_requests', message: '' } }),
    )
    await field.fill('A night shift')
    await field.press('Enter')
    await expect(page.getByRole('alert')).toContainText(new RegExp(t('try.limit').source.slice(1, -1)))
    await expectAccessible(page)
    await page
      .getByRole('alert')
      .getByRole('link', { name: t('try.signUp') })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signUp.title'))
  })

  test("moves a guest's drafts to the composer after sign-in, but only if the guest asked to post or schedule", async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await site.visitor().register()
    const signIn = async () => {
      await page.getByLabel(t('auth.fields.email')).fill(layla.user?.email ?? '')
      await page.getByLabel(t('auth.fields.password')).fill(layla.password)
      await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    }
    await page.goto(`${site.url}/try#${encodeURIComponent('Quiet docks at night')}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.goto(`${site.url}/auth?next=%2Fcreate`)
    await signIn()
    await expect(page).toHaveURL(`${site.url}/create`)
    await expect(page.getByLabel(t('composer.input.topic'))).toHaveValue('')
    await page.context().clearCookies()

    await page.goto(`${site.url}/try`)
    await page.getByRole('button', { name: t('posts.schedulePost') }).click()
    await page.getByRole('button', { name: t('auth.signUp.toSignInLink') }).click()
    await signIn()
    await expect(page).toHaveURL(`${site.url}/create`)
    await expect(page.getByLabel(t('composer.input.topic'))).toHaveValue('Quiet docks at night')
    await expect.poll(async () => (await layla.call('GET /api/posts', { query: { status: 'draft' } })).length).toBe(2)
  })
})
