import type { Page } from '@playwright/test'
import { withoutLeadingZero } from '#core/hour.ts'
import {
  chooseTime,
  expect,
  forBoth,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test,
  translator,
} from './browser-test.ts'

const DAY_MS = 86_400_000
const FIGURES = { en: '0123456789', ar: '٠١٢٣٤٥٦٧٨٩' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh' })

    test(`chooses a time by keyboard or preset, and rejects a past time (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const write = (time: string) =>
        withoutLeadingZero(time).replace(/\d/g, (figure) => FIGURES[language][Number(figure)] ?? '')
      const layla = await signIn(page, site, language, 'threads')
      const [tomorrow, inTwoDays, inThreeDays] = [1, 2, 3].map(inRiyadh) as [string, string, string]
      const at = (date: string, time: string) => new Date(`${date}T${time}+03:00`)
      const content = 'The one that moves'
      const post = await layla.schedule({ platform: 'threads', content, at: at(inTwoDays, '10:00') })
      await layla.schedule({ platform: 'threads', content: 'Its neighbour', at: at(inThreeDays, '08:00') })
      await page.goto(site.url)
      const row = page.getByRole('listitem').filter({ hasText: content }).last()
      const dialog = page.getByRole('dialog')
      const time = dialog.getByLabel(t('posts.schedule.time'))
      const submit = dialog.getByRole('button', { name: t('posts.reschedule') })

      // The arrow key in reading direction moves to the next day.
      await row.getByRole('button', { name: t('posts.reschedule') }).press('Enter')
      await dialog.getByRole('grid').waitFor()
      await expect(time).toHaveValue(write('10:00'))
      await tabTo(page, '[data-day]')
      await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Its neighbour' })).toContainText(write('08:00'))
      await tabTo(page, 'input')
      await page.keyboard.type(write('1645'))
      await expect(time).toHaveValue(write('16:45'))
      await page.keyboard.press('ArrowUp')
      await expect(time).toHaveValue(write('17:00'))
      await screenshot(page, `choose-time-${language}`)
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await layla.read(post)).scheduledAt).toBe(at(inThreeDays, '17:00').toISOString())

      // The dialog reports a past time before the user submits it.
      await row.getByRole('button', { name: t('posts.reschedule') }).click()
      await chooseTime(dialog, t, inRiyadh(0), '00:00')
      await expect(dialog.getByText(t('posts.schedule.past'))).toBeVisible()
      await expect(time).toHaveAttribute('aria-invalid', 'true')
      await expect(submit).toBeDisabled()
      await expectAccessible(page)
      await screenshot(page, `choose-time-past-${language}`)
      await time.fill('25:00')
      await time.press('Enter')
      await expect(dialog.getByText(t('picker.noTime', { example: write('09:30') }))).toBeVisible()
      await expect(submit).toBeDisabled()

      const preset = dialog.getByRole('button', { name: t('picker.preset.tomorrow', { time: write('09:00') }) })
      await preset.click()
      await expect(preset).toHaveAttribute('aria-pressed', 'true')
      await expect(time).toHaveValue(write('09:00'))
      await submit.click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await layla.read(post)).scheduledAt).toBe(at(tomorrow, '09:00').toISOString())

      // The dialog that edits a post has more fields, but the same time picker.
      await row.getByRole('button', { name: t('posts.edit') }).click()
      await dialog.getByRole('button', { name: new RegExp(write('09:00')) }).click()
      await chooseTime(dialog, t, inThreeDays, '2130')
      await screenshot(page, `choose-time-editing-${language}`)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('posts.save') }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await layla.read(post)).scheduledAt).toBe(at(inThreeDays, '21:30').toISOString())
    })
  })
})

/** The date in Riyadh after this number of days. */
function inRiyadh(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Asia/Riyadh' })
}

/** Presses Tab until the focus is on a matching element or inside one. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector)
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await isThere()) return
  }
  throw new Error(`Tab never reaches ${selector}`)
}
