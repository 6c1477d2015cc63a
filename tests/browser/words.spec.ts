import { expect, LOCALES, signIn, test, texts } from './journey.ts'

test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', own: {} })

/** As an English sentence would leave it: two words in a row in Latin letters, which no name on these pages has. */
const ENGLISH = /[a-z]{3,} [a-z]{3,}/

test('what went wrong in one language is told in the other one as soon as that is chosen', async ({ page, site }) => {
  const [say, sag] = await Promise.all([texts('en'), texts('ar')])
  const layla = await signIn(page, site, 'en', 'facebook')
  const refusal = {
    platform: 'facebook',
    operation: 'publish',
    fault: 'status',
    status: 403,
    body: { error: { code: 200, type: 'OAuthException', message: '(#200)' } },
  } as const
  await site.simulator.fault(refusal)
  await layla.call('POST /api/posts', { body: { platform: 'facebook', content: '…', status: 'published' } })
  await site.simulator.fault(refusal)

  // Refused on the desk, and told in English.
  await page.goto(`${site.url}/create`)
  await page.getByLabel(say('composer.input.topic')).fill('Approvals slow teams')
  await page.getByLabel('LinkedIn', { exact: true }).first().setChecked(false, { force: true })
  await page.getByLabel('Facebook', { exact: true }).first().setChecked(true, { force: true })
  await page.getByRole('button', { name: say('composer.generate.others') }).click()
  const draft = page.getByRole('region', { name: say('composer.drafts') }).getByRole('article')
  await draft.getByRole('button', { name: say('posts.postNow') }).click()
  const english = page.getByText(/Facebook did not allow/)
  await expect(english.first()).toBeVisible()

  // The same refusal in Arabic, after a reload too, and back again.
  const language = (name: string) => page.getByRole('button', { name, exact: true })
  const arabic = page.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)
  const drafts = page.getByRole('region', { name: sag('composer.drafts') })
  await language('العربية').click()
  await expect(drafts.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)).toBeVisible()
  await page.reload()
  await expect(drafts.getByText(/لم يسمح Facebook لهذا الحساب بالنشر/)).toBeVisible()
  await expect(drafts.getByText(/did not allow/)).toHaveCount(0)

  // On the dashboard and among the notifications, which were read in English before.
  await language('EN, English').click()
  await page
    .getByRole('link', { name: say('app.nav.dashboard') })
    .first()
    .click()
  await expect(english.first()).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText(/did not go out/).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await language('العربية').click()
  await expect(arabic.first()).toBeVisible()
  await expect(english).toHaveCount(0)
  await page.getByRole('button', { name: /^الإشعارات/ }).click()
  const notifications = page.getByRole('dialog')
  await expect(notifications.getByText(/تعذّر نشر/).first()).toBeVisible()
  expect(await notifications.innerText()).not.toMatch(ENGLISH)
})
