import type { Page } from '@playwright/test'
import { expect, signIn, test, translator } from './browser-test.ts'

/**
 * Replaces each text by `<font><font>text</font></font>`, even texts that appear later, as Chrome's translation does.
 */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const replace = (text: Node) => {
      const parent = text.parentElement
      if (!parent || !text.nodeValue?.trim()) return
      if (parent.closest('script, style, textarea, svg, font, [translate=no], .notranslate')) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      parent.replaceChild(outer, text)
    }
    const replaceIn = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) replace(text)
    }
    replaceIn(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (node.nodeType === Node.TEXT_NODE) replace(node)
          else if (node.nodeName !== 'FONT') replaceIn(node)
        }
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/** Collects the errors that the page throws. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (message) => {
    if (/NotFoundError|not a child of this node/.test(message.text())) faults.push(message.text())
  })
  return faults
}

test('keeps the sign-in page working while the browser translates it', async ({ page, site }) => {
  const t = await translator('en')
  const faults = faultsOf(page)
  await page.goto(`${site.url}/auth`)
  await page.getByRole('button', { name: t('auth.signIn.submit') }).hover()
  await expect(page.locator('input[type=password]')).toBeEditable()
  await translate(page)
  const submit = page.getByRole('button', { name: t('auth.signIn.submit') })
  await submit.click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
  await page.getByLabel(t('auth.fields.email')).fill('nobody@example.org')
  await page.getByLabel(t('auth.fields.password')).first().fill('correct horse 9')
  await submit.click()
  await expect(page.getByText(t('errors.invalid_credentials')).first()).toBeVisible()
  await page.getByRole('button', { name: t('auth.signIn.toSignUpLink') }).click()
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page.getByLabel(t('auth.fields.firstName'))).toBeFocused()
  expect(faults).toEqual([])
})

test('keeps the main pages working while the browser translates them', async ({ page, site }) => {
  const faults = faultsOf(page)
  const person = await signIn(page, site, 'en', 'linkedin')
  for (const path of [
    '/',
    '/create',
    '/schedule',
    '/social-accounts',
    '/analytics',
    '/settings',
    '/profile',
    '/ask-frogy',
  ]) {
    await page.goto(site.url + path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await translate(page)
    // Change lists and controls on the page while the browser translates it.
    await person.schedule({ platform: 'linkedin', content: `A post of ${path}`, at: new Date(Date.now() + 86_400_000) })
    const toggles = page.getByRole('main').locator('[role=tab], [role=switch], [role=radio], [aria-expanded], summary')
    for (let at = 0; at < Math.min(8, await toggles.count()); at++) {
      const toggle = toggles.nth(at)
      if (!(await toggle.isVisible()) || !(await toggle.isEnabled())) continue
      await toggle.click({ timeout: 5_000 }).catch(() => {})
      await page.keyboard.press('Escape')
    }
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    expect(faults, path).toEqual([])
  }
})
