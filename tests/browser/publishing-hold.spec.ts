import { expect, expectAccessible, forBoth, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }

/** The server's report about a restored copy of an installation in which posts became due. */
const COPY = {
  isHeld: true,
  heldSince: '2026-11-28T09:00:00.000Z',
  reason: 'copy',
  lastSignOfLife: '2026-11-28T06:12:00.000Z',
  due: [
    { platform: 'linkedin', posts: 3 },
    { platform: 'threads', posts: 9 },
  ],
  waiting: [],
  posts: [],
}
const WAITING = {
  ...COPY,
  isHeld: false,
  heldSince: null,
  reason: null,
  due: [],
  waiting: [
    { author: { id: crypto.randomUUID(), name: 'Layla Haddad' }, posts: 2 },
    { author: { id: crypto.randomUUID(), name: 'عمر القحطاني' }, posts: 1 },
  ],
  posts: [
    {
      id: crypto.randomUUID(),
      platform: 'linkedin',
      dueAt: '2026-11-28T06:00:00.000Z',
      author: { id: crypto.randomUUID(), name: 'عمر القحطاني' },
    },
  ],
}

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ ownServer: { environment: { PUBLISHING: 'held' } }, viewport: { width: WIDTHS[language], height: 900 } })

    test(`shows every user that publishing is on hold, and lets an administrator resume publishing (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(site.url)
      const notice = page.getByRole('region', { name: t('confirm.hold.title') })
      await expect(notice).toContainText(new RegExp(t('confirm.hold.textForAdmin').source.slice(1, -1)))
      await screenshot(page, `hold-dashboard-${language}`)
      await notice.getByRole('link', { name: t('confirm.hold.decide') }).click()
      await expect(notice).toHaveCount(0)
      await expectAccessible(page)
      await screenshot(page, `hold-environment-${language}`)
      await page.getByRole('button', { name: t('admin.hold.releaseHeld') }).click()
      await expect(page.getByText(t('admin.hold.released'))).toBeVisible()
      await expect(page.getByRole('heading', { name: t('admin.hold.held') })).toHaveCount(0)
      await page.goto(site.url)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(notice).toHaveCount(0)
      expect(await (await page.request.get(`${site.url}/healthz`)).json()).toEqual({ ok: true, faults: [] })
    })

    test(`asks what to do with a restored copy, and asks again before it resends posts that may be live (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      let state: object = COPY
      await page.route('**/api/admin/publishing', (route) => route.fulfill({ json: state }))
      await page.goto(`${site.url}/admin/queue`)
      await expect(page.getByRole('heading', { name: t('admin.hold.question') })).toBeVisible()
      await expectAccessible(page)
      const worker = page
        .locator('div')
        .filter({ has: page.getByText(t('admin.queue.worker')) })
        .last()
      await expect(worker).toContainText(new RegExp(t('admin.queue.onHold').source.slice(1, -1)))
      await screenshot(page, `hold-copy-${language}`)
      await page.getByRole('button', { name: t('admin.hold.isCopy') }).click()
      await page.reload()
      await expect(page.getByRole('heading', { name: t('admin.hold.held') })).toBeVisible()
      await expect(page.getByRole('heading', { name: t('admin.hold.question') })).toHaveCount(0)
      await expectAccessible(page)
      state = WAITING
      await page.reload()
      await page.locator('[aria-labelledby=waiting]').getByRole('link').click()
      await expect(page.getByText('عمر القحطاني')).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `hold-waiting-${language}`)
      await page.getByRole('button', { name: t('admin.hold.waiting.send') }).click()
      const question = page.getByRole('alertdialog')
      await expect(question).toContainText(/\S/)
      await question.getByRole('button', { name: t('app.cancel') }).click()
      await expect(question).toHaveCount(0)
    })
  })
})
