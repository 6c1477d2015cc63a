import { expect, expectAccessible, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const ID = crypto.randomUUID()
const BACKUP = {
  id: ID,
  name: 'frogy-2026-11-28-0300.tar',
  madeAt: '2026-11-28T00:00:00.000Z',
  sizeBytes: 84_200_000,
  state: 'checked',
  problem: null,
  rows: 128_412,
  files: 1_204,
  hasSecret: false,
  isRestored: false,
}
const STATE = {
  backups: [
    BACKUP,
    { ...BACKUP, id: crypto.randomUUID(), state: 'broken', problem: 'damaged', rows: null, files: null },
  ],
  last: BACKUP,
  isRunning: false,
  isOverdue: true,
  schedule: {
    everyHours: 24,
    at: '03:00',
    timeZone: 'Asia/Riyadh',
    nextAt: '2026-11-29T00:00:00.000Z',
    keep: 14,
    where: '/data/backups',
    sealsSecret: true,
  },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ ownServer: {}, viewport: { width: WIDTHS[language], height: 900 } })

    test(`lists backups, requests a new one, and requires the password before a download (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const admin = await signIn(page, site, language)
      let state = STATE
      await page.route('**/api/admin/backups', async (route) => {
        if (route.request().method() === 'POST') state = { ...STATE, isRunning: true }
        await route.fulfill({ status: route.request().method() === 'POST' ? 202 : 200, json: state })
      })
      await page.goto(`${site.url}/admin/faq`)
      if (WIDTHS[language] < 1024) {
        await page.getByRole('combobox', { name: t('admin.sections') }).selectOption('/admin/backups')
      } else {
        // Match only the start of the link text, because the status dot's label loads later.
        await page
          .getByRole('link')
          .filter({ hasText: /^Backups/ })
          .click()
      }
      await expect(page.getByText(t('admin.backups.problems.damaged'))).toBeVisible()
      await expect(page.getByText(t('admin.backups.old'))).toBeVisible()
      await expect(page.getByText('npm run restore -- frogy-2026-11-28-0300.tar')).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `backups-${language}`, { fullPage: true })
      await page.getByRole('button', { name: t('admin.backups.backUp') }).click()
      await expect(page.getByRole('button', { name: t('admin.backups.running') })).toBeDisabled()
      state = STATE
      await expect(page.getByRole('button', { name: t('admin.backups.backUp') })).toBeEnabled()

      // The simulated server requires the password until the user has entered it.
      let isAllowed = false
      await page.route(`**/api/admin/backups/${ID}/file`, (route) =>
        isAllowed
          ? route.fulfill({ headers: { 'content-disposition': `attachment; filename="${BACKUP.name}"` }, body: 'tar' })
          : route.fulfill({ status: 403, json: { code: 'password_needed', message: '' } }),
      )
      await page
        .getByRole('main')
        .getByRole('button')
        .filter({ hasText: t('admin.backups.download') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('[name=password]').fill(admin.password)
      isAllowed = true
      const download = page.waitForEvent('download')
      await dialog.getByRole('button', { name: t('profile.askPassword.submit') }).click()
      expect((await download).suggestedFilename()).toBe(BACKUP.name)
    })
  })
})
