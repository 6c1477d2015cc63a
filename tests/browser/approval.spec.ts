import { expect, expectAccessible, forBoth, LOCALES, screenshot, signIn, test, translator } from './browser-test.ts'
import { joinWorkspace } from '../support/team.ts'

const WIDTHS = { en: 1280, ar: 390 }
const TEXTS = {
  en: {
    first: 'Approvals still took almost ten days, and we saved 34%.',
    second: 'Approvals still took nine days, and we saved 34%.',
    removed: 'almost ten',
    note: 'Give the figure.',
    facts: 'Approvals took nine days.',
    claim: '34%',
  },
  ar: {
    first: 'وظلّت الموافقات تستغرق قرابة عشرة أيام، ووفّرنا ٣٤٪.',
    second: 'وظلّت الموافقات تستغرق تسعة أيام، ووفّرنا ٣٤٪.',
    removed: 'قرابة عشرة',
    note: 'الرقم أوضح.',
    facts: 'استغرقت الموافقات تسعة أيام.',
    claim: '٣٤٪',
  },
}

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: WIDTHS[language], height: 844 } })

    test(`returns a writer's post with a note, shows what changed, and approves it by keyboard (${language})`, async ({
      page,
      browser,
      site,
    }) => {
      const t = await translator(language)
      const texts = TEXTS[language]
      const layla = await signIn(page, site, language)
      const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
      await page.goto(`${site.url}/w/${id}/team`)
      await page.getByLabel(t('team.approval.of')).selectOption('writers')
      await expect(page.getByText(t('team.approval.platforms'))).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `approval-setting-${language}`)
      const late = page.getByLabel(t('settings.publishing.late'))
      await late.selectOption('360')
      await expect
        .poll(async () => (await layla.call('GET /api/workspaces/{id}', { params: { id } })).lateAfterMinutes)
        .toBe(360)
      // Layla's own limit for late posts does not apply in the workspace, so the workspace's settings do not show it.
      await page.goto(`${site.url}/w/${id}/settings`)
      await expect(page.getByRole('group', { name: t('settings.publishing.platforms') })).toBeVisible()
      await expect(late).toHaveCount(0)

      const theirs = await browser.newPage({ locale: LOCALES[language], viewport: { width: 390, height: 844 } })
      const omar = await signIn(theirs, site, language)
      await joinWorkspace(layla, id, omar, 'writer')
      for (const person of [layla, omar]) person.movedTo(`${site.url}/w/${id}`)
      const at = new Date(Date.now() + 26 * 3_600_000)
      const post = await omar.schedule({ platform: 'linkedin', content: texts.first, at })
      expect(post.status).toBe('in_review')
      await theirs.goto(`${site.url}/w/${id}/schedule`)
      await expect(theirs.getByText(t('posts.statuses.in_review')).first()).toBeAttached()

      // The owner returns the post with a note.
      await page.goto(`${site.url}/w/${id}/approvals`)
      const first = page.getByRole('button', { name: texts.first })
      const back = page.getByRole('button', { name: t('approval.return') })
      if (language === 'ar') await first.click()
      await expect(back).toBeDisabled()
      await page.getByRole('textbox').fill(texts.note)
      await expectAccessible(page)
      await back.click()
      // The note moves from the form to the post's history.
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await expect(page.getByText(texts.note)).toBeVisible()

      // The writer reads the note, changes the draft and sends it again.
      await theirs.goto(`${site.url}/w/${id}/approvals`)
      await theirs.getByRole('button', { name: texts.first }).click()
      await expect(theirs.getByText(texts.note)).toBeVisible()
      await expect(theirs.getByRole('button', { name: t('approval.approve') })).toHaveCount(0)
      await theirs.goto(`${site.url}/w/${id}/schedule`)
      await expect(theirs.getByRole('link', { name: t('posts.drafts.returned') })).toBeVisible()
      await theirs.goto(`${site.url}/w/${id}/create?draft=${post.id}`)
      await expect(theirs.getByRole('button', { name: t('posts.askForApproval') })).toBeVisible()
      await expect(theirs.getByRole('button', { name: t('posts.postNow') })).toHaveCount(0)
      await screenshot(theirs, `approval-composer-${language}`)
      await omar.call('PUT /api/posts/{id}/source', {
        params: { id: post.id },
        body: { source: null, topic: '', facts: texts.facts, keptClaims: [] },
      })
      await omar.call('PATCH /api/posts/{id}', {
        params: { id: post.id },
        body: { content: texts.second, scheduledAt: at.toISOString() },
      })

      // The owner sees the changed words, then the final text, and approves with the key A.
      if (language === 'ar') await page.goto(`${site.url}/w/${id}/approvals`)
      const again = page.getByRole('button', { name: texts.second })
      await expect(again).toBeVisible()
      if (language === 'ar') await again.click()
      await expect(page.locator('del')).toHaveText(texts.removed)
      await expect(page.getByText(t('approval.notInSource'))).toBeVisible()
      // The claim is marked in the post and in the list next to it, in the changes as in the final text.
      const marked = page.locator('mark', { hasText: texts.claim })
      await expect(marked).toHaveCount(2)
      await expectAccessible(page)
      await screenshot(page, `approval-changes-${language}`)
      await page.getByRole('radio', { name: t('approval.final') }).check()
      await expect(page.locator('del')).toHaveCount(0)
      await expect(marked).toHaveCount(2)
      await page.keyboard.press('r')
      await expect(page.getByRole('textbox')).toBeFocused()
      await page.getByRole('textbox').blur()
      await page.keyboard.press('a')
      await expect(page.getByText(t('approval.empty'))).toBeVisible()
      expect((await omar.read(post)).status).toBe('scheduled')
    })

    test(`shows an approver a post's changed options, and hides its text behind its warning (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const texts = TEXTS[language]
      const layla = await signIn(page, site, language)
      const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
      await layla.call('PATCH /api/workspaces/{id}', {
        params: { id },
        body: { approval: { of: 'writers', platforms: [] } },
      })
      const writer = await site.person()
      await joinWorkspace(layla, id, writer, 'writer')
      for (const person of [layla, writer]) person.movedTo(`${site.url}/w/${id}`)
      const scheduledAt = new Date(Date.now() + 26 * 3_600_000).toISOString()
      const post = await writer.call('POST /api/posts', {
        body: {
          platform: 'mastodon',
          content: texts.first,
          status: 'scheduled',
          scheduledAt,
          options: { visibility: 'followers' },
        },
      })
      const params = { id: post.id }
      const { revision } = post
      await layla.call('POST /api/posts/{id}/return', { params, body: { revision, note: texts.note } })
      await writer.call('PATCH /api/posts/{id}', {
        params,
        body: { options: { contentWarning: texts.claim }, scheduledAt },
      })

      await page.goto(`${site.url}/w/${id}/approvals`)
      if (language === 'ar') await page.getByRole('button', { name: texts.first }).click()
      const content = page.locator('[data-post]').getByText(texts.first)
      await expect(page.locator('del')).toHaveText(t('options.visibilities.followers'))
      await expect(page.locator('ins').filter({ hasText: texts.claim })).toBeVisible()
      await expect(content).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `approval-options-${language}`)
      await page.getByRole('radio', { name: t('approval.final') }).check()
      await expect(page.locator('del')).toHaveCount(0)
      await expect(content).toBeHidden()
      await screenshot(page, `approval-warning-${language}`)
      await page.getByRole('button', { name: t('options.showMore') }).click()
      await expect(content).toBeVisible()
      await expectAccessible(page)
    })

    test(`never approves a text that the approver has not read yet, and keeps an unsent note (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const texts = TEXTS[language]
      const layla = await signIn(page, site, language)
      const { id } = await layla.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
      const body = { approval: { of: 'writers', platforms: [] } } as const
      await layla.call('PATCH /api/workspaces/{id}', { params: { id }, body })
      const [writer, editor] = [await site.person(), await site.person()]
      await joinWorkspace(layla, id, writer, 'writer')
      await joinWorkspace(layla, id, editor, 'editor')
      for (const person of [layla, writer, editor]) person.movedTo(`${site.url}/w/${id}`)
      const send = (content: string, hours: number) =>
        writer.schedule({ platform: 'linkedin', content, at: new Date(Date.now() + hours * 3_600_000) })
      const read = await send(texts.first, 30)
      await page.goto(`${site.url}/w/${id}/approvals`)
      const row = (content: string) => page.getByRole('button', { name: content })
      await expect(row(texts.first)).toBeVisible()
      if (language === 'ar') await row(texts.first).click()
      const note = page.getByRole('textbox')
      await note.fill(texts.note)

      // A post with an earlier time moves to the top of the list. The page still shows the post that the owner reads.
      const sooner = await send(texts.facts, 26)
      await expect(page.getByText(texts.facts)).toBeAttached()
      await expect(note).toHaveValue(texts.note)

      // The owner approves a text that has just been edited. Frogy refuses this, and the page shows the new text.
      await writer.call('PATCH /api/posts/{id}', {
        params: { id: read.id },
        headers: { 'If-Match': '*' },
        body: { content: texts.second },
      })
      await expect(page.getByRole('main').getByText(texts.second).last()).toBeVisible()
      await page.getByRole('button', { name: t('approval.approve') }).click()
      await expect(page.getByText(t('errors.changed_meanwhile')).first()).toBeVisible()
      for (const waiting of [read, sooner]) expect((await layla.read(waiting)).status).toBe('in_review')
      await expect(note).toHaveValue(texts.note)

      // An editor decides first, while the owner's note is not sent yet.
      const { revision } = await editor.read(read)
      await editor.call('POST /api/posts/{id}/approve', { params: { id: read.id }, body: { revision } })
      await expect(page.getByRole('heading', { name: t('approval.gone') })).toBeVisible()
      await expect(page.getByRole('region', { name: t('review.unsent.title') })).toContainText(texts.note)
      await page.keyboard.press('a')
      await expectAccessible(page)
      await screenshot(page, `approval-gone-${language}`)
      expect((await layla.read(sooner)).status).toBe('in_review')
    })
  })
})
