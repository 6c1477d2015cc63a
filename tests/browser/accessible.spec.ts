import { chooseTheme, expect, LOCALES, noFault, test } from './journey.ts'

const PAGES = [
  '/auth',
  '/reset-password?token=used',
  '/confirm-email?token=x',
  '/?visitor',
  '/privacy-policy',
  '/faq',
  '/terms-of-service',
  '/data-deletion?code=x',
  '/',
  '/schedule',
  '/create',
  '/ask-frogy',
  '/analytics',
  '/social-accounts',
  '/settings/developers',
  '/profile',
  '/settings',
  '/menu',
  '/nowhere',
]

// Whoever registers first is the administrator, and sees more.
test.use({ own: { template: 'empty' } })

for (const language of ['en', 'ar'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test.describe(`${language}, ${theme}`, () => {
      // What is still fading in has no contrast to judge.
      test.use({ locale: LOCALES[language], reducedMotion: 'reduce' })

      test(`no page has an accessibility fault (${language}, ${theme})`, async ({ page, site }) => {
        await chooseTheme(page, theme)
        for (const path of PAGES) {
          if (path === '/') {
            const [email, password] = [`${crypto.randomUUID()}@example.com`, 'nine days']
            const names = { firstName: 'ليلى', lastName: 'Haddad', preferredLanguage: language }
            const data = { email, password, confirmPassword: password, ...names }
            expect((await page.request.post(`${site.url}/api/register`, { data })).status()).toBe(201)
          }
          await page.goto(site.url + path)
          await page.getByRole('heading', { level: 1 }).waitFor()
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 844 })
            await noFault(page)
            const overflow = await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
            expect(overflow, `${path} at ${width} scrolls sideways`).toBe(0)
          }
        }
      })
    })
  }
}
