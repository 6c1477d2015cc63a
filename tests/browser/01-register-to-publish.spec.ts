import {
  chooseTime,
  expect,
  forBoth,
  LOCALES,
  networkTab,
  screenshot as take,
  test,
  togglePostTo,
  translator,
  type Language,
} from './browser-test.ts'

const PEOPLE = {
  en: {
    first: 'Layla',
    last: 'Haddad',
    topic:
      'Approvals slow logistics teams more than old software does. We took four signatures off one form, and review time fell by 34% in a quarter.',
    edit: 'We took four signatures off one form.',
  },
  ar: {
    first: 'ليلى',
    last: 'الحداد',
    topic:
      'الموافقات تُبطئ فرق اللوجستيات أكثر من البرامج القديمة. حذفنا أربعة توقيعات من نموذج واحد، فانخفض زمن المراجعة بنسبة ٣٤٪ خلال ربع سنة.',
    edit: 'حذفنا أربعة توقيعات من نموذج واحد.',
  },
} satisfies Record<Language, unknown>

// The file name starts with 01, so that this test starts first. It waits for a full minute while other files run.
forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({
      locale: LOCALES[language],
      timezoneId: 'Asia/Riyadh',
      viewport: { width: 1280, height: 900 },
      // Run with animations, as for most users.
      reducedMotion: 'no-preference',
    })

    test(`registers, connects two accounts, and publishes a draft on both platforms (${language})`, async ({
      page,
      installed: site,
    }) => {
      const t = await translator(language)
      const person = PEOPLE[language]
      const picture = (name: string) => take(page, `${name}-${language}`, { fullPage: true })
      const button = (path: string, values?: Record<string, string>) =>
        page.getByRole('button', { name: t(path, values) })

      await page.goto(site.url)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await page.getByRole('link', { name: t('auth.signIn.submit') }).click()
      await expect(page).toHaveURL(/\/auth/)
      await page.getByText(t('auth.signIn.toSignUpLink')).click()
      await page.getByLabel(t('auth.fields.firstName')).fill(person.first)
      await page.getByLabel(t('auth.fields.lastName')).fill(person.last)
      await page.getByLabel(t('auth.fields.email')).fill('layla@example.com')
      await page.getByLabel(t('auth.fields.password')).fill('nine days')
      await page.getByLabel(t('auth.fields.confirmPassword')).fill('nine days')
      await picture('sign-up')
      await button('auth.signUp.submit').click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(person.first)
      await picture('dashboard-empty')

      await page.goto(`${site.url}/social-accounts`)
      for (const platform of ['LinkedIn', 'X']) {
        await page.getByRole('link', { name: t('accounts.connectTo', { platform }) }).click()
        await page.getByRole('button', { name: language === 'ar' ? 'موافقة' : 'Approve' }).click()
        await expect(page.getByText(t('accounts.connected', { platform })).first()).toBeVisible()
      }
      await picture('accounts')

      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(person.topic)
      await page.getByText(t('composer.languages.both')).click()
      await page.getByLabel('X', { exact: true }).first().check({ force: true })
      await button('composer.generate.all').click()
      const drafts = page.getByRole('region', { name: t('composer.drafts') })
      const draft = (platform: string, words: 'english' | 'arabic') =>
        drafts.getByRole('article', {
          name: t('composer.draft', {
            platform,
            language:
              words === 'arabic'
                ? language === 'ar'
                  ? 'العربية'
                  : 'Arabic'
                : language === 'ar'
                  ? 'الإنجليزية'
                  : 'English',
          }),
        })
      const own = language === 'ar' ? 'arabic' : 'english'
      const names =
        language === 'ar' ? { arabic: 'العربية', english: 'الإنجليزية' } : { arabic: 'Arabic', english: 'English' }
      const languages = page.getByRole('tablist', { name: t('rework.siblings.title') })
      for (const words of ['arabic', 'english', own] as const)
        for (const platform of ['X', 'LinkedIn']) {
          await networkTab(page, platform).click()
          await languages.getByRole('tab', { name: names[words] }).click()
          await expect(draft(platform, words)).toBeVisible()
          if (words === 'arabic') await expect(draft(platform, words).locator('[dir=rtl]').first()).toBeVisible()
        }
      await picture('drafts')

      const edited = draft('LinkedIn', own)
      await edited.getByRole('textbox').first().fill(person.edit)
      await togglePostTo(page, 'X')
      await button('posts.postNow').click()
      await expect
        .poll(async () => (await site.simulator.posts('linkedin')).map(({ text }) => text.split('\n')[0]))
        .toEqual([person.edit])
      await picture('posted')

      // The next whole minute in Riyadh, but late enough for a slow machine to fill in the dialog.
      const at = new Date(Math.ceil((Date.now() + 25_000) / 60_000) * 60_000)
      const local = at.toLocaleString('sv-SE', { timeZone: 'Asia/Riyadh' })
      await networkTab(page, 'X').click()
      await togglePostTo(page, 'X')
      await button('posts.schedulePost').click()
      const dialog = page.getByRole('dialog')
      await chooseTime(dialog, t, local.slice(0, 10), local.slice(11, 16))
      await picture('schedule-dialog')
      await dialog.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(dialog).toBeHidden()
      expect(await site.simulator.posts('twitter')).toEqual([])

      await page.goto(site.url)
      await picture('dashboard')
      await expect.poll(async () => (await site.simulator.posts('twitter')).length, { timeout: 120_000 }).toBe(1)
      const [arrived] = await site.simulator.posts('twitter')
      const lateMs = Date.parse(arrived?.createdAt ?? '') - at.getTime()
      expect(lateMs).toBeGreaterThanOrEqual(0)
      // This test only checks that Frogy did not publish a minute late. A benchmark measures the exact delay.
      expect(lateMs).toBeLessThan(30_000)
      // The page updates without a reload.
      await expect(page.getByText(t('dashboard.coming.empty'))).toBeVisible()
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)
      await picture('dashboard-after')

      await page.setViewportSize({ width: 390, height: 844 })
      await picture('dashboard-phone')
      await page.goto(`${site.url}/create`)
      await picture('create-phone')
    })
  })
})
