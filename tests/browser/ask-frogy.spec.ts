import { openFakeModels, type FakeModels } from '../support/fake-models.ts'
import { startFrogy } from '../support/start-frogy.ts'
import { expect, forBoth, expectAccessible, screenshot, signIn, test, translator } from './browser-test.ts'

const WIDTHS = { en: 1280, ar: 390 }
const WORDS = {
  en: {
    question: 'We cut purchase approvals from seven signatures to three.',
    answer: 'Make the **reader** the hero. Let the number arrive late.',
    begin: 'Make the',
    title: 'The four people who never said no',
    summary: 'Opens with a scene everyone has sat through.',
    more: 'The second one, but gentler.',
    edited: 'How did the suppliers take it?',
    post: 'What nine days of approvals cost.',
    looked: 'One draft is waiting.',
  },
  ar: {
    question: 'خفّضنا موافقات الشراء من سبعة توقيعات إلى ثلاثة.',
    answer: 'فليكن **القارئ** هو البطل، وليأتِ الرقم متأخرًا.',
    begin: 'فليكن',
    title: 'أربعة أشخاص لم يقولوا لا يومًا',
    summary: 'يبدأ بمشهد عاشه الجميع.',
    more: 'الثانية، لكن ألطف.',
    edited: 'كيف تلقّاها المورّدون؟',
    post: 'كم كلّفت تسعة أيام من الموافقات؟',
    looked: 'مسودة واحدة تنتظر.',
  },
}

const t = (models: FakeModels, text: string) => (models.answer = () => ({ text }))

forBoth({ gate: 'en' }, (language) => {
  const words = WORDS[language]
  test.describe(language, () => {
    test.use({ viewport: { width: WIDTHS[language], height: 900 } })

    test(`turns a conversation with the assistant into a post (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const text = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(site.url)
      await page
        .getByRole('link', { name: text('app.nav.ask') })
        .filter({ visible: true })
        .click()
      const field = page.getByRole('textbox', { name: text('ask.question') })
      await expect(page.getByText(text('ask.welcome.title'))).toBeVisible()
      await expectAccessible(page)
      await screenshot(page, `ask-empty-${language}`)

      // The answer streams in. When the user stops it, the text so far stays.
      let hold = true
      models.beforePiece = (piece) => (hold && piece === 3 ? models.asked.at(-1)?.cut : undefined)
      t(models, `${words.answer} ${words.answer} ${words.answer}`)
      await field.fill(words.question)
      await page.getByRole('button', { name: text('ask.send') }).click()
      const log = page.getByRole('log')
      await expect(log).toContainText(words.begin)
      await page.getByRole('button', { name: text('ask.stop') }).click()
      await expect(page.getByRole('button', { name: text('ask.again') })).toBeVisible()
      await page.reload()
      await expect(log).toContainText(words.begin)
      await expect(page.getByRole('button', { name: text('ask.again') })).toBeVisible()

      // When the user asks again, the answer is complete and proposes angles for posts.
      hold = false
      t(models, `${words.answer}\n<angle kind="story" title="${words.title}">${words.summary}</angle>`)
      await page.getByRole('button', { name: text('ask.again') }).click()
      const write = page.getByRole('button', { name: text('ask.writeNamed', { title: words.title }) })
      await expect(write).toBeVisible()
      await expect(log.locator('strong')).toHaveText(/reader|القارئ/)
      await expectAccessible(page)
      await screenshot(page, `ask-answered-${language}`)

      t(models, words.answer)
      await field.fill(words.more)
      await page.getByRole('button', { name: text('ask.send') }).click()
      await expect(page.getByRole('button', { name: text('ask.copy') })).toBeVisible()
      await page
        .getByRole('button', { name: text('ask.edit') })
        .last()
        .click()
      await page.getByRole('textbox', { name: text('ask.editing.label') }).fill(words.edited)
      await page.getByRole('button', { name: text('ask.editing.save') }).click()
      await expect(log).toContainText(words.edited)
      await expect(log).not.toContainText(words.more)
      await expect(page.getByRole('button', { name: text('ask.copy') })).toBeVisible()

      await write.click()
      await expect(page).toHaveURL(`${site.url}/create`)
      await expect(page.getByLabel(text('composer.input.topic'))).toHaveValue(new RegExp(`^${words.title}`))
      expect(await page.evaluate(() => localStorage.getItem('frogy_content_data'))).toBeNull()
      expect(layla.user?.id).toBeTruthy()
      expect(models.refused).toEqual([])
    })

    test(`changes a post only when the user applies the assistant's proposal (${language})`, async ({ page }) => {
      await using models = await openFakeModels()
      await using site = await startFrogy({ ANTHROPIC_BASE_URL: models.url, ANTHROPIC_API_KEY: 'sk-ant' })
      const text = await translator(language)
      const layla = await signIn(page, site, language, 'linkedin')
      const post = await layla.call('POST /api/posts', {
        body: { platform: 'linkedin', content: words.post, status: 'draft' },
      })
      const day = new Date(site.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
      const answers = [
        '<look at="drafts"/>',
        `${words.looked}\n<propose act="schedule" post="${post.id}" at="${day}T09:00"/>`,
      ]
      models.answer = () => ({ text: answers.shift() ?? '' })
      await page.goto(`${site.url}/ask-frogy`)
      await page.getByRole('textbox', { name: text('ask.question') }).fill(words.edited)
      await page.getByRole('textbox', { name: text('ask.question') }).press('Enter')
      const proposals = page.getByRole('region', { name: text('ask.proposals.title') })
      await expect(proposals).toContainText(words.post)
      expect((await layla.read(post)).status).toBe('draft')
      await expectAccessible(page)
      await screenshot(page, `ask-proposal-${language}`)
      await proposals.getByRole('button').click()
      await expect(proposals.getByRole('status')).toBeVisible()
      expect((await layla.read(post)).status).toBe('scheduled')

      // After a reload, the proposal still has the post's older revision, so the server refuses it.
      await page.reload()
      await proposals.getByRole('button').click()
      await expect(proposals.getByRole('alert')).toBeVisible()
    })
  })
})
