import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './journey.ts'

const PAGES = [
  '/auth',
  '/reset-password?token=used',
  '/confirm-email?token=x',
  '/',
  '/create',
  '/social-accounts',
  '/nowhere',
]

for (const [language, locale] of [
  ['en', 'en-US'],
  ['ar', 'ar-SA'],
] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`no page has an accessibility fault (${language}, ${theme})`, async ({ browser, site }) => {
      for (const width of [390, 1280]) {
        // What is still fading in has no contrast to judge.
        const context = await browser.newContext({ locale, viewport: { width, height: 844 }, reducedMotion: 'reduce' })
        await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
        const page = await context.newPage()
        for (const path of PAGES) {
          if (path === '/') {
            const email = `${crypto.randomUUID()}@example.com`
            const account = {
              email,
              password: 'nine days',
              confirmPassword: 'nine days',
              firstName: 'ليلى',
              lastName: 'Haddad',
              preferredLanguage: language,
            }
            expect((await page.request.post(`${site.url}/api/register`, { data: account })).status()).toBe(201)
          }
          await page.goto(site.url + path)
          await page.getByRole('heading', { level: 1 }).waitFor()
          const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .analyze()
          expect(
            violations.map(({ id, nodes }) => `${path} at ${width}: ${id} ${nodes.map(({ html }) => html).join(' ')}`),
          ).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, `${path} at ${width} scrolls sideways`).toBe(0)
        }
        await context.close()
      }
    })
  }
}
