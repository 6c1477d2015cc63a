import { expect, LOCALES, test, translator } from './browser-test.ts'

// Tests the whole path of a visitor from the landing page to the composer, in English. `guest-page.spec.ts` tests the
// details.
test.use({ locale: LOCALES.en, viewport: { width: 1280, height: 900 } })

test('writes two drafts for a guest, who signs up and finds them in the composer', async ({ page, site }) => {
  const t = await translator('en')
  await page.goto(site.url)
  await page.getByRole('button', { name: t('try.field.article') }).click()
  await page.getByRole('button', { name: t('try.field.action') }).click()
  await expect(page).toHaveURL(`${site.url}/try`)
  const draft = (platform: string) => page.getByRole('article', { name: t('try.draft', { platform }) })
  await expect(draft('X').getByText('34%')).toBeVisible()
  const field = draft('LinkedIn').getByRole('textbox')
  await field.fill('Four names came off one form.')

  // A reload keeps the drafts. Only posting asks the visitor to sign up.
  await page.reload()
  await expect(draft('LinkedIn')).toContainText('Four names came off one form.')
  await page.getByRole('button', { name: t('posts.postNow') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('auth.signUp.title'))
  await page.getByLabel(t('auth.fields.firstName')).fill('Layla')
  await page.getByLabel(t('auth.fields.lastName')).fill('Haddad')
  await page.getByLabel(t('auth.fields.email')).fill(`${crypto.randomUUID()}@example.com`)
  await page.getByLabel(t('auth.fields.password')).fill('nine days of rain')
  await page.getByLabel(t('auth.fields.confirmPassword')).fill('nine days of rain')
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page).toHaveURL(`${site.url}/create`)
  await expect(page.getByText('Four names came off one form.').first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('frogy.guest-drafts'))).toBeNull()
})
