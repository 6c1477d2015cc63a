import {
  allDrafts,
  expect,
  expectAccessible,
  forBoth,
  LOCALES,
  networkTab,
  openHistory,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const TEXTS = {
  en: {
    topic: 'We moved the night shift to four days. Sick leave fell by a third within a quarter.',
    edited: 'Four days, and a third less sick leave.',
    own: 'Only for X: four days.',
    differs: 'Different text',
  },
  ar: {
    topic: 'نقلنا مستودع الدمام إلى مبنى جديد. وانخفض زمن التسليم بمقدار الثلث خلال ربع واحد.',
    edited: 'مبنى جديد، وزمن تسليم أقصر بالثلث.',
    own: 'لمنصة X وحدها: مبنى جديد.',
    differs: 'نص مختلف',
  },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 } })

    test(`edits one shared text for all networks, and a separate text for a network where the user asks for one (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { topic, edited, own, differs } = TEXTS[language]
      const layla = await signIn(page, site, language, 'linkedin', 'twitter')
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(topic)
      for (const name of ['LinkedIn', 'X']) await page.getByLabel(name, { exact: true }).first().check({ force: true })
      await page.getByRole('button', { name: t('composer.generate.all') }).click()
      await expect(allDrafts(page)).toHaveCount(2)
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      const scope = (name: string) => page.getByRole('radio', { name: t(`cards.scope.${name}`) })
      const edit = async (text: string) => {
        await draft.getByRole('textbox').first().fill(text)
      }

      // Without an AI model, both drafts repeat the topic, so they share one text.
      await networkTab(page, 'LinkedIn').click()
      await expect(scope('same')).toBeChecked()
      await edit(edited)
      await networkTab(page, 'X').click()
      await expect(draft).toContainText(edited)

      // A separate text changes only the draft for X. The tab of X says that its text differs.
      await scope('different').check({ force: true })
      await edit(own)
      await expect(networkTab(page, 'X')).toHaveAccessibleName(new RegExp(`${differs}$`))
      await expectAccessible(page)
      await page.reload()
      await networkTab(page, 'LinkedIn').click()
      await expect(draft).toContainText(edited)
      const contents = async () =>
        (await layla.call('GET /api/posts', { query: { status: 'draft' } }))
          .toSorted((one, other) => one.platform.localeCompare(other.platform))
          .map(({ content }) => content)
      await expect.poll(contents).toEqual([edited, own])

      // Returning to the shared text asks first, because the texts differ. The replaced text stays in the version
      // history.
      await networkTab(page, 'X').click()
      await scope('same').click({ force: true })
      const question = page.getByRole('alertdialog')
      await question.getByRole('button', { name: t('app.cancel') }).click()
      await expect(draft).toContainText(own)
      await scope('same').click({ force: true })
      await question.getByRole('button', { name: t('cards.scope.use') }).click()
      await expect(draft).toContainText(edited)
      await expect.poll(contents).toEqual([edited, edited])
      await openHistory(page, t)
      const versions = draft.getByRole('region', { name: t('rework.versions.title') })
      await versions
        .getByRole('listitem')
        .nth(1)
        .getByRole('button', { name: t('rework.versions.restore') })
        .click()
      // Restoring a version changes the shared text, so it changes on both networks.
      await expect.poll(contents).toEqual([own, own])
    })
  })
})
