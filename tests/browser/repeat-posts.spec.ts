import { expect, expectAccessible, forBoth, LOCALES, signIn, test, translator } from './browser-test.ts'

const DAY_MS = 86_400_000
const ZONE = 'America/New_York'

const partsIn = (timeZone: string, options: Intl.DateTimeFormatOptions, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
const localTime = (at: Date) => partsIn(ZONE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, at)
const offset = (at: Date) => partsIn(ZONE, { timeZoneName: 'longOffset' }, at).split(' ').at(-1)
const isInRamadan = (at: Date) => partsIn(ZONE, { calendar: 'islamic-umalqura', month: 'long' }, at) === 'Ramadan'

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

    test(`repeats a post from the calendar, and deletes the later posts (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const at = new Date(`${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)}T12:00:00Z`)
      const post = await layla.schedule({ platform: 'linkedin', content: 'Four names', at })
      await page.goto(`${site.url}/schedule?day=${at.toISOString().slice(0, 10)}`)
      const openRepeat = async () => {
        // Click the corner of the day, because posts cover its middle.
        const day = page.locator(`[data-day="${at.toISOString().slice(0, 10)}"]:visible`)
        await day.first().click({ position: { x: 6, y: 6 } })
        await openMenu()
      }
      const openMenu = async () => {
        await page.getByRole('button', { name: t('posts.moreActs', { beginning: 'Four names' }) }).click()
        await page.getByRole('menuitem', { name: t('planning.repeat.item') }).click()
      }
      await openRepeat()
      const dialog = page.getByRole('dialog', { name: t('planning.repeat.title') })
      await dialog.getByLabel(t('planning.repeat.interval')).selectOption('2')
      await dialog.getByLabel(t('planning.repeat.end')).selectOption('3')
      await expectAccessible(page)
      await dialog.locator('button[type=submit]').click()
      await expect(dialog).toHaveCount(0)
      const params = { id: post.id }
      const later = await layla.call('GET /api/posts/{id}/repeats', { params })
      expect(later.map(({ status }) => status)).toEqual(['scheduled', 'scheduled', 'scheduled'])

      await openMenu()
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await dialog.getByRole('button', { name: /[3٣]/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: /[3٣]/ }).click()
      await expect(dialog).toHaveCount(0)
      expect(await layla.call('GET /api/posts/{id}/repeats', { params })).toEqual([])
      expect(await layla.read(post)).toMatchObject({ status: 'scheduled' })
    })

    test.describe('over a year', () => {
      test.use({ timezoneId: ZONE })

      test(`keeps the local time across clock changes, and uses another time during Ramadan (${language})`, async ({
        page,
        site,
      }) => {
        const t = await translator(language)
        const layla = await signIn(page, site, language, 'linkedin')
        await layla.call('PATCH /api/user', { body: { timeZone: ZONE } })
        const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
        const post = await layla.call('POST /api/posts', {
          body: { platform: 'linkedin', content: 'Four names', status: 'scheduled', wallTime: `${day}T09:00` },
        })
        await page.goto(`${site.url}/schedule?day=${day}`)
        await page
          .locator(`[data-day="${day}"]:visible`)
          .first()
          .click({ position: { x: 6, y: 6 } })
        const openMenu = async () => {
          await page.getByRole('button', { name: t('posts.moreActs', { beginning: 'Four names' }) }).click()
          await page.getByRole('menuitem', { name: t('planning.repeat.item') }).click()
        }
        await openMenu()
        const dialog = page.getByRole('dialog', { name: t('planning.repeat.title') })
        // Repeat weekly for a year, which includes both clock changes and Ramadan.
        await dialog.getByLabel(t('planning.repeat.end')).selectOption('53')
        await dialog.getByLabel(t('planning.repeat.ramadan')).fill('21:30')
        await expectAccessible(page)
        await dialog.locator('button[type=submit]').click()
        await expect(dialog).toHaveCount(0)

        await openMenu()
        const later = dialog.getByRole('listitem')
        await expect(later).toHaveCount(53)
        const rows = await later.evaluateAll((items) =>
          items.map((item) => ({
            at: item.querySelector('time')?.dateTime ?? '',
            text: item.textContent.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
          })),
        )
        const times = rows.map(({ at }) => new Date(at))
        expect(times.map(localTime)).toEqual(times.map((at) => (isInRamadan(at) ? '21:30' : '09:00')))
        expect(new Set(times.map(offset))).toEqual(new Set(['GMT-04:00', 'GMT-05:00']))
        expect(times.filter(isInRamadan).length).toBeGreaterThanOrEqual(4)
        // The list of repeats shows the same local times.
        for (const { at, text } of rows) expect(text).toMatch(isInRamadan(new Date(at)) ? /(21|9):30/ : /9:00/)
        expect((await layla.call('GET /api/posts/{id}/repeats', { params: { id: post.id } })).length).toBe(53)
      })
    })
  })
})
