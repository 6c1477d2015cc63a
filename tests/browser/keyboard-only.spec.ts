import type { Locator, Page } from '@playwright/test'
import { expect, forBoth, LOCALES, test, translator, postField } from './browser-test.ts'

const TEXTS = {
  en: {
    first: 'Layla',
    last: 'Haddad',
    topic: 'Approvals slow teams more than old software. A routine order waits nine days for seven signatures.',
    edit: 'Four signatures.',
  },
  ar: {
    first: 'ليلى',
    last: 'الحداد',
    topic: 'الموافقات تُبطئ الفرق أكثر من البرامج القديمة. ينتظر الطلب المعتاد تسعة أيام حتى يجمع سبعة توقيعات.',
    edit: 'أربعة توقيعات.',
  },
} as const

/** The maximum number of tab stops to visit, more than any page has. */
const MOST_STOPS = 80

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 } })

    test(`registers, schedules and publishes a post by keyboard alone, in reading order (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const { first, last, topic, edit } = TEXTS[language]
      const button = (path: string, within: Page | Locator = page) =>
        within.getByRole('button', { name: t(path) }).first()
      const email = `${crypto.randomUUID()}@example.com`

      await page.goto(`${site.url}/auth`)
      await press(page, button('auth.signIn.toSignUpLink'))
      await reach(page, page.getByLabel(t('auth.fields.firstName')))
      for (const [path, text] of [
        ['firstName', first],
        ['lastName', last],
        ['email', email],
        ['password', 'nine days'],
        ['confirmPassword', 'nine days'],
      ] as const) {
        await reach(page, page.getByLabel(t(`auth.fields.${path}`)))
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(first)

      const bar = page.getByRole('banner')
      const stops = await press(page, bar.getByRole('link', { name: t('app.nav.menu') }))
      const places = stops.filter(({ isInBar }) => isInBar).map(({ left }) => left)
      expect(places.length).toBeGreaterThan(2)
      expect(places).toEqual(places.toSorted((one, other) => (language === 'ar' ? other - one : one - other)))

      await press(
        page,
        page
          .getByRole('main')
          .getByRole('link')
          .filter({ has: page.getByText(t('app.nav.accounts')) }),
      )
      await press(page, page.getByRole('link', { name: t('accounts.connectTo', { platform: 'LinkedIn' }) }))
      await expect(page.getByText(t('accounts.connected', { platform: 'LinkedIn' })).first()).toBeVisible()

      await press(page, bar.getByRole('link', { name: t('app.nav.create') }))
      await reach(page, page.getByLabel(t('composer.input.topic')))
      await page.keyboard.type(topic)
      await page.keyboard.press('Control+Enter')
      const draft = page.getByRole('article').first()
      await reach(page, postField(draft))
      await page.keyboard.press('Control+a')
      await page.keyboard.type(edit)

      await press(page, button('posts.schedulePost'))
      const dialog = page.getByRole('dialog')
      await press(page, dialog.locator('button[aria-pressed]').last())
      await press(page, button('posts.schedule.submit', dialog))
      await expect(dialog).toBeHidden()

      await press(page, bar.getByRole('link', { name: t('app.nav.dashboard') }))
      await expect(page.locator('section[aria-labelledby=coming]')).toContainText(edit)

      await press(page, bar.getByRole('link', { name: t('app.nav.create') }))
      await reach(page, page.getByLabel(t('composer.input.topic')))
      await page.keyboard.type(topic)
      await page.keyboard.press('Control+Enter')
      await page.getByRole('article').first().waitFor()
      await press(page, button('posts.postNow'))
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
    })
  })
})

interface Stop {
  left: number
  isInBar: boolean
}

/** Presses Tab until it reaches an element with an accessible name. @returns the elements passed */
async function reach(page: Page, target: Locator): Promise<Stop[]> {
  await expect(target).toBeVisible()
  await expect(target).toHaveAccessibleName(/\S/)
  const stops: Stop[] = []
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await target.evaluate((one) => one === document.activeElement)) return stops
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => ({
        left: document.activeElement?.getBoundingClientRect().left ?? 0,
        isInBar: document.activeElement?.closest('header') !== null,
      })),
    )
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

async function press(page: Page, target: Locator): Promise<Stop[]> {
  const stops = await reach(page, target)
  await page.keyboard.press('Enter')
  return stops
}
