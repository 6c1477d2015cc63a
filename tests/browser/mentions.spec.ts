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

const TEXTS = {
  en: 'Our frogs are back at the pond behind the warehouse.',
  ar: 'عادت الضفادع إلى البركة خلف المستودع.',
}
const QUERIES = { en: 'Thanks to @wata', ar: 'شكرًا إلى @سار' }
const NAMES = { en: 'Kenji Watanabe', ar: 'سارة العمري' }
const HANDLES = { en: '@kenji', ar: '@sara' }

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 }, ownServer: {} })

    test(`suggests people of the network after the user types an @, and inserts the chosen person (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'mastodon')
      const { field: text } = await openStoredDraft(page, site, layla, TEXTS[language], 'mastodon')
      await text.fill('')
      const list = page.getByRole('listbox', { name: t('rework.editor.menu.title') })
      // The menu opens once its script is loaded.
      await text.press('/')
      await expect(list).toBeVisible()
      await text.press('Backspace')
      await text.pressSequentially(QUERIES[language])
      await expect(list.getByRole('option')).toContainText(NAMES[language])
      await expectAccessible(page)
      await screenshot(page, `mention-${language}`)
      await page.keyboard.press('Enter')
      await expect(list).toBeHidden()
      await expect(text).toContainText(HANDLES[language])

      // An email address is not a mention. Escape leaves the text unchanged.
      await text.press('End')
      await text.pressSequentially('layla@wata')
      await expect(list).toBeHidden()
    })
  })
})
