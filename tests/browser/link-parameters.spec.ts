import {
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  openStoredDraft,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const ADDED = '?utm_source=linkedin&utm_medium=social&utm_campaign=ramadan-1447'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: language === 'ar' ? 390 : 1280, height: 900 } })

    test(`adds the UTM parameters of the settings to a typed link, counts their characters and publishes them (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/settings#links`)
      const section = page.getByRole('region', { name: t('settings.links.title') })
      await section.getByRole('checkbox', { name: 'LinkedIn' }).press('Space')
      const campaign = section.getByRole('textbox', {
        name: new RegExp(t('settings.links.campaign').source.replace('$', ': LinkedIn$')),
      })
      await campaign.fill('ramadan 1447')
      await campaign.blur()
      await expect(section.getByRole('alert')).toBeVisible()
      await campaign.fill('ramadan-1447')
      await campaign.blur()
      await expect(section.getByRole('alert')).toHaveCount(0)
      const names = { source: 'linkedin', medium: 'social', campaign: 'ramadan-1447' }
      await expect.poll(() => layla.call('GET /api/link-parameters', {})).toEqual({ networks: { linkedin: names } })
      await expectAccessible(page)
      await screenshot(page, `link-parameters-${language}`)

      const words = language === 'ar' ? 'العرض الجديد هنا:' : 'The new offer is here:'
      const { field, stored, shown } = await openStoredDraft(page, site, layla, words)
      await field.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' https://najd.example/offer#top')
      await page.keyboard.press('Tab')
      await expect.poll(shown).toBe(`${words} https://najd.example/offer${ADDED}#top`)
      await expect.poll(stored).toBe(`${words} https://najd.example/offer${ADDED}#top`)
      await screenshot(page, `link-parameters-draft-${language}`)
    })
  })
})
