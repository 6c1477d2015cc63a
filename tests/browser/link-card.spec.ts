import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from '@playwright/test'
import { pictureFile } from '../support/pictures.ts'
import {
  expect,
  forBoth,
  type Language,
  LOCALES,
  screenshot,
  signIn,
  test as journey,
  translator,
} from './browser-test.ts'

/** The linked page's title is not in the interface language. */
const TITLES: Record<Language, string> = {
  en: 'لماذا تُبطئ سبعةُ تواقيع طلباً واحداً (2025)؟',
  ar: 'Why do seven signatures slow one order down (2025)?',
}

/** Serves one article on a local site. The test's Frogy may fetch that site. */
const test = journey.extend<{ article: string }>({
  article: async ({ locale }, use) => {
    const photo = await pictureFile('png', 1_200, 630)
    const title = TITLES[locale?.startsWith('ar') ? 'ar' : 'en']
    const server = createServer((request, response) => {
      if (request.url === '/photo.png') response.setHeader('content-type', 'image/png').end(photo)
      else if (request.url === '/signatures')
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(
            `<title>x</title><meta property="og:title" content="${title}"><meta property="og:image" content="/photo.png">`,
          )
      else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/signatures`)
    server.close()
    server.closeAllConnections()
  },
  ownServer: async ({ article }, use) =>
    use({
      environment: { EXTRACT_ALLOW_HOSTS: new URL(article).host },
      // A busy machine needs longer than the product allows for a card and its picture.
      cardTimeouts: { cardMs: 60_000, pictureMs: 60_000 },
    }),
})

forBoth({ gate: 'ar' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], viewport: { width: 1280, height: 900 } })

    test(`previews a link's card as the platform shows it, and fetches the linked page only once (${language})`, async ({
      page,
      site,
      article,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin')

      const asked: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/link-card')) asked.push((request.postDataJSON() as { url: string }).url)
      })
      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill('Seven people signed every order. Four of them had never refused one.')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const draft = page.getByRole('article').first()
      const text = draft.getByRole('textbox').first()
      await text.fill(language === 'ar' ? 'اقرأ: ' : 'Read: ')
      await page.keyboard.insertText(article)

      const card = draft.getByRole('figure', { name: t('posts.preview.linkCard') })
      await expect(card).toContainText(TITLES[language])
      await expect(card).toContainText('127.0.0.1')
      await expect(card.locator('img')).toHaveAttribute('src', /^data:image\/jpeg;base64,/)
      await expect.poll(() => startsAtTheStart(card, language)).toBe(true)
      expect(asked).toEqual([article])

      // Changing other words does not affect the card. If the link is removed and added again, its card reappears
      // immediately.
      await text.press('Home')
      await text.pressSequentially(language === 'ar' ? 'اليوم ' : 'Today ')
      await expect(card).toBeVisible()
      await text.fill(language === 'ar' ? 'دون رابط' : 'No link')
      await expect(card).toBeHidden()
      await text.fill(language === 'ar' ? `مقال: ${article}` : `An article: ${article}`)
      await expect(card).toBeVisible()
      await screenshot(page, `link-card-${language}`, { fullPage: true })
      expect(asked).toEqual([article])

      await page.getByRole('button', { name: t('posts.postNow') }).click()
      await expect.poll(async () => (await site.simulator.posts('linkedin')).length).toBe(1)
      await page.goto(site.simulator.url)
      await expect(page.locator('.link-card')).toContainText(TITLES[language])
      await expect(page.locator('.link-card img')).toBeVisible()
    })

    test(`leaves the preview unchanged when a link has no card (${language})`, async ({ page, site, article }) => {
      const t = await translator(language)
      await signIn(page, site, language)
      await page.goto(`${site.url}/create`)
      await page
        .getByLabel(t('composer.input.topic'))
        .fill('Seven people signed every order. Four of them had never refused one.')
      await page.getByRole('button', { name: t('composer.generate.linkedin') }).click()
      const draft = page.getByRole('article').first()
      const answered = page.waitForResponse((response) => response.url().endsWith('/link-card'))
      await draft.getByRole('textbox').first().fill(`Read: ${article}/gone`)
      expect(await (await answered).json()).toEqual({ card: null })
      await expect(draft.getByRole('figure')).toBeHidden()
    })
  })
})

/**
 * Whether the card's text is aligned to the start side of the interface language, not of the linked page's language.
 */
async function startsAtTheStart(card: Locator, language: Language): Promise<boolean> {
  const at = await card.locator('figcaption p').evaluateAll((lines) =>
    lines.map((line) => {
      const words = document.createRange()
      words.selectNodeContents(line)
      const [box, text] = [line.getBoundingClientRect(), words.getBoundingClientRect()]
      return { left: text.left - box.left, right: box.right - text.right }
    }),
  )
  return at.length === 2 && at.every(({ left, right }) => (language === 'ar' ? right : left) < 2)
}
