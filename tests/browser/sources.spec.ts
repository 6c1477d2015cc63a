import { join } from 'node:path'
import { test } from './article-site.ts'
import { expect, screenshot, signIn, translator } from './browser-test.ts'

const CORPUS = join(import.meta.dirname, '..', 'corpus')

const VIEW = 'The shorter form did it, not the software.'

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

test.describe('English sources', () => {
  test.use({ locale: 'en-US' })

  test('turns an article into a draft that cites its figure', async ({ page, site, article }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
    const address = page.getByLabel(t('composer.source.address'))

    const generate = page.getByRole('button', { name: t('composer.generate.linkedin') })
    const extractFirst = page.getByText(t('composer.source.extractFirst'))

    await address.fill('http://10.0.0.1/private')
    await address.press('Enter')
    await expect(page.getByText(t('errors.url_forbidden')).first()).toBeVisible()
    await expect(page.getByText(t('composer.source.urlInvalid'))).toHaveCount(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await expect(address).toHaveValue('http://10.0.0.1/private')

    // The URL of an article behind a paywall is not marked as invalid.
    await address.fill(new URL('/paid', article).href)
    await address.press('Enter')
    await expect(page.getByText(t('composer.source.paywall')).first()).toBeVisible()
    await expect(page.getByText(t('composer.source.urlInvalid'))).toHaveCount(0)

    // If the user presses the button before the address is checked, an error appears. It disappears once the address is
    // checked.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/content/validate-url', (route) => seen.promise.then(() => route.continue()))
    await address.fill(`\u200E${article}`)
    await generate.click()
    await expect(extractFirst.or(page.getByText(t('composer.source.wait')))).toBeVisible()
    seen.resolve()
    await expect(page.getByText('Seven signatures for one order').first()).toBeVisible()
    await expect(extractFirst).toBeHidden()
    await page.unroute('**/api/content/validate-url')
    await screenshot(page, 'article-found')

    await page.route('**/api/content/extract-url', (route) =>
      route.fulfill({ status: 502, json: { message: 'Too slow today' } }),
    )
    await page.getByRole('button', { name: t('composer.source.extract') }).click()
    await expect(page.getByText(t('composer.source.extractFailed')).first()).toBeVisible()
    await expect(page.getByText('Too slow today').first()).toBeVisible()
    await page.unroute('**/api/content/extract-url')

    // The user presses the button right after typing, before the preview has loaded.
    await address.fill(article)
    await page.getByRole('button', { name: t('composer.source.extract') }).click()
    const preview = page.getByRole('region', { name: t('composer.source.preview') })
    await expect(preview).toContainText('Approvals still took nine days.')
    await expect(preview).not.toContainText('About us')
    // The preview shows 200 characters of an article and 400 of a document.
    const opening = preview.locator('[dir=ltr]').first()
    expect((await opening.innerText()).length).toBeLessThanOrEqual(201)
    expect((await opening.innerText()).length).toBeGreaterThan(180)
    await screenshot(page, 'article-extracted')
    await preview.getByRole('button', { name: t('composer.source.another') }).click()
    await address.fill(article)
    await address.press('Tab')
    await page.keyboard.press('Enter')
    await expect(preview).toContainText('Approvals still took nine days.')
    await page.reload()
    await expect(preview).toContainText('Approvals still took nine days.')

    // A pasted URL loads automatically. Afterwards, only one button is prominent.
    await preview.getByRole('button', { name: t('composer.source.another') }).click()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), article)
    await address.press('Control+V')
    await expect(preview).toContainText('Approvals still took nine days.')
    const filled = await page.evaluate(() => {
      const ofColour = (one: Element) => getComputedStyle(one).backgroundColor
      const buttons = [...document.querySelectorAll('main button')]
      const generating = buttons.find((one) => (one as HTMLButtonElement).type === 'submit')
      return buttons.filter((one) => generating && ofColour(one) === ofColour(generating)).length
    })
    expect(filled).toBe(1)

    await generate.click()
    // Frogy quotes the article, and asks once for the author's own view of it.
    const view = page
      .getByRole('form', { name: t('outline.questions.title') })
      .getByRole('textbox')
      .first()
    await view.fill(VIEW)
    await view.press('Control+Enter')
    await expect(page.getByText('Supply Review').first()).toBeVisible()
    const draft = page.getByRole('article').first()
    await expect(draft).toContainText('34%')
    await expect(draft).toContainText(VIEW)
    await screenshot(page, 'article-draft', { fullPage: true })

    // The draft ends with the link until the author turns it off. The author can add it again to a single draft.
    await expect(draft).toContainText(article)
    const withLink = page.getByRole('switch', { name: t('composer.source.withLink') })
    await withLink.press('Space')
    await expect(draft).not.toContainText(article)
    const addLink = draft.getByRole('button', { name: t('composer.margin.addLink') })
    await addLink.click()
    await expect(draft).toContainText(article)
    // The text contains the link only once, because the pasted URL replaced the earlier one in the field.
    await expect(draft).not.toContainText(article + article)
    await expect(addLink).toHaveCount(0)
    await expect(draft.getByText('127.0.0.1').first()).toBeVisible()
    await screenshot(page, 'article-linked', { fullPage: true })
    await draft.getByRole('button', { name: t('rework.undo') }).click()
    await expect(draft).not.toContainText(article)
    await addLink.click()

    await page.reload()
    await expect(page.getByText('Supply Review').first()).toBeVisible()
    await expect(draft).toContainText('34%')
    await expect(draft).toContainText(article)

    // The error replaces other notices, but the link back to the drafts stays.
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(join(CORPUS, 'pdf', 'blank.pdf'))
    await expect(page.getByText(t('composer.source.documentFailed'))).toBeVisible()
    await expect(draft).toBeHidden()
    await page.getByRole('button', { name: t('composer.actions.undo') }).click()
    await expect(draft).toContainText('34%')
  })

  test('rejects a blank or invalid URL at its field', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
    const address = page.getByLabel(t('composer.source.address'))
    for (const text of ['', '   ', 'not a url']) {
      await address.fill(text)
      await expect(address).not.toHaveAccessibleDescription(/valid URL/)
      await address.press('Enter')
      await expect(address).toHaveAccessibleDescription('Please enter a valid URL')
      await expect(page.getByText('Please enter a valid URL').first()).toBeVisible()
    }
  })
})
