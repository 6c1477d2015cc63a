import type { Page } from '@playwright/test'
import { docxFile, paragraph } from '../corpus/docx/docx-file.ts'
import { openFakeModels } from '../support/fake-models.ts'
import { startFrogy, type Frogy } from '../support/start-frogy.ts'
import type { Person } from '../support/person.ts'
import {
  expect,
  expectAccessible,
  openStoredDraft,
  forBoth,
  screenshot,
  signIn,
  test,
  translator,
  type Language,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00', platform: null }))
const SENTENCES = {
  en: [
    'Halden Freight cut late deliveries by 34% in the third quarter of 2025.',
    'The carrier moved the sorting at its Venlo hub to a night schedule in June.',
    'Fuel spending fell by 310,000 euros because vans now leave at half past six.',
    'The change cost 4.6 million euros, most of it for scanners and training.',
    '“We stopped asking drivers to be heroes and fixed the clock instead,” said Marit Vos.',
    'Three in ten drivers told the works council that they disliked the later shift.',
    'Forty-seven drivers have asked for a transfer to another hub of the company.',
    'Each further hub would need between eight and twelve weeks to prepare.',
    'The company will review the night schedule again on 15 January 2026.',
    'Customers complained 1,900 times in September, against 4,200 times a year earlier.',
    'A survey of 640 members of staff found that most want to keep the new hours.',
    'The board decides in March whether five more hubs change to nights.',
  ],
  ar: [
    'خفضت شركة هالدن التأخر في تسليم الطرود بنسبة 34% في الربع الثالث من 2025.',
    'نقلت الشركة الفرز في مركزها الرئيسي إلى جدول ليلي منذ شهر يونيو الماضي.',
    'انخفض الإنفاق على الوقود بمقدار 310 آلاف يورو لأن المركبات تخرج مساءً.',
    'بلغت كلفة التغيير 4.6 ملايين يورو ذهب معظمها إلى الأجهزة والتدريب.',
    'قالت مديرة العمليات ماريت فوس: «توقفنا عن مطالبة السائقين بالبطولة وأصلحنا الساعة».',
    'أبلغ ثلاثة من كل عشرة سائقين مجلس العمل بأن النوبة المتأخرة لا تناسبهم.',
    'طلب سبعة وأربعون سائقًا الانتقال إلى مركز آخر من مراكز الشركة.',
    'يحتاج كل مركز إضافي إلى مدة بين ثمانية أسابيع واثني عشر أسبوعًا للتجهيز.',
    'ستراجع الشركة الجدول الليلي مرة أخرى في الخامس عشر من يناير 2026.',
    'بلغت شكاوى العملاء 1900 شكوى في سبتمبر مقابل 4200 شكوى قبل عام.',
    'أظهر استطلاع شمل 640 موظفًا أن معظمهم يريد الإبقاء على المواعيد الجديدة.',
    'يقرر مجلس الإدارة في مارس إن كانت خمسة مراكز أخرى ستعمل ليلًا.',
  ],
}

const WRITE = { en: /^(?:Write|Retry) /u, ar: /^(?:كتابة|إعادة كتابة) /u }

/** Returns a pattern that matches a message with any values in place of its placeholders. */
const anyOf = (message: RegExp): RegExp => new RegExp(message.source.replaceAll(/\\\{[^}]*\\\}/gu, '.+'), 'u')

async function useDocument(page: Page, site: Frogy, language: Language, t: Awaited<ReturnType<typeof translator>>) {
  await page.goto(`${site.url}/create`)
  await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
  const body = SENTENCES[language].map((sentence) => paragraph(sentence)).join('')
  const file = { name: 'night.docx', mimeType: '', buffer: Buffer.from(docxFile({ body })) }
  await page.locator('input[type=file]').first().setInputFiles(file)
  const preview = page.getByRole('region', { name: t('composer.source.preview') })
  await preview.getByRole('button', { name: t('composer.source.use') }).click()
  await page.getByRole('button', { name: t('composer.source.several') }).focus()
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: t('series.title') })
}

const drafts = (person: Person) => person.call('GET /api/posts', { query: { status: 'draft' } })

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`plans several posts from one source and writes them as drafts, by keyboard (${language})`, async ({
      page,
    }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await layla.call('PATCH /api/slots', { body: { week: WEEK } })
      const dialog = await useDocument(page, site, language, t)
      const findings = dialog.getByRole('textbox')
      await expect(findings).toHaveCount(5)
      const times = dialog.getByRole('combobox', { name: anyOf(t('series.time')) })
      const planned = await times.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
      expect(new Set(planned).size).toBe(5)
      await expectAccessible(page)
      await screenshot(page, `series-plan-${language}`)

      // The author edits one finding, moves one post to another time and removes one.
      const own = language === 'en' ? 'Fuel fell by 310,000 euros.' : 'انخفض الوقود بمقدار 310 آلاف يورو.'
      await findings.nth(1).fill(own)
      await times.nth(2).focus()
      await page.keyboard.press('ArrowDown')
      await expect(times.nth(2)).not.toHaveValue(planned[2] ?? '')
      const moved = await times.nth(2).inputValue()
      await dialog
        .getByRole('button', { name: anyOf(t('series.drop')) })
        .nth(4)
        .focus()
      await page.keyboard.press('Enter')
      await expect(findings).toHaveCount(4)

      // The model refuses one post. The other drafts are stored, and a second press writes the missing one.
      let refuses = true
      models.answer = ({ prompt }) => {
        if (prompt.includes(`<topic>\n${own}`) && refuses) return { refusal: 'I cannot help with that.' }
        const finding = SENTENCES[language].find((sentence) => prompt.includes(`<topic>\n${sentence}`))
        return { content: finding ?? own, hashtags: [] }
      }
      await dialog.getByRole('button', { name: WRITE[language] }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(t('series.states.failed'))).toBeVisible()
      await expect(dialog.getByText(t('series.states.saved'))).toHaveCount(3)
      await screenshot(page, `series-partly-${language}`)
      refuses = false
      await dialog.getByRole('button', { name: WRITE[language] }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(t('series.states.saved'))).toHaveCount(4)
      await expectAccessible(page)

      const stored = await drafts(layla)
      expect(stored).toHaveLength(4)
      expect(new Set(stored.map(({ content }) => content)).size).toBe(4)
      expect(stored.map(({ plannedAt }) => plannedAt)).toContain(moved)
      expect(stored.map(({ scheduledAt }) => scheduledAt)).toEqual([null, null, null, null])
      await dialog
        .getByRole('button', { name: t('series.close') })
        .last()
        .focus()
      await page.keyboard.press('Enter')
      const list = page.getByRole('region', { name: t('posts.drafts.kept') })
      await expect(list.getByText(anyOf(t('posts.drafts.planned')))).toHaveCount(4)
      await screenshot(page, `series-drafts-${language}`, { fullPage: true })
      // The schedule dialog proposes the planned time.
      await list
        .getByRole('button', { name: anyOf(t('posts.drafts.scheduleOf')) })
        .first()
        .click()
      const schedule = page.getByRole('dialog', { name: t('posts.schedule.title') })
      await schedule.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(schedule).toHaveCount(0)
      const [first] = await layla.call('GET /api/posts/scheduled', {})
      expect(stored.map(({ plannedAt }) => plannedAt)).toContain(first?.scheduledAt)
    })

    test(`writes several posts without a model, and continues after a reload (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const dialog = await useDocument(page, site, language, t)
      await expect(dialog.getByRole('textbox')).toHaveCount(5)
      // The second draft's response is lost, so the reloaded page sends the same request again.
      let stored = 0
      await page.route('**/api/posts', async (route) => {
        if (route.request().method() !== 'POST') return await route.continue()
        stored++
        if (stored !== 2) return await route.continue()
        await route.fetch()
        await route.abort()
      })
      await dialog.getByRole('button', { name: WRITE[language] }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(t('series.states.failed'))).toBeVisible()
      await expect(dialog.getByText(t('series.states.saved'))).toHaveCount(4)
      await page.reload()
      await page.getByRole('button', { name: t('composer.source.several') }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(t('series.states.saved'))).toHaveCount(4)
      await dialog.getByRole('button', { name: WRITE[language] }).focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(t('series.states.saved'))).toHaveCount(5)
      const written = await drafts(layla)
      expect(written).toHaveLength(5)
      expect(new Set(written.map(({ content }) => content)).size).toBe(5)
      expect(written.every(({ plannedAt }) => plannedAt !== null)).toBe(true)
    })

    test(`shows that a draft repeats an earlier post, with its date (${language})`, async ({ page, site }) => {
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const content = SENTENCES[language].slice(0, 3).join(' ')
      const body = { platform: 'linkedin', content, contentLanguage: language } as const
      await layla.call('POST /api/posts', { body: { ...body, status: 'published' } })
      await openStoredDraft(page, site, layla, content)
      const said = page.getByText(anyOf(t('cards.repeat.said')))
      await expect(said).toBeVisible()
      await screenshot(page, `repeat-${language}`)
    })
  })
})
