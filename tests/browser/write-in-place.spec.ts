import { expect, expectAccessible, openStoredDraft, pasteInto, selectWords, signIn, test } from './browser-test.ts'

test('saves a draft exactly as the user types, pastes and deletes its text', async ({ page, site }) => {
  const layla = await signIn(page, site, 'en', 'linkedin')
  const first = 'Non-breaking:\u00A0here. Isolated: \u2067عربي\u2069\u200F.'
  const { field, stored, shown } = await openStoredDraft(page, site, layla, first)

  // A click into the draft is enough to edit it. There is no edit mode and no save button.
  await field.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('  Two spaces')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('سطر عربي، ثم 34%')
  await page.keyboard.press('Enter')
  const typed = `${first}  Two spaces\n\nسطر عربي، ثم 34%\n`
  expect(await shown()).toBe(typed)

  // Backspace removes an emoji of several code points as a whole, then the line break.
  await page.keyboard.insertText('👨‍👩‍👧‍👦')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  expect(await shown()).toBe(typed.slice(0, -1))

  // Pasted formatted text becomes plain text with uniform line breaks, in one undo step.
  await pasteInto(field, { 'text/html': '<b>Bold</b><br>second', 'text/plain': '\r\nBold\r\nsecond' })
  expect(await shown()).toBe(`${typed}Bold\nsecond`)
  await page.keyboard.press('Control+z')
  expect(await shown()).toBe(typed.slice(0, -1))
  await page.keyboard.press('Control+Shift+z')
  await expect(field).toBeFocused()
  await expect.poll(stored).toBe(`${typed}Bold\nsecond`)

  // Insert a line break in the middle, then delete a selection across lines.
  await selectWords(field, 'Two spaces')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await page.keyboard.type('Top\n')
  await expect.poll(stored).toBe(await shown())
  expect(await shown()).toMatch(/^Top\n/)
  await expectAccessible(page)
})
