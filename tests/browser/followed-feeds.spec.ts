import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  expect,
  forBoth,
  LOCALES,
  expectAccessible,
  signIn,
  test as journey,
  translator,
  keepToasts,
} from './browser-test.ts'

const TEXTS = {
  en: {
    title: 'Seven signatures',
    text: 'A routine purchase passed through seven people. Review time fell by 34% in one quarter.',
  },
  ar: { title: 'سبعة تواقيع', text: 'مرّ شراء معتاد على سبعة أشخاص. انخفض زمن المراجعة بنسبة 34% في ربع واحد.' },
}

/** A site with a feed, to which a test adds an item. */
interface FeedSite {
  url: string
  publish: () => void
}

const test = journey.extend<{ feedSite: FeedSite }>({
  feedSite: async ({ locale }, use) => {
    const { title, text } = TEXTS[locale?.startsWith('ar') ? 'ar' : 'en']
    let isPublished = false
    const server = createServer(({ url }, response) => {
      const item = `<item><guid>1</guid><title>${title}</title><link>/one</link></item>`
      const body =
        url === '/feed.xml'
          ? `<rss version="2.0"><channel><title>Supply Review</title>${isPublished ? item : ''}</channel></rss>`
          : url === '/one'
            ? `<!doctype html><title>${title}</title><article><h1>${title}</h1>${`<p>${text}</p>`.repeat(8)}</article>`
            : '<!doctype html><link rel="alternate" type="application/rss+xml" href="/feed.xml"><p>Home'
      response
        .setHeader('content-type', `${url === '/feed.xml' ? 'application/rss+xml' : 'text/html'}; charset=utf-8`)
        .end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    await use({ url, publish: () => (isPublished = true) })
    server.close()
    server.closeAllConnections()
  },
  ownServer: async ({ feedSite }, use) => use({ environment: { EXTRACT_ALLOW_HOSTS: new URL(feedSite.url).host } }),
})

forBoth({ gate: 'en' }, (language) => {
  test.describe(language, () => {
    test.use({ locale: LOCALES[language], timezoneId: 'Asia/Riyadh' })

    test(`adds a feed by keyboard and opens the draft of its new item (${language})`, async ({
      page,
      site,
      feedSite,
    }) => {
      const t = await translator(language)
      await signIn(page, site, language, 'linkedin')
      await page.goto(`${site.url}/create`)
      await page.getByRole('tab', { name: t('composer.source.tabs.url') }).click()
      await page.getByRole('link', { name: t('composer.source.feeds') }).click()
      await page.getByRole('button', { name: t('following.add') }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: t('following.dialog.address') }).fill(feedSite.url)
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('Supply Review')).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: t('following.add') }).press('Enter')
      const row = page.getByRole('article', { name: 'Supply Review' })
      await expect(row).toBeVisible()
      await expectAccessible(page)

      feedSite.publish()
      await row.getByRole('button', { name: t('following.checkNowOf', { title: 'Supply Review' }) }).click()
      const draft = row.getByRole('link', { name: t('following.openDraftOf', { title: TEXTS[language].title }) })
      await expect(draft).toBeVisible()
      await draft.click()
      await expect(page.getByRole('article').filter({ hasText: '34%' }).first()).toBeVisible()

      await page.goto(`${site.url}/feeds`)
      await row.getByRole('button', { name: t('following.moreOf', { title: 'Supply Review' }) }).press('Enter')
      await keepToasts(page)
      await page.getByRole('menuitem', { name: t('following.remove') }).press('Enter')
      await expect(row).toHaveCount(0)
      await page.getByRole('button', { name: t('following.undo') }).click()
      await expect(row).toBeVisible()
    })
  })
})
