import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  expect,
  expectAccessible,
  forBoth,
  keepToasts,
  LOCALES,
  openStoredDraft,
  pasteInto,
  postField,
  postText,
  screenshot,
  selectWords,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const SIZES = { en: { width: 1280, height: 900 }, ar: { width: 390, height: 844 } }
const LINES = {
  en: ['We took four names off the form.', 'حذفنا أربعة أسماء.', '34% in one quarter', '2025'],
  ar: ['حذفنا أربعة أسماء من النموذج.', 'We took four names off.', '٣٤٪ خلال ربع سنة', '٢٠٢٥'],
}

test('shows the “…more” label only if a line follows that the feed hides', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  const { field } = await openStoredDraft(page, site, layla, 'First.')
  const more = page.locator('[data-more]')
  const withThirdParagraph = (words: number) => `First.\n\n${'nine days '.repeat(words).trim()}`
  await field.fill(withThirdParagraph(30))
  await expect(more).toBeVisible()
  // LinkedIn shows more characters in a line than the card, so the fold is in the last line here.
  await field.fill(withThirdParagraph(9))
  await expect(more).toBeHidden()
})

test('keeps the letters that an input method composes, and undoes the composition in one step', async ({
  page,
  site,
}) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  const { field, stored, shown } = await openStoredDraft(page, site, layla, 'First.\n\nLast.')
  await field.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowDown')
  const session = await page.context().newCDPSession(page)
  for (const text of ['k', 'か', 'かん', '漢'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  // The draft includes letters that are still being composed, because the user may close the page at any time.
  expect(await shown()).toBe('First.\n漢\nLast.')
  await session.send('Input.insertText', { text: '漢字' })
  expect(await shown()).toBe('First.\n漢字\nLast.')
  await expect.poll(stored).toBe('First.\n漢字\nLast.')
  await page.keyboard.press('Control+z')
  expect(await shown()).toBe('First.\n\nLast.')
})

test('saves the last typed character when the user leaves the page', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  const { field, stored } = await openStoredDraft(page, site, layla, 'As it was')
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', and one word more')
  await page.goto(`${site.url}/schedule`)
  await page.goto(`${site.url}/create`)
  await expect(postField(page.getByRole('article'))).toHaveText('As it was, and one word more')
  await expect.poll(stored).toBe('As it was, and one word more')
})

test('responds quickly to typing in a text of 100,000 characters', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'facebook')
  const post = await layla.call('POST /api/posts', { body: { platform: 'facebook', content: 'x', status: 'draft' } })
  await page.goto(`${site.url}/create?draft=${post.id}`)
  const field = postField(page.getByRole('article'))
  await field.click()
  const long = Array.from({ length: 1_000 }, (_, at) => `${at} ${'four names off the form. '.repeat(4)}`).join('\n')
  await pasteInto(field, { 'text/plain': long.slice(0, 100_000) })
  await page.keyboard.press('Control+End')
  const before = Date.now()
  await page.keyboard.type('typed at the end')
  // Even a plain textarea may need 15 s for such a text. A field that renders all lines after each key needs many times
  // longer.
  expect(Date.now() - before).toBeLessThan(15_000)
  expect((await postText(field)).endsWith('typed at the end')).toBe(true)
})

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: SIZES[language] })

    test(`gives each line its own text direction, and a line without letters the direction of the post (${language})`, async ({
      page,
      site,
    }) => {
      const layla = await signIn(page, site, language, 'linkedin')
      const { field } = await openStoredDraft(page, site, layla, LINES[language].join('\n'))
      const directions = () =>
        field.locator('> div').evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction))
      const [own, other] = language === 'ar' ? ['rtl', 'ltr'] : ['ltr', 'rtl']
      const withLetters = language === 'ar' ? own : 'ltr'
      expect(await directions()).toEqual([own, other, withLetters, own])
      // The first letter in a line decides the line's text direction.
      await field.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.press('Enter')
      await page.keyboard.type('/ 1')
      await expect.poll(async () => (await directions()).at(-1)).toBe(own)
      await page.keyboard.type(language === 'ar' ? ' now' : ' الآن')
      await expect.poll(async () => (await directions()).at(-1)).toBe(other)
    })

    test(`moves the “…more” label and the length indicator while the user types (${language})`, async ({
      page,
      site,
    }) => {
      const layla = await signIn(page, site, language, 'linkedin')
      const [first = ''] = LINES[language]
      const { field } = await openStoredDraft(page, site, layla, `${first}\n\n${first}\n\n${first}`)
      const more = page.locator('[data-more]')
      const line = (at: number) => field.locator('> div').nth(at)
      const isBeside = async (at: number) => {
        const [label, text] = [await more.boundingBox(), await line(at).boundingBox()]
        return label !== null && text !== null && label.y >= text.y - 2 && label.y < text.y + text.height
      }
      await expect(more).toBeVisible()
      await expect.poll(() => isBeside(2)).toBe(true)
      await field.click()
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.insertText(first)
      await expect.poll(() => isBeside(1)).toBe(true)
      await screenshot(page, `editor-fold-${language}`)

      // The “…more” label never covers words of a long line.
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(`${first} `.repeat(20))
      await expect(more).toBeVisible()
      await screenshot(page, `editor-fold-long-${language}`)
      await expect(page.locator('[data-pad]')).toBeHidden()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(`${first}\n`.repeat(90).slice(0, 2_600))
      await expect(page.locator('[data-pad]')).toBeVisible()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(first)
      await expect(more).toBeHidden()
      await expect(page.locator('[data-pad]')).toBeHidden()
    })

    test(`opens a menu of links and phrases when the user types a slash, and closes it on Escape (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const phrase = language === 'ar' ? 'نرد على كل تعليق.' : 'We answer every comment.'
      await layla.call('POST /api/phrases', { body: { text: phrase } })
      const [first = ''] = LINES[language]
      const { field, shown } = await openStoredDraft(page, site, layla, first)
      await field.click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' 1/2')
      const menu = page.getByRole('listbox', { name: t('rework.editor.menu.title') })
      await expect(menu).toHaveCount(0)
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      const options = menu.getByRole('option')
      await expect(options.filter({ hasText: phrase })).toBeVisible()
      // Without an AI model, the menu offers only things to insert, such as a link.
      await expect(options.first()).toHaveText(t('rework.editor.link'))
      await expect(options.first()).toHaveAttribute('aria-selected', 'true')
      await screenshot(page, `editor-menu-${language}`)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      expect(await shown()).toBe(`${first} 1/2\n/`)
      await page.keyboard.press('Backspace')
      await page.keyboard.type(`/${phrase.slice(0, 4)}`)
      await expect(options).toHaveCount(1)
      await page.keyboard.press('Enter')
      expect(await shown()).toBe(`${first} 1/2\n${phrase}`)

      // The insert menu can also delete a saved phrase. Keep the toast visible, because a slow machine may press its
      // Undo button late.
      const toast = await keepToasts(page)
      await page.keyboard.press('Enter')
      await page.keyboard.type('/')
      await options.filter({ hasText: t('rework.editor.menu.deletePhrase') }).click()
      await options.filter({ hasText: phrase }).click()
      await expect.poll(() => layla.call('GET /api/phrases', {})).toEqual([])
      expect(await shown()).toBe(`${first} 1/2\n${phrase}`)
      await toast.getByRole('button', { name: t('rework.undo') }).click()
      await expect.poll(async () => (await layla.call('GET /api/phrases', {})).length).toBe(1)
    })

    test(`adds a link to the selected words, or turns them into a hashtag or a saved phrase (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const [first = ''] = LINES[language]
      const { field, shown } = await openStoredDraft(page, site, layla, `${first}\n\n${first}!`)
      const words = language === 'ar' ? 'أربعة أسماء' : 'four names'
      const bar = page.getByRole('toolbar', { name: t('rework.editor.bar') })
      await expect(bar).toHaveCount(0)
      await selectWords(field, words)
      await expect(bar.getByRole('button')).toHaveCount(3)
      await screenshot(page, `editor-bar-${language}`)
      await expectAccessible(page)

      // Tab moves the focus into the toolbar. Escape returns it to the selected words.
      await page.keyboard.press('Tab')
      await expect(bar.getByRole('button').first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(field).toBeFocused()
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(words)
      await bar.getByRole('button', { name: t('rework.editor.keep') }).click()
      await expect.poll(async () => (await layla.call('GET /api/phrases', {})).map(({ text }) => text)).toEqual([words])

      await bar.getByRole('button', { name: t('rework.editor.link') }).click()
      const address = page.getByLabel(t('rework.editor.address'))
      await address.fill('not an address')
      await address.press('Enter')
      await expect(address).toHaveAttribute('aria-invalid', 'true')
      await address.fill('najd.example/form')
      await address.press('Enter')
      await expect(field).toBeFocused()
      expect(await shown()).toContain(`${words} https://najd.example/form`)

      await selectWords(field, words)
      await bar.getByRole('button', { name: t('rework.editor.hashtag') }).click()
      expect(await shown()).toContain(`#${words.replace(' ', '_')} https://najd.example/form`)
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+z')
      expect(await shown()).toBe(`${first}\n\n${first}!`)
    })
  })
})

test('shows the toolbar for words that the user selected before its module loaded', async ({ page, site }) => {
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const loads = Promise.withResolvers<void>()
  await page.route('**/editor-bars-*.js', (route) => loads.promise.then(() => route.continue()))
  const { field } = await openStoredDraft(page, site, layla, 'Four names on one form')
  await selectWords(field, 'Four names')
  const bar = page.getByRole('toolbar', { name: t('rework.editor.bar') })
  await expect(bar).toHaveCount(0)
  loads.resolve()
  await expect(bar).toBeVisible()
})

test('undoes typing, a rewrite and typing again in order, and redoes them', async ({ page }) => {
  await using models = await openFakeModels()
  await using site = await startFrogy({ OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_API_KEY: 'sk-open' })
  const t = await translator('en')
  const layla = await signIn(page, site, 'en', 'linkedin')
  const { field, stored, shown } = await openStoredDraft(page, site, layla, 'Nobody read the form.')
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Nine names.')
  models.answer = () => ({ content: 'Nine signatures.', hashtags: [] })
  await selectWords(field, 'Nine names.')
  const bar = page.getByRole('toolbar', { name: t('rework.editor.bar') })
  await bar.getByRole('button', { name: t('rework.editor.shorten') }).click()
  await expect.poll(shown).toBe('Nobody read the form. Nine signatures.')
  await expect(field).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Two days.')
  for (const text of [
    'Nobody read the form. Nine signatures.',
    'Nobody read the form. Nine names.',
    'Nobody read the form.',
  ]) {
    await page.keyboard.press('Control+z')
    expect(await shown()).toBe(text)
  }
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+Shift+z')
  expect(await shown()).toBe('Nobody read the form. Nine signatures. Two days.')
  await expect.poll(stored).toBe('Nobody read the form. Nine signatures. Two days.')

  // A tool that the user chooses after a slash rewrites the whole text, without the slash command.
  await page.keyboard.press('Enter')
  await page.keyboard.type('/shor')
  models.answer = () => ({ content: 'Two days.', hashtags: [] })
  await page.keyboard.press('Enter')
  await expect.poll(shown).toBe('Two days.')
  expect(models.asked.at(-1)?.prompt).toContain('<draft>\nNobody read the form. Nine signatures. Two days.\n</draft>')
})
