import { openDatabase } from '#server/db/database.ts'
import { JOB_KINDS } from '#server/background/job-kinds.ts'
import { jobQueue } from '#server/jobs/job-queue.ts'
import { testDatabase } from '../support/databases.ts'
import { startProcess } from '../support/processes.ts'
import { PASSWORD, settledEmail } from '../support/settled-people.ts'
import { freePort } from '../support/free-port.ts'
import { expect, LOCALES, noFault, picture, test, texts } from './journey.ts'

const TITLES = {
  en: { failed: '2 pieces of work in the background failed', done: 'Work in the background succeeded after all' },
  ar: { failed: 'تعثّرت مهمتان في الخلفية', done: 'أُنجزت مهام الخلفية في النهاية' },
}

for (const language of ['en', 'ar'] as const) {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    })

    test(`an administrator is told of work that failed, and has it tried again (${language})`, async ({ page }) => {
      const say = await texts(language)
      await using place = await testDatabase('peopled')
      {
        await using database = await openDatabase({ ...place, onError: console.error })
        await using jobs = jobQueue({ database, log: console, doesWork: false }, JOB_KINDS)
        await jobs.open()
        for (const notificationId of [crypto.randomUUID(), crypto.randomUUID()])
          await jobs.addFailed(database, 'send-given-up-mail', new Error('No answer'), { notificationId })
      }
      await using frogy = await startProcess({
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl,
        SIMULATOR_PORT: String(await freePort()),
      })
      const data = { email: settledEmail(1), password: PASSWORD }
      expect((await page.request.post(`${frogy.url}/api/login`, { data })).status()).toBe(200)
      await page.request.patch(`${frogy.url}/api/user`, { data: { preferredLanguage: language } })
      await page.goto(frogy.url)
      const bell = page.locator('header').getByRole('button', { name: /1|واحد/ })
      await bell.click()
      const item = page.getByRole('dialog').getByRole('listitem')
      await expect(item).toContainText(TITLES[language].failed)
      await noFault(page)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.evaluate((theme) => localStorage.setItem('theme', theme), colorScheme)
        await page.reload()
        await bell.click()
        await expect(item).toBeVisible()
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 })
          await picture(page, `failed-jobs-${language}-${colorScheme}-${width}`)
        }
      }
      await item.getByRole('button', { name: say('notifications.actions.retry_jobs') }).click()
      await expect(item).toContainText(TITLES[language].done)
      await expect(item.getByText(say('notifications.done'))).toBeVisible()
      await noFault(page)
    })
  })
}
