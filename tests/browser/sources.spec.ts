import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pictureFile } from '../support/pictures.ts'
import {
  expect,
  forBoth,
  LOCALES,
  expectAccessible,
  screenshot,
  signIn,
  test as journey,
  translator,
  postField,
  selectWords,
  markedWords,
} from './browser-test.ts'

const CORPUS = join(import.meta.dirname, '..', 'corpus')

/** The timeout of reading a page or file. The parser process starts slowly on a busy machine. */
const READING = { timeout: 60_000 }

const articlePage = (
  locale = 'en',
) => `<!doctype html><html lang="${locale}"><head><title>Seven signatures for one order | Supply Review</title>
<meta property="og:site_name" content="Supply Review"></head><body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<article><h1>Seven signatures for one order</h1>
<p>For two years the company bought faster software. Approvals still took nine days.</p>
<p>A routine purchase passed through seven people, and four of them had never refused one.</p>
<p>After those four names came off the form, review time fell by 34% in one quarter.</p>
<p>Suppliers noticed before the managers did: two of them asked who had been replaced.</p>
<p>Nobody had been. The form was one page long now, and it had three lines for names.</p></article>
<footer>All rights reserved</footer></body></html>`

/** An article of which only the start is free. */
const PAID = `<!doctype html><html lang="en"><head><title>The nine-day form</title>
<script type="application/ld+json">{"@type":"NewsArticle","headline":"The nine-day form","isAccessibleForFree":false}</script></head>
<body><article><h1>The nine-day form</h1><p>For two years the company bought faster software.</p></article></body></html>`

/** Serves a free and a paid article on a local site. The test's Frogy may fetch that site. */
const test = journey.extend<{ article: string }>({
  article: async ({ locale }, use) => {
    const server = createServer(({ url }, response) => {
      const html = url === '/paid' ? PAID : articlePage(locale)
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/signatures`)
    server.close()
    server.closeAllConnections()
  },
  ownServer: async ({ article }, use) => use({ environment: { EXTRACT_ALLOW_HOSTS: new URL(article).host } }),
})

test.use({ timezoneId: 'Asia/Riyadh', viewport: { width: 1280, height: 900 } })

test.describe('English sources', () => {
  test.use({ locale: 'en-US' })

  test('turns an article into a draft that cites its figure', async ({ page, site, article }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
    const address = page.getByLabel(t('composer.source.address'))

    const generate = page.getByRole('button', { name: t('composer.generate.linkedin') })
    const extractFirst = page.getByText(t('composer.source.extractFirst'))

    await address.fill('http://10.0.0.1/private')
    await address.press('Enter')
    await expect(page.getByText(t('errors.url_forbidden')).first()).toBeVisible()
    await expect(address).toHaveValue('http://10.0.0.1/private')

    // The URL of an article behind a paywall is not marked as invalid.
    await address.fill(new URL('/paid', article).href)
    await address.press('Enter')
    await expect(page.getByText(t('composer.source.paywall')).first()).toBeVisible(READING)
    await expect(page.getByText(t('composer.source.urlInvalid'))).toHaveCount(0)

    // The error after an early press disappears when the user types again.
    const seen = Promise.withResolvers<void>()
    await page.route('**/api/content/validate-url', (route) => seen.promise.then(() => route.continue()))
    await address.fill(`\u200E${article}`)
    await generate.click()
    await expect(extractFirst.or(page.getByText(t('composer.source.wait')))).toBeVisible()
    seen.resolve()
    await expect(page.getByText('Seven signatures for one order').first()).toBeVisible(READING)
    await expect(extractFirst).toBeHidden()
    await page.unroute('**/api/content/validate-url')
    await screenshot(page, 'article-found')

    await page.route('**/api/content/extract-url', (route) =>
      route.fulfill({ status: 502, json: { message: 'Too slow today' } }),
    )
    await page.getByRole('button', { name: t('composer.source.extract') }).click()
    await expect(page.getByText(t('composer.source.extractFailed')).first()).toBeVisible()
    await expect(page.getByText('Too slow today').first()).toBeVisible()
    await page.unroute('**/api/content/extract-url')

    // The user presses the button right after typing, before the preview has loaded.
    await address.fill(article)
    await page.getByRole('button', { name: t('composer.source.extract') }).click()
    const preview = page.getByRole('region', { name: t('composer.source.preview') })
    await expect(preview).toContainText('Approvals still took nine days.', READING)
    await expect(preview).not.toContainText('About us')
    // The preview shows 200 characters of an article and 400 of a document.
    const opening = preview.locator('[dir=ltr]').first()
    expect((await opening.innerText()).length).toBeLessThanOrEqual(201)
    expect((await opening.innerText()).length).toBeGreaterThan(180)
    await screenshot(page, 'article-extracted')
    await preview.getByRole('button', { name: t('composer.source.another') }).click()
    await address.fill(article)
    await address.press('Tab')
    await page.keyboard.press('Enter')
    await expect(preview).toContainText('Approvals still took nine days.', READING)
    await page.reload()
    await expect(preview).toContainText('Approvals still took nine days.')

    // A pasted URL loads without a press. Afterwards only one button is prominent.
    await preview.getByRole('button', { name: t('composer.source.another') }).click()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), article)
    await address.press('Control+V')
    await expect(preview).toContainText('Approvals still took nine days.', READING)
    const filled = await page.evaluate(() => {
      const ofColour = (one: Element) => getComputedStyle(one).backgroundColor
      const buttons = [...document.querySelectorAll('main button')]
      const generating = buttons.find((one) => (one as HTMLButtonElement).type === 'submit')
      return buttons.filter((one) => generating && ofColour(one) === ofColour(generating)).length
    })
    expect(filled).toBe(1)

    await generate.click()
    await expect(page.getByText('Supply Review').first()).toBeVisible()
    const draft = page.getByRole('article').first()
    await expect(draft).toContainText('34%')
    await screenshot(page, 'article-draft', { fullPage: true })

    // The draft ends with the link until the author switches it off. The author can add it to one draft again.
    await expect(draft).toContainText(article)
    const withLink = page.getByRole('switch', { name: t('composer.source.withLink') })
    await withLink.press('Space')
    await expect(draft).not.toContainText(article)
    const addLink = draft.getByRole('button', { name: t('composer.margin.addLink') })
    await addLink.click()
    await expect(draft).toContainText(article)
    // The text has the link only once: the pasted URL replaced the earlier one in the field.
    await expect(draft).not.toContainText(article + article)
    await expect(addLink).toHaveCount(0)
    await expect(draft.getByText('127.0.0.1').first()).toBeVisible(READING)
    await screenshot(page, 'article-linked', { fullPage: true })
    await draft.getByRole('button', { name: t('rework.undo') }).click()
    await expect(draft).not.toContainText(article)
    await addLink.click()

    await page.reload()
    await expect(page.getByText('Supply Review').first()).toBeVisible()
    await expect(draft).toContainText('34%')
    await expect(draft).toContainText(article)

    // The error replaces other notices, but the link back to the drafts stays.
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(join(CORPUS, 'pdf', 'blank.pdf'))
    await expect(page.getByText(t('composer.source.documentFailed'))).toBeVisible(READING)
    await expect(draft).toBeHidden()
    await page.getByRole('button', { name: t('composer.actions.undo') }).click()
    await expect(draft).toContainText('34%')
  })

  test('rejects a blank or invalid URL at its field', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
    const address = page.getByLabel(t('composer.source.address'))
    for (const text of ['', '   ', 'not a url']) {
      await address.fill(text)
      await expect(address).not.toHaveAccessibleDescription(/valid URL/)
      await address.press('Enter')
      await expect(address).toHaveAccessibleDescription('Please enter a valid URL')
      await expect(page.getByText('Please enter a valid URL').first()).toBeVisible()
    }
  })

  test('names the accepted file types when a document has another type, even if the file is also too large', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    const input = page.locator('input[type=file]').first()
    const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1)
    for (const buffer of [Buffer.from('Notes'), tooLarge]) {
      await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer })
      await expect(page.getByText('Invalid file type. Please select a PDF or DOCX file.')).toBeVisible()
      await expect(page.getByText(/File too large/)).toHaveCount(0)
    }
    await input.setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: tooLarge })
    await expect(page.getByText('File too large. Maximum size is 10MB.')).toBeVisible()
    await expect(page.getByText(/Invalid file type/)).toHaveCount(0)
  })

  test('resends a photo when the response was lost, and stores the photo once', async ({ page, site }) => {
    const t = await translator('en')
    await signIn(page, site, 'en')
    const kept: unknown[] = []
    await page.route('**/api/images/upload', async (route) => {
      const response = await route.fetch()
      kept.push(await response.json())
      await (kept.length === 1 ? route.abort() : route.fulfill({ response }))
    })
    await page.goto(`${site.url}/create`)
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    const photo = { name: 'pond.png', mimeType: 'image/png', buffer: await pictureFile('png') }
    await page.locator('input[type=file]').last().setInputFiles(photo)
    await page.getByRole('button', { name: t('composer.media.retry') }).click()
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
    expect(kept[0]).toMatchObject({ media: { images: [{ originalName: 'pond.png' }] } })
    expect(kept[1]).toEqual(kept[0])
  })

  test('uploads a chosen document and photo after the session ended and the user signed in again', async ({
    page,
    site,
  }) => {
    const t = await translator('en')
    const layla = await signIn(page, site, 'en')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page.getByRole('button', { name: t('composer.media.add') }).click()
    await expect(page.locator('input[type=file]')).toHaveCount(2)
    await page.context().clearCookies()
    const [document, photos] = await page.locator('input[type=file]').all()
    await photos?.setInputFiles({ name: 'pond.png', mimeType: 'image/png', buffer: await pictureFile('png') })
    await document?.setInputFiles(join(CORPUS, 'pdf', 'en-news-pdfkit.pdf'))
    await expect(page.getByText('en-news-pdfkit.pdf')).toBeVisible()
    await expect(page.getByRole('button', { name: t('composer.source.retry') })).toHaveCount(2)
    await screenshot(page, 'document-signed-out')

    await page.getByRole('button', { name: t('app.expired.signIn') }).click()
    await page.getByLabel(t('auth.fields.email')).fill(layla.user?.email ?? '')
    await page.getByLabel(t('auth.fields.password')).fill(layla.password)
    await page.getByRole('button', { name: t('auth.signIn.submit') }).click()
    await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible(READING)
    await expect(page.getByText('1 photo', { exact: true })).toBeVisible()
  })
})

test.describe('Arabic sources', () => {
  test.use({ locale: 'ar-SA' })

  test('turns an Arabic PDF into an Arabic draft', async ({ page, site }) => {
    const t = await translator('ar')
    await signIn(page, site, 'ar')
    await page.goto(`${site.url}/create`)
    await page.getByRole('tab', { name: t('composer.source.tabs.document') }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(join(CORPUS, 'pdf', 'ar-news-chromium.pdf'))
    const preview = page.getByRole('region', { name: t('composer.source.preview') })
    await expect(preview).toBeVisible(READING)
    await expect(preview.locator('[dir=rtl]')).toBeVisible()
    const opening = await preview.locator('[dir=rtl]').innerText()
    expect(opening.length).toBeLessThanOrEqual(401)
    expect(opening.length).toBeGreaterThan(360)
    await screenshot(page, 'document-read-ar')
    await preview.getByRole('button', { name: t('composer.source.use') }).click()
    await expect(page.getByText(t('composer.source.extracted'))).toBeVisible()

    await page.getByRole('radio', { name: t('composer.languages.arabic') }).check({ force: true })
    await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
    const draft = page.getByRole('article').first()
    await expect(draft.locator('[dir=rtl]').first()).toBeVisible()
    await expect(draft).toContainText('ارتفعت بنسبة ١٢٫٥٪ خلال العام الماضي، وبلغت قيمتها 3.4 مليون دينار')
    await screenshot(page, 'document-draft-ar', { fullPage: true })
  })
})

forBoth({ gate: 'ar' }, (language) => {
  test.describe(`unsupported claims (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`marks a claim that the source does not support, asks about it once and removes it (${language})`, async ({
      page,
      site,
      article,
    }) => {
      const t = await translator(language)
      const added = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
      await page.getByLabel(t('composer.source.address')).fill(article)
      await page.getByRole('button', { name: t('composer.source.extract') }).click()
      await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible(READING)
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()

      const draft = page.getByRole('article').first()
      const margin = draft.getByRole('region', { name: t('cards.claims.title') })
      // A claim that the article supports links to the sentence there.
      const field = postField(draft)
      await selectWords(field, '34%')
      await expect(margin.getByRole('blockquote')).toContainText('review time fell by 34% in one quarter')
      await expect(margin.getByRole('button', { name: t('cards.claims.keep') })).toHaveCount(0)

      await field.press('Control+Home')
      await field.pressSequentially(`${added}\n\n`)
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])
      await expect(margin).toContainText(figure)
      await screenshot(page, `claims-${language}`)
      await expectAccessible(page)

      // Posting asks about the unsupported claim, and the user can choose to look at it again.
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const ask = page.getByRole('dialog')
      await expect(ask).toContainText(figure)
      await screenshot(page, `claims-asked-${language}`)
      await ask.getByRole('button', { name: t('cards.claims.ask.look') }).click()
      expect(await site.simulator.posts('linkedin')).toEqual([])

      await margin.getByRole('button', { name: t('cards.claims.takeOut') }).click()
      await expect(draft).not.toContainText(figure)
      await page.getByRole('button', { name: t('composer.actions.undo') }).click()
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])

      // The user keeps the claim. It stays in the text, and Frogy does not ask about it again.
      await margin.getByRole('button', { name: t('cards.claims.keep') }).click()
      await expect(margin.getByRole('button', { name: t('cards.claims.keep') })).toHaveCount(0)
      await page.reload()
      await margin.locator('button[aria-expanded]').first().click()
      await expect(margin.getByText(t('cards.claims.kept'))).toBeVisible()
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      expect((await site.simulator.posts('linkedin'))[0]?.text).toContain(added)
    })
  })
})

forBoth({ gate: 'en' }, (language) => {
  test.describe(`a draft in two browsers (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`finishes a draft in another browser with its unsupported claims marked (${language})`, async ({
      page,
      browser,
      site,
      article,
    }) => {
      const t = await translator(language)
      const added = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      const layla = await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
      await page.getByLabel(t('composer.source.address')).fill(article)
      await page.getByRole('button', { name: t('composer.source.extract') }).click()
      await expect(page.getByRole('region', { name: t('composer.source.preview') })).toBeVisible(READING)
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const first = page.getByRole('article').first()
      const field = first.getByRole('textbox').first()
      await field.press('Control+Home')
      await field.pressSequentially(`${added}\n\n`)
      await expect.poll(() => markedWords(page, 'open')).toEqual([figure])

      const drafts = () => layla.call('GET /api/posts', { query: { status: 'draft' } })
      await expect.poll(async () => (await drafts()).map(({ content }) => content.startsWith(added))).toEqual([true])
      const id = (await drafts())[0]?.id ?? ''
      const given = () => layla.call('GET /api/posts/{id}/source', { params: { id } })
      await expect.poll(async () => (await given()).given?.source?.title).toBe('Seven signatures for one order')

      await using other = await browser.newContext({ locale: LOCALES[language] })
      const there = await other.newPage()
      const data = { email: layla.user?.email, password: layla.password }
      await there.request.post(`${site.url}/api/login`, { data })
      await there.goto(`${site.url}/create?draft=${id}`)
      const second = there.getByRole('article').first()
      await expect.poll(() => markedWords(there, 'open')).toEqual([figure])
      const margin = second.getByRole('region', { name: t('cards.claims.title') })
      await margin.getByRole('button', { name: t('cards.claims.keep') }).click()
      await expect.poll(async () => (await given()).given?.keptClaims).toEqual([figure])
      await there.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)

      // The first browser learns that the post is published and no longer offers to post it.
      await page.reload()
      await expect(page.getByRole('button', { name: t('posts.postNow') }).and(page.locator(':enabled'))).toHaveCount(0)
      await expect
        .poll(async () => (await layla.call('GET /api/posts', {})).map(({ status }) => status))
        .toEqual(['published'])
      expect(await site.simulator.posts('linkedin')).toHaveLength(1)
    })
  })
})

forBoth({ gate: 'ar' }, (language) => {
  test.describe(`a draft with a doubtful claim (${language})`, () => {
    test.use({ locale: LOCALES[language] })

    test(`publishes a draft with unsupported claims only after a check and a confirmation (${language})`, async ({
      page,
      site,
    }) => {
      const t = await translator(language)
      const content = language === 'en' ? 'Ninety percent agree.' : 'وافق تسعون في المئة.'
      const figure = language === 'en' ? 'Ninety percent' : 'تسعون في المئة'
      const layla = await signIn(page, site, language, 'linkedin')
      const body = {
        status: 'draft',
        platform: 'linkedin',
        content,
        contentLanguage: language === 'ar' ? 'ar' : 'en',
      } as const
      const { id } = await layla.call('POST /api/posts', { body })
      const given = { source: null, topic: 'Approvals', facts: 'Four names went off it.', keptClaims: [] }
      await layla.call('PUT /api/posts/{id}/source', { params: { id }, body: given })
      let resume = () => {}
      const held = new Promise<void>((resolve) => (resume = resolve))
      await page.route('**/claim-list-*.js', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${site.url}/create?draft=${id}`)
      await page.getByRole('button', { name: t('posts.postNow') }).click()
      const ask = page.getByRole('dialog')
      await expect(ask).toHaveCount(0)
      expect(await layla.call('GET /api/posts', { query: { status: 'draft' } })).toHaveLength(1)
      resume()
      await expect(ask).toContainText(figure)
      await ask.getByRole('button', { name: t('cards.claims.ask.look') }).click()

      // Scheduling from the list of drafts asks once about the unsupported claim.
      await page.goto(`${site.url}/schedule`)
      await page.getByRole('button', { name: t('posts.drafts.scheduleOf', { opening: content }) }).click()
      await ask.locator('button[aria-pressed]').first().click()
      await ask.getByRole('button', { name: t('posts.schedule.submit') }).click()
      await expect(ask).toContainText(figure)
      await expectAccessible(page)
      expect(await layla.call('GET /api/posts/scheduled', {})).toEqual([])
      await ask.getByRole('button', { name: t('cards.claims.ask.schedule') }).click()
      await expect.poll(async () => (await layla.call('GET /api/posts/scheduled', {})).length).toBe(1)
      expect((await layla.call('GET /api/posts/{id}/source', { params: { id } })).given?.keptClaims).toEqual([figure])
    })
  })
})
