import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import type { Language } from '#core/language.ts'
import type { Faq } from '#core/operate/faq-contract.ts'
import type { DataDeletion } from '#core/people/meta-contract.ts'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import { codeInQuery, DELETION_PAGE } from '#server/pages/deletion-state.ts'
import { languageInUrl, languageCookie, officialLinks, siteHtml } from '#server/pages/site-pages.ts'
import { languageOfVisit } from '#server/http/request-language.ts'
import { SITE_PAGES, type DrawnPage, type SitePage } from '../web/landing/site-pages.ts'

interface Drawing {
  drawSitePage(path: string, language: Language): Promise<DrawnPage>
  drawBadges(): Record<string, string>
  drawQuestion(): string
}

/** Prerenders public pages on each visit, which a build does once. @param api the address of the API server */
export function devSite(api: string, publicUrl: string): Plugin {
  return {
    name: 'dev-site',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        void answer(request, response, next)
      })
      async function answer(...[request, response, next]: Parameters<Connect.NextHandleFunction>): Promise<void> {
        const found = await page(vite, request, api, publicUrl).catch((error: unknown) => ({ error }))
        if (!found) return next()
        if ('error' in found) return next(found.error)
        response.setHeader('content-type', 'text/html; charset=utf-8')
        if (found.cookie) response.setHeader('set-cookie', found.cookie)
        response.end(found.html)
      }
    },
  }
}

async function page(vite: ViteDevServer, request: Connect.IncomingMessage, api: string, publicUrl: string) {
  const [path = '/', query] = (request.originalUrl ?? '/').split('?', 2)
  if (!SITE_PAGES.includes(path as SitePage)) return undefined
  const isMember = (await ask(`${api}/api/user`, request)) !== undefined
  // At `/`, signed-in users see their dashboard, which the app renders.
  if (path === '/' && isMember) return undefined
  const named = languageInUrl(query)
  const language = named ?? languageOfVisit(request)
  const { drawSitePage, drawBadges, drawQuestion } = (await vite.ssrLoadModule(
    '/landing/draw-site.tsx',
  )) as unknown as Drawing
  const site = {
    pages: { [path]: inBoth(await drawSitePage(path, language)) },
    badges: drawBadges(),
    question: drawQuestion(),
  }
  const official = await ask<OfficialAccount[]>(`${api}/api/public/official-social-accounts`, request)
  const code = path === DELETION_PAGE ? codeInQuery(query) : undefined
  const found = code
    ? await ask<DataDeletion>(`${api}/api/data-deletions/${encodeURIComponent(code)}`, request)
    : undefined
  const parts = {
    path,
    language,
    isNamed: !!named,
    isMember,
    publicUrl,
    now: new Date(),
    nonce: { script: '', style: '' },
  }
  const html = siteHtml({ template: await template(vite) }, site, parts, {
    official: officialLinks(site, official ?? []),
    questions: (path === '/faq' && (await ask<Faq[]>(`${api}/api/public/faq`, request))) || [],
    contact: process.env.CONTACT_EMAIL ?? null,
    deletion: code ? { code, found: found ?? null } : undefined,
  })
  return html && { html, cookie: named && languageCookie(named, publicUrl) }
}

/** Returns the rendered page for both languages. The caller reads only the requested language. */
const inBoth = (drawn: DrawnPage): Record<Language, DrawnPage> => ({ en: drawn, ar: drawn })

/** Adds the styles to the page template. In the app, scripts load the styles. */
async function template({ config: { root } }: ViteDevServer): Promise<string> {
  const html = await readFile(join(root, 'index.html'), 'utf8')
  return html.replace('</head>', '<link rel="stylesheet" href="/app/styles.css"></head>')
}

/** Asks the API. @returns undefined if the API refuses, or is not running yet */
async function ask<Answer>(url: string, { headers }: Connect.IncomingMessage): Promise<Answer | undefined> {
  const answer = await fetch(url, { headers: { cookie: headers.cookie ?? '' } }).catch(() => undefined)
  return answer?.ok ? ((await answer.json()) as Answer) : undefined
}
