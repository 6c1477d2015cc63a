import { expect, expectAccessible, signIn, test, translator } from './browser-test.ts'

test.use({ viewport: { width: 1280, height: 900 } })

test('finds a page, a scheduled post and an action by keyboard, in either language', async ({ page, site }) => {
  const t = await translator('ar')
  const person = await signIn(page, site, 'ar', 'linkedin')
  const at = new Date(Date.now() + 86_400_000)
  await person.schedule({ platform: 'linkedin', content: 'إعلان عن الميناء القديم', at })
  await person.schedule({ platform: 'linkedin', content: 'Doors open at nine', at })
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  const field = palette.getByRole('combobox')

  // On an Arabic keyboard, the K key types ن, so Ctrl+K arrives with that letter.
  await page.locator('body').dispatchEvent('keydown', { key: 'ن', code: 'KeyK', ctrlKey: true })
  await expect(field).toBeFocused()
  await expect(palette.getByRole('option', { name: t('app.nav.schedule') })).toBeVisible()
  await expect(palette.getByRole('option', { name: t('app.nav.dashboard') })).toHaveCount(0)
  await expectAccessible(page)
  // Users often omit the hamza and type اعلان (announcement) for إعلان. The search must still find the post.
  await field.pressSequentially('اعلان الميناء')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue('إعلان عن الميناء القديم')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.pressSequentially('انشاء')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/create$/)
  await expect(page.getByLabel(t('composer.input.topic'))).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.pressSequentially('eng')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.keyboard.press('Control+k')
  const typed = page.getByRole('dialog').getByRole('combobox')
  const place = await typed.boundingBox()
  await typed.pressSequentially('no such thing')
  await expect(page.getByRole('dialog').getByText('No pages, posts or actions match.')).toBeVisible()
  expect((await typed.boundingBox())?.y, 'the field stays where it is').toBe(place?.y)
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('combobox')).toHaveValue('')
})
