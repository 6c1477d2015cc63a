import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Faq } from '#core/operate/faq-contract.ts'
import type { DataDeletion } from '#core/people/meta-contract.ts'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import type { Clock } from '../clock/clock.ts'
import type { Read } from '../http/reads.ts'
import { languageOfVisit } from '../http/request-language.ts'
import type { SignedIn } from '../http/caller.ts'
import type { FindSession } from '../http/router.ts'
import { askedCode, DELETION_PAGE } from './deletion-state.ts'
import { builtPages, type BuiltPages } from './built-pages.ts'
import { forCrawlers } from './for-crawlers.ts'
import { firstReads, type FirstAnswer } from './first-reads.ts'
import { openingHtml } from './opening.ts'
import { emptyHtml, pageHtml } from './page-html.ts'
import { builtSite, languageCookie, namedLanguage, officialLinks, siteHtml, type BuiltSite } from './site-pages.ts'

/** Longer than this nobody waits for data: the page comes without it, and asks for it itself. */
const PATIENCE_MS = 1_500

export interface WebAppParts {
  findSession: FindSession
  read: Read
  /** Where we are among all events (`Changes.mark`). */
  mark: () => string
  clock: Clock
  /** Where people open Frogy: known once it is listened at. */
  publicUrl: () => string
  /** The accounts that stand in the footer of the pages for readers. */
  official: () => Promise<OfficialAccount[]>
  /** What /faq answers. */
  questions: () => Promise<Faq[]>
  /** Whether Google sign-in is offered. */
  hasGoogle: boolean
  findDeletion: (code: string) => Promise<DataDeletion | undefined>
  /** Whom to write to about one's data. */
  contact: string | null
}

/** The built web app: its files, and its pages at every other address, each with what it needs to be drawn. */
export async function webApp(server: FastifyInstance, folder: string, parts: WebAppParts): Promise<void> {
  const built = builtPages(folder)
  const site = builtSite(folder)
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      index: false,
      // Each file beside the folder of assets has its own route: whatever is none is a page.
      wildcard: false,
      globIgnore: ['index.html', 'pages.json', 'prerendered.json', 'site.json', 'assets/**', '**/*.br', '**/*.gz'],
      setHeaders: headersOf,
      preCompressed: true,
    })
    await server.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      // Its tag says as much; in twenty answers it would be a kilobyte.
      lastModified: false,
      setHeaders: headersOf,
      preCompressed: true,
      decorateReply: false,
    })
  }
  forCrawlers(server, Object.keys(site.pages), parts.publicUrl)
  if (built) {
    server.get(EMPTY_PAGE, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(emptyHtml(built, reply.cspNonce)),
    )
  }
  // What is shared with Frogy is taken in by its service worker. Where there is none any more, it starts with nothing.
  server.post('/share', async (_request, reply) => reply.redirect('/create', 303))
  server.get('/*', async (request, reply) => {
    if (NO_PAGES.some((folder) => request.url.startsWith(folder))) throw new AppError('not_found')
    if (built) return await visit({ built, site }, parts, request, reply)
    return await reply.code(503).type('text/plain').send('The web app is not built: run "npm run build" first.')
  })
  server.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
}

/** What the service worker keeps, to show pages in without a connection (web/worker). It holds nothing of anybody. */
const EMPTY_PAGE = '/shell'
const NO_PAGES = ['/api/', '/assets/', '/media/']

const PARTS_OF_PAGES = /\/assets\/[^/]+\.(?:js|css|woff2)(?:\.br|\.gz)?$/
const PAGES_OBEY = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

function headersOf(
  reply: { header(name: string, value: string): unknown; removeHeader(name: string): unknown },
  path: string,
): void {
  // A built file's name changes with its content; the others must be asked about.
  const isNamedByContent = path.includes('/assets/')
  reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
  // Pages and pictures that are opened obey these; in the answer with a script they would weigh more than some of them.
  if (PARTS_OF_PAGES.test(path)) for (const name of PAGES_OBEY) reply.removeHeader(name)
}

async function visit(
  { built, site }: { built: BuiltPages; site: BuiltSite },
  {
    findSession,
    read,
    mark: markNow,
    clock,
    publicUrl,
    official,
    questions,
    findDeletion,
    hasGoogle,
    contact,
  }: WebAppParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '/', query] = request.url.split('?', 2)
  const mark = markNow()
  const page = built.at(path)
  // It is made for one person, and its nonces are this answer's own: nobody keeps it.
  reply.header('vary', 'Cookie, Accept-Language').header('cache-control', 'no-store')

  // A page that cannot be filled is sent empty, and asks for itself: it knows what to say of a database that is away.
  const signedIn = await inTime(() => findSession(request, { asksVersion: path === '/' }), request)
  const named = namedLanguage(query)
  const language = signedIn?.user.preferredLanguage ?? languageOfVisit(request)
  // To whoever is signed in, `/` is their dashboard.
  if (signedIn === null || path !== '/') {
    const parts = { path, language: named ?? language, isNamed: !!named, publicUrl: publicUrl(), nonce: reply.cspNonce }
    const links = officialLinks(site, (await inTime(official, request)) ?? [])
    const asked = path === '/faq' ? await inTime(questions, request) : []
    const code = path === DELETION_PAGE ? askedCode(query) : undefined
    const found = code ? await inTime(() => findDeletion(code), request) : undefined
    const deletion = code ? { code, found } : undefined
    const html = siteHtml(built, site, parts, { official: links, contact, questions: asked ?? [], deletion })
    if (html && named) reply.header('set-cookie', languageCookie(named, publicUrl()))
    if (html) return reply.type('text/html; charset=utf-8').send(html)
  }
  if (page.path === '*') reply.code(404)
  if (signedIn === null && page.access === 'user') return reply.redirect(signInPath(request.url), 302)
  const first = await inTime(() => answersFor(signedIn), request)

  async function answersFor(whom: SignedIn | null | undefined): Promise<FirstAnswer | undefined> {
    if (whom === null) return { answers: { '/api/user': null }, tags: {} }
    if (!whom) return undefined
    return await firstReads(read, {
      path: page.path,
      signedIn: whom,
      request,
      now: clock.now(),
      locale: localeOf(request),
      mark,
    })
  }

  // It was drawn for somebody who is not signed in, as it opens without being asked for more.
  const isAsDrawn = signedIn === null && !['mode', 'error'].some((name) => new URLSearchParams(query).has(name))
  const drawn = isAsDrawn
    ? built.prerendered[page.path]?.[language]
    : page.path === '/' && signedIn && first
      ? openingHtml(built, { ...signedIn, language, first, now: clock.now() })
      : undefined
  const parts = { page, language, first: first ?? undefined, drawn, hasGoogle, nonce: reply.cspNonce }
  return reply.type('text/html; charset=utf-8').send(pageHtml(built, parts))
}

/** @returns null where there is nothing, undefined where it did not come in time or failed */
async function inTime<T>(get: () => Promise<T | undefined>, { log }: FastifyRequest): Promise<T | null | undefined> {
  const over = new AbortController()
  try {
    return await Promise.race([
      get().then((found) => found ?? null),
      setTimeout(PATIENCE_MS, undefined, { signal: over.signal }),
    ])
  } catch (error) {
    log.warn({ err: error }, 'a page was sent without its data')
    return undefined
  } finally {
    over.abort()
  }
}

/** The first of `Accept-Language`, which is what the browser calls its own language. */
function localeOf({ headers }: FastifyRequest): string {
  return headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? ''
}

function signInPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
