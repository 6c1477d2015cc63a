import type { Page } from '@playwright/test'
import { PAGES } from '../../web/app/routes.ts'
import { expect, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

/** Collects the policy violations that a page reports, across reloads. */
async function refusedIn(page: Page): Promise<string[]> {
  const refused: string[] = []
  await page.exposeFunction('tellRefused', (what: string) => refused.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample, sourceFile }) =>
      (window as unknown as { tellRefused: (what: string) => void }).tellRefused(
        `${location.pathname}: ${violatedDirective} ${blockedURI} ${sample} ${sourceFile}`,
      ),
    )
  })
  return refused
}

forBoth({ gate: 'ar' }, (language) => {
  test(`opens every page without a violation of the content security policy (${language})`, async ({
    browser,
    site,
  }) => {
    const t = await translator(language)
    const context = await browser.newContext({ locale: LOCALES[language] })
    const page = await context.newPage()
    const refused = await refusedIn(page)
    const visit = async (path: string) => {
      await page.goto(site.url + path.replace(':id', crypto.randomUUID()))
      await page.locator('h1, [role=alert]').first().waitFor()
    }

    for (const { path } of PAGES.filter(({ access }) => access !== 'user')) await visit(path)
    await visit('/nowhere')
    await visit('/api/docs')
    await signIn(page, site, language)
    for (const { path } of PAGES.filter(({ access }) => access === 'user')) await visit(path)

    // Opening a dialog makes a library add a style element, which locks scrolling.
    await visit('/')
    await page.locator('button[aria-haspopup=dialog]').click()
    await expect(page.locator('body[data-scroll-locked]')).toHaveCSS('overscroll-behavior', 'contain')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: t('app.menu.open') }).click()
    await page.getByRole('menuitem', { name: t('app.menu.logout') }).click()
    await page.getByText(t('app.loggedOutText')).first().waitFor()
    expect(refused).toEqual([])

    // Prove that the test detects violations. The browser must refuse an injected style and picture, and report both.
    await page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }))
      document.body.append(Object.assign(new Image(), { src: 'https://pictures.example/a.png' }))
      document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>')
    })
    await expect
      .poll(() => new Set(refused.map((one) => one.split(' ')[1])))
      .toEqual(new Set(['img-src', 'style-src-attr', 'style-src-elem']))
    await context.close()
  })
})
