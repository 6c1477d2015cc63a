import type { Page } from '@playwright/test'
import { openFakeModels, type Answer } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, expectAccessible, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const SENTENCE = { en: 'A fact gives readers a reason to stay.', ar: 'الحقيقة تمنح القرّاء سببًا لمواصلة القراءة.' }
const KEY = 'sk-ant-entered-by-an-administrator-9f3A'

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`guides an administrator from the composer to a connected provider (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      models.answer = () => ({ content: SENTENCE[language], hashtags: [] })
      await using site = await startFrogy({}, { vendors: { anthropic: models.url } })
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).click()
      await page
        .getByRole('button', { name: t('composer.ai.offline') })
        .first()
        .click()
      await page
        .getByRole('link', { name: t('providers.connect') })
        .first()
        .click()
      const guide = page.getByRole('region', { name: t('connect.title') })
      await expect(guide.getByRole('link', { name: 'Claude Console' }).first()).toHaveAttribute('href', /^https:/)
      await expect(guide.getByText(t('connect.costs.ten'))).toBeVisible()
      const run = guide.getByRole('button', { name: t('connect.run') })
      await expect(run).toBeDisabled()
      await expectAccessible(page)

      await guide.getByRole('button', { name: t('admin.keys.enterWhose', { name: 'Anthropic' }) }).click()
      await page.getByRole('dialog').getByLabel(t('admin.keys.key')).fill(KEY)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('admin.keys.save') })
        .click()
      await run.click()
      await expect(guide.locator('blockquote')).toHaveText(SENTENCE[language])
      await expect(guide.locator('figcaption')).toContainText('claude-sonnet-5-5')
      await expect(guide.locator('figcaption')).toContainText('$')
      await expect(guide.getByRole('table')).toContainText('claude-sonnet-5-5')
      await expectAccessible(page)
      await screenshot(page, `connect-ai-${language}`)
    })

    test(`tells an administrator why a test failed, and what to do (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: models.url })
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/admin/providers`)
      const failures: [string, Answer][] = [
        ['key', { status: 401, code: 'authentication_error', message: `Wrong key ${KEY}` }],
        ['quota', { status: 402, code: 'billing_error' }],
        ['model', { status: 404, code: 'not_found_error', message: 'model: gone' }],
        ['unreachable', { status: 404, code: 'Cannot POST' }],
        ['refused', { refusal: 'No.' }],
        ['cut', { cutAt: '{"content":"A fact gi' }],
      ]
      const within = (path: string) => new RegExp(t(path).source.slice(1, -1))
      const entry = page.getByRole('list', { name: t('connect.choose') }).getByRole('button', { name: 'Anthropic' })
      const credit = page
        .getByRole('listitem')
        .filter({ hasText: within('connect.credit') })
        .first()
      await expect(credit.getByText(t('connect.done'))).toHaveCount(1)
      for (const [failure, answer] of failures) {
        models.answer = () => answer
        await testButton(page).click()
        await expect(page.getByText(t(`connect.failures.${failure}`))).toBeVisible()
        await expect(page.getByText(t(`connect.next.${failure}`))).toBeVisible()
        await expect(entry).toContainText(within('connect.state.failed'))
        await expect(credit.getByText(t('connect.done'))).toHaveCount(failure === 'quota' ? 0 : 1)
      }
      await expect(page.getByText(KEY)).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `connect-ai-failed-${language}`)

      await page.route('**/api/admin/providers', async (route) => {
        const all = (await (await route.fetch()).json()) as object[]
        await route.fulfill({ json: all.map((one) => ({ ...one, connected: false })) })
      })
      await page.reload()
      await expect(entry).toContainText(within('connect.state.silent'))
      await expect(page.getByText(t('connect.silent.next'))).toBeVisible()
      await expectAccessible(page)
    })

    test(`tells other users who can connect an AI provider (${language})`, async ({ page }) => {
      await using site = await startFrogy()
      const t = await translator(language)
      await site.person()
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).click()
      await page
        .getByRole('button', { name: t('composer.ai.offline') })
        .first()
        .click()
      await expect(page.getByText(t('providers.askAdmin'))).toBeVisible()
      await expect(page.getByRole('link', { name: t('providers.connect') })).toHaveCount(0)
    })
  })
})

/** Finds the button that tests the AI provider. Its label changes after the first test. */
const testButton = (page: Page) => page.getByRole('main').locator('ol').getByRole('listitem').last().getByRole('button')
