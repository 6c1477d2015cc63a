import type { Locator } from '@playwright/test'
import { openFakeModels, type ModelRequest, type FakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import {
  chooseTime,
  expect,
  forBoth,
  expectAccessible,
  openHistory,
  screenshot,
  signIn,
  test,
  translator,
  chooseTool,
  postField,
  selectWords,
} from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const FIRST = {
  en: 'Nine signatures, and nobody read the form. Then four names went off it, and the order took two days.',
  ar: 'تسعة توقيعات، ولم يقرأ أحد النموذج. ثم حُذفت منه أربعة أسماء، فاستغرق الطلب يومين.',
}
const SHORT = { en: 'Four names went off the form.', ar: 'حُذفت أربعة أسماء من النموذج.' }
const PASSAGE = { en: 'nobody read the form', ar: 'ولم يقرأ أحد النموذج' }
const REWRITTEN = { en: 'nobody had read it', ar: 'ولم يقرأه أحد قط' }
const TRANSLATED = {
  en: 'حُذفت أربعة أسماء من النموذج، فاستغرق الطلب يومين.',
  ar: 'Four names went off the form; two days.',
}

const RESTORED = { en: 'Restored', ar: 'نسخة مستعادة' }
const NAMES = { en: { english: 'English', arabic: 'Arabic' }, ar: { english: 'الإنجليزية', arabic: 'العربية' } }

const writing = (models: FakeModels) =>
  startFrogy({
    OPENAI_BASE_URL: `${models.url}/v1`,
    OPENAI_API_KEY: 'sk-open',
    ANTHROPIC_BASE_URL: models.url,
    ANTHROPIC_API_KEY: 'sk-ant',
  })

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`rewrites a whole draft or a passage, and restores an earlier version (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await writing(models)
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      models.answer = () => ({ content: FIRST[language], hashtags: ['Approvals'] })
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(FIRST[language].slice(0, 40))
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const draft = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      const act = (name: RegExp, among: Locator = draft) => among.getByRole('button', { name })
      const postNow = page.getByRole('button', { name: t('posts.postNow') })
      const history = () => openHistory(page, t)
      await expect(draft).toContainText(FIRST[language])

      // The user can cancel a rewrite, which leaves the old text. While it runs, no other rewrite can start.
      let resume = () => {}
      models.beforePiece = () => new Promise<void>((resolve) => (resume = resolve))
      models.answer = () => ({ content: SHORT[language], hashtags: [] })
      const field = postField(draft)
      const shorten = () => chooseTool(page, t, field, t('rework.acts.shorten'))
      await shorten()
      await expect(field).toHaveAttribute('aria-busy', 'true')
      await expect(postNow).toBeDisabled()
      await expectAccessible(page)
      await screenshot(page, `reworking-${language}`)
      await expect(act(t('app.cancel'))).toBeFocused()
      await act(t('app.cancel')).click()
      resume()
      await expect(draft).toContainText(FIRST[language])
      await expect(act(t('rework.undo'))).toHaveCount(0)

      models.beforePiece = () => {}
      await shorten()
      await expect(draft).toContainText(SHORT[language])
      await expect(draft).not.toContainText(PASSAGE[language])
      const versions = draft.getByRole('region', { name: t('rework.versions.title') })
      // The Undo button appears only when the rewritten text is complete.
      await expect(act(t('rework.undo'))).toBeVisible()
      await history()
      await expect(versions.getByRole('listitem')).toHaveCount(2)
      await act(t('rework.undo')).click()
      await expect(draft).toContainText(PASSAGE[language])

      // A rewrite of a selected passage changes only that passage.
      models.answer = () => ({ content: REWRITTEN[language], hashtags: [] })
      await selectWords(field, PASSAGE[language])
      const bar = page.getByRole('toolbar', { name: t('rework.editor.bar') })
      await act(t('rework.acts.tone'), bar).click()
      await page.getByRole('menuitem', { name: t('composer.tones.casual') }).click()
      await expect(field).toHaveText(FIRST[language].replace(PASSAGE[language], REWRITTEN[language]))
      const { prompt } = models.asked.at(-1) as ModelRequest
      expect(prompt).toContain(`<draft>\n${PASSAGE[language]}\n</draft>`)
      expect(prompt).toContain(FIRST[language])

      // The user compares an earlier version with the current one and restores it as a new version.
      await expect(versions.getByRole('listitem')).toHaveCount(3)
      await versions.getByRole('listitem').nth(1).getByRole('button').first().click()
      await expect(draft.locator('del').first()).toBeVisible()
      await expect(draft.locator('ins').first()).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `compared-${language}`)
      await act(t('rework.versions.restore'), versions.getByRole('listitem').nth(1)).click()
      await expect(draft).toContainText(SHORT[language])
      await expect(versions.getByRole('listitem').first()).toContainText(RESTORED[language])

      // After a reload, page and server have the changed text, and it is still one post.
      await expect
        .poll(async () =>
          (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map((post) => post.content),
        )
        .toEqual([SHORT[language]])
      await page.reload()
      await expect(draft).toContainText(SHORT[language])
      await act(t('rework.undo')).click()
      await expect(draft).toContainText(REWRITTEN[language])
      await postNow.click()
      await expect
        .poll(async () => (await site.simulator.posts('linkedin')).map(({ text }) => text.split('\n')[0]))
        .toEqual([FIRST[language].replace(PASSAGE[language], REWRITTEN[language])])
    })

    test(`shows a post and its translation as two tabs of one draft (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await writing(models)
      const t = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const own = language === 'ar' ? 'arabic' : 'english'
      const other = language === 'ar' ? 'english' : 'arabic'
      models.answer = () => ({ content: FIRST[language], hashtags: [] })
      await page.goto(`${site.url}/create`)
      await page.getByLabel(t('composer.input.topic')).fill(FIRST[language].slice(0, 40))
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const drafts = page.getByRole('region', { name: t('composer.drafts') }).getByRole('article')
      const act = (name: RegExp) => drafts.getByRole('button', { name })
      await expect(drafts).toContainText(FIRST[language])
      models.answer = () => ({ content: TRANSLATED[language], hashtags: [] })
      const translate = () => chooseTool(page, t, postField(drafts), t(`rework.acts.into.${other}`))
      await translate()

      const languages = page.getByRole('tablist', { name: t('rework.siblings.title') })
      const tab = (words: 'english' | 'arabic') => languages.getByRole('tab', { name: NAMES[language][words] })
      // The user can undo a change of either language.
      await expect(tab(other)).toBeVisible()
      for (const words of [own, other] as const) {
        await tab(words).click()
        await act(t('rework.undo')).click()
        await expect(tab(other)).toHaveCount(0)
        await expect(drafts).toContainText(FIRST[language])
        await translate()
        await expect(tab(other)).toBeVisible()
      }
      await tab(other).click()
      await expect(drafts).toHaveCount(1)
      await expect(drafts).toContainText(TRANSLATED[language])
      await expect(page.getByText(t('rework.siblings.linked'))).toBeVisible()

      // After a change in one language, the translation is marked as outdated until the user updates it.
      await tab(own).click()
      models.answer = () => ({ content: SHORT[language], hashtags: [] })
      await chooseTool(page, t, postField(drafts), t('rework.acts.shorten'))
      await expect(drafts).toContainText(SHORT[language])
      const name = NAMES[language][other]
      await expect(tab(other)).toHaveAccessibleName(t('rework.siblings.isBehind', { language: name }))
      await expectAccessible(page)
      await screenshot(page, `siblings-${language}`)
      const brought = TRANSLATED[language].replace(/[.؛;،].*$/, '.')
      models.answer = () => ({ content: brought, hashtags: [] })
      await page.getByRole('button', { name: t('rework.siblings.bring', { language: name }) }).click()
      await expect(tab(other)).toHaveAccessibleName(name)
      if (language === 'en') {
        await page.getByRole('button', { name: t('rework.siblings.compare') }).click()
        const both = page.getByRole('region', { name: t('rework.siblings.title') })
        await expect(both.getByText(SHORT[language]).first()).toBeVisible()
        await expect(both.getByText(brought).first()).toBeVisible()
        await expectAccessible(page)
        await screenshot(page, `siblings-compared-${language}`)
      }
      await tab(other).click()
      await expect(drafts).toContainText(brought)
      await act(t('rework.undo')).click()
      await expect(drafts).toContainText(TRANSLATED[language])

      // The server stores the two languages as linked drafts, and each is posted separately.
      await expect
        .poll(async () =>
          (await layla.call('GET /api/posts', { query: { status: 'draft' } })).map(
            ({ siblingId }) => siblingId !== null,
          ),
        )
        .toEqual([true, true])
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect
        .poll(async () => (await site.simulator.posts('linkedin')).map(({ text }) => text))
        .toEqual([TRANSLATED[language]])
      expect(await layla.call('GET /api/posts', { query: { status: 'draft' } })).toMatchObject([
        { content: SHORT[language] },
      ])

      // Only a published post has a check mark. A scheduled one has a different icon.
      const sign = (words: 'english' | 'arabic') => tab(words).locator('svg')
      await expect(sign(other)).toHaveClass(/lucide-check/)
      await tab(own).click()
      await page.getByRole('button', { name: t('posts.schedulePost') }).click()
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      await chooseTime(page.getByRole('dialog'), t, tomorrow, '12:00')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('posts.schedule.submit') })
        .click()
      await expect(sign(own)).toHaveClass(/lucide-clock/)
    })
  })
})
