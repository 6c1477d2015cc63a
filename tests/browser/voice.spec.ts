import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const SAMPLE = {
  en: 'Nobody reads a form with nine names on it. We took four off.',
  ar: 'لا أحد يقرأ نموذجًا فيه تسعة أسماء. حذفنا أربعة منها.',
}
const RULE = { en: 'Say “game changer”', ar: 'عبارة «نقلة نوعية»' }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`writes drafts in the user's writing voice, which the user describes by samples and rules (${language})`, async ({
      page,
    }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).click()
      await page.getByLabel(t('composer.input.topic')).fill(SAMPLE[language].slice(0, 40))
      const line = page.getByRole('button', { name: new RegExp(t('voice.title').source.slice(1, -1)) })
      await line.click()
      const dialog = page.getByRole('dialog', { name: t('voice.title') })
      const sample = dialog.getByRole('textbox').first()
      await sample.fill(SAMPLE[language])
      await expectAccessible(page)
      await screenshot(page, `voice-${language}`)

      // Escape in the dialog asks before it discards the input.
      await page.keyboard.press('Escape')
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('voice.stay') })
        .click()
      await expect(sample).toHaveValue(SAMPLE[language])
      await dialog.getByLabel(t('voice.donts.label')).fill(RULE[language])
      await dialog.getByLabel(t('voice.dos.label')).fill('1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11')
      const save = dialog.getByRole('button', { name: t('voice.save') })
      await expect(save).toBeDisabled()
      await expect(dialog.getByLabel(t('voice.dos.label'))).toHaveAttribute('aria-invalid', 'true')
      await dialog.getByRole('button', { name: t('voice.dos.label') }).click()
      await expect(dialog.getByLabel(t('voice.dos.label'))).toBeFocused()
      await expectAccessible(page)
      await screenshot(page, `voice-refused-${language}`)
      await dialog.getByLabel(t('voice.dos.label')).fill('')

      // The dialog also keeps the input when the server does not respond.
      await page.route('**/api/voice', (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await save.click()
      await expect(page.getByText(t('voice.failed'))).toBeVisible()
      await expect(sample).toHaveValue(SAMPLE[language])
      await page.unroute('**/api/voice')
      await save.click()
      await expect(dialog).toHaveCount(0)
      await expect(line).toContainText(/1|واحد/)

      // The dialog shows an entry added in another browser. Saving another field must not remove it.
      const dos = [language === 'ar' ? 'ذكر المصدر' : 'Name the source']
      await layla.call('PATCH /api/voice', { body: { dos } })
      await line.click()
      await expect(dialog.getByLabel(t('voice.dos.label'))).toHaveValue(dos.join(''))
      const samples = [SAMPLE[language], 'Elsewhere']
      await dialog.getByRole('checkbox').check()
      // A server event makes the page refetch the voice while the user types. The typed text must stay.
      const heard = page.waitForResponse(
        (response) => response.url().endsWith('/api/voice') && response.request().method() === 'GET',
      )
      await layla.call('PATCH /api/voice', { body: { samples } })
      await heard
      await save.click()
      await expect(dialog).toHaveCount(0)
      expect(await layla.call('GET /api/voice', {})).toEqual({
        samples,
        dos,
        donts: [RULE[language]],
        usesPublished: true,
      })

      await page.reload()
      await page.getByLabel(t('composer.input.topic')).click()
      await page.getByLabel(t('composer.input.topic')).fill(SAMPLE[language].slice(0, 40))
      await expect(line).toContainText(/2|مثالان/)
      await screenshot(page, `voice-line-${language}`, { fullPage: true })
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      await expect(page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')).toBeVisible()
      expect(models.asked[0]?.prompt).toContain(`<samples>\n${SAMPLE[language]}`)
      expect(models.asked[0]?.prompt).toContain(RULE[language])
    })
  })
})
