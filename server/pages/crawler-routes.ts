import type { FastifyInstance } from 'fastify'
import { basePathOf } from '../http/base-path.ts'
import { alternates } from './site-pages.ts'

/**
 * The rules of robots.txt. They allow pictures of posts, because Meta's crawler obeys them when it fetches a picture.
 */
const rulesBelow = (basePath: string) => `User-agent: *\nAllow: ${basePath}/media/public/\nDisallow: ${basePath}/api/\n`

/** Serves robots.txt and sitemap.xml. @param publicUrl known once the server listens */
export function crawlerRoutes(server: FastifyInstance, paths: string[], publicUrl: () => string): void {
  const absolute = (path: string) => publicUrl() + path
  server.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${rulesBelow(basePathOf(publicUrl()))}\nSitemap: ${absolute('/sitemap.xml')}\n`),
  )
  server.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(sitemap(paths.map(absolute))),
  )
}

/** Every page in each language, with links to the other languages. */
function sitemap(addresses: string[]): string {
  const entries = addresses.flatMap((address) => {
    const links = alternates(address)
    const others = links
      .map(([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`)
      .join('')
    return links.map(([, href]) => `<url><loc>${href}</loc>${others}</url>`)
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>
`
}
