import type { Locator, Page } from '@playwright/test'
import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  allDrafts,
  expect,
  forBoth,
  LOCALES,
  networkTab,
  screenshot,
  test,
  TOPICS,
  translator,
} from './browser-test.ts'

/** The most presses between sign-up and two scheduled posts. Typing and keys do not count. */
const MOST_PRESSES = 8

const APPROVE = { en: 'Approve', ar: 'موافقة' }

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    const isPhone = language === 'ar'
    test.use({
      locale: LOCALES[language],
      timezoneId: 'Asia/Riyadh',
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
      isMobile: isPhone,
      hasTouch: isPhone,
    })

    for (const start of ['composer', 'landing page'] as const) {
      for (const writer of ['offline writer', 'model'] as const) {
        test(`schedules a new user's topic on two networks in at most ${MOST_PRESSES} presses after sign-up (${start}, ${writer}, ${language})`, async ({
          page,
        }) => {
          await using models = writer === 'model' ? await openFakeModels() : null
          await using site = await startFrogy(
            models
              ? {
                  OPENAI_BASE_URL: `${models.url}/v1`,
                  OPENAI_API_KEY: 'sk-open',
                  ANTHROPIC_BASE_URL: models.url,
                  ANTHROPIC_API_KEY: 'sk-ant',
                  GUEST_AI: 'on',
                }
              : {},
            { autoConsent: false },
          )
          const t = await translator(language)
          const button = (path: string) => page.getByRole('button', { name: t(path) })
          let step = 0
          const picture = (name: string) =>
            screenshot(page, `first-walk-${start}-${writer}-${language}-${String(++step).padStart(2, '0')}-${name}`)
          let presses = 0
          const press = async (target: Locator) => {
            presses += 1
            await (isPhone ? target.tap() : target.click())
          }

          await page.goto(site.url)
          await picture('landing')
          if (start === 'landing page') {
            await page.getByRole('textbox', { name: t('try.field.label') }).fill(TOPICS[language])
            await button('try.field.action').click()
            await expect(page.getByRole('article')).toHaveCount(2)
            await picture('try')
            await button('posts.schedulePost').click()
          } else {
            await page
              .getByRole('link', { name: t('landing.hero.action') })
              .first()
              .click()
          }
          await signUp(page, t)
          const signedUpAt = Date.now()

          if (start === 'composer') {
            await page.getByLabel(t('composer.input.topic')).fill(TOPICS[language])
            await picture('create')
            await press(page.getByLabel('X', { exact: true }).first())
            await press(button('composer.generate.all'))
            await expect(networkTab(page, 'X')).toBeVisible()
            await expect(allDrafts(page)).toHaveCount(2)
            await picture('drafts')
            await press(button('posts.schedulePost'))
          }
          const dialog = page.getByRole('dialog')
          for (const platform of ['LinkedIn', 'X']) {
            const connect = dialog.getByRole('link', { name: t('cards.connect.action', { platform }) })
            await expect(connect).toBeVisible()
            await picture(`connect-${platform}`)
            await press(connect)
            const approve = page.getByRole('button', { name: APPROVE[language] })
            await expect(approve).toBeVisible()
            await picture(`consent-${platform}`)
            await press(approve)
            await expect(page).toHaveURL(/\/create/)
          }
          const schedule = dialog.getByRole('button', { name: t('posts.schedule.submit') })
          await expect(schedule).toBeEnabled()
          await picture('time')
          await press(schedule)

          const scheduled = async () => {
            const answer = await page.request.get(`${site.url}/api/posts/scheduled`)
            const posts = (await answer.json()) as { platform: string }[]
            return posts.map(({ platform }) => platform).toSorted()
          }
          await expect.poll(scheduled).toEqual(['linkedin', 'twitter'])
          const seconds = (Date.now() - signedUpAt) / 1000
          await expect(dialog).toBeHidden()
          await picture('scheduled')
          test.info().annotations.push({ type: 'walk', description: `${presses} presses, ${seconds.toFixed(1)} s` })
          expect(presses).toBeLessThanOrEqual(MOST_PRESSES)
        })
      }
    }
  })
})

async function signUp(page: Page, t: (path: string) => RegExp): Promise<void> {
  await page.getByLabel(t('auth.fields.firstName')).fill('Layla')
  await page.getByLabel(t('auth.fields.lastName')).fill('Haddad')
  await page.getByLabel(t('auth.fields.email')).fill(`${crypto.randomUUID()}@example.com`)
  await page.getByLabel(t('auth.fields.password')).fill('nine days of rain')
  await page.getByLabel(t('auth.fields.confirmPassword')).fill('nine days of rain')
  await page.getByRole('button', { name: t('auth.signUp.submit') }).click()
  await expect(page).toHaveURL(/\/create/)
}
