import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as journey } from './browser-test.ts'

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

/** An article of which only the start is free to read. */
const PAID = `<!doctype html><html lang="en"><head><title>The nine-day form</title>
<script type="application/ld+json">{"@type":"NewsArticle","headline":"The nine-day form","isAccessibleForFree":false}</script></head>
<body><article><h1>The nine-day form</h1><p>For two years the company bought faster software.</p></article></body></html>`

/** Serves a free and a paid article on a local site. The test's Frogy may fetch that site. */
export const test = journey.extend<{ article: string }>({
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
