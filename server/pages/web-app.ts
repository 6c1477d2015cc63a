import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { LANGUAGES } from '#core/language.ts'
import type { Faq } from '#core/operate/faq-contract.ts'
import type { DataDeletion } from '#core/people/meta-contract.ts'
import type { OfficialAccount } from '#core/operate/site-contract.ts'
import type { Clock } from '../clock/clock.ts'
import { basePathOf, pathBefore } from '../http/base-path.ts'
import type { Read } from '../http/reads.ts'
import { languageOfVisit } from '../http/request-language.ts'
import type { SignedIn } from '../http/caller.ts'
import type { FindSession } from '../http/router.ts'
import { codeInQuery, DELETION_PAGE } from './deletion-state.ts'
import { builtPages, type BuiltPages } from './built-pages.ts'
import { crawlerRoutes } from './crawler-routes.ts'
import { readInitialData, type InitialData } from './initial-data.ts'
import { openingOf, type Drawn } from './opening.ts'
import { emptyHtml, pageHtml } from './page-html.ts'
import { pageTitle } from './page-title.ts'
import { builtSite, languageCookie, languageInUrl, officialLinks, siteHtml, type BuiltSite } from './site-pages.ts'

/** After this time, the page is sent without data, and the browser requests the data itself. */
const DATA_TIMEOUT_MS = 1_500

interface WebAppParts {
  findSession: FindSession
  read: Read
  /** The current position in the event stream (`Changes.mark`). */
  mark: () => string
  clock: Clock
  /** The public URL, known once the server listens. */
  publicUrl: () => string
  /** The operator's own social accounts, for links in the footer of public pages. */
  official: () => Promise<OfficialAccount[]>
  questions: () => Promise<Faq[]>
  /** Whether Google sign-in is available. */
  hasGoogle: boolean
  /** The name of the OpenID Connect provider, if there is one. */
  oidcName: string | undefined
  findDeletion: (code: string) => Promise<DataDeletion | undefined>
  /** The operator's address for questions about personal data. */
  contact: string | null
}

/** Serves the built files, and a page with its data at every other URL. */
export async function webApp(server: FastifyInstance, folder: string, parts: WebAppParts): Promise<void> {
  const basePath = basePathOf(parts.publicUrl())
  const built = builtPages(folder, basePath)
  const site = builtSite(folder, basePath)
  if (built) {
    await server.register(fastifyStatic, {
      root: folder,
      serve: false,
      setHeaders: setFileHeaders,
      preCompressed: true,
    })
    // Every file gets its own route; other URLs are pages.
    for (const file of publicFiles(folder))
      if (!basePath || !isManifest(file)) server.get(`/${file}`, async (_request, reply) => reply.sendFile(file))
    await server.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      // Omit `Last-Modified`, because the ETag is enough for revalidation. Over twenty responses the header would add a
      // kilobyte.
      lastModified: false,
      setHeaders: setFileHeaders,
      preCompressed: true,
      decorateReply: false,
    })
  }
  if (built && basePath) manifestRoutes(server, folder, basePath)
  crawlerRoutes(server, Object.keys(site.pages), parts.publicUrl)
  if (built) {
    server.get(SHELL_PATH, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(emptyHtml(built, reply.cspNonce)),
    )
  }
  // The service worker handles shared content. Without a service worker, open an empty composer.
  server.post('/share', async (_request, reply) => reply.redirect('/create', 303))
  server.get('/*', async (request, reply) => {
    if (NOT_PAGES.some((folder) => request.url.startsWith(folder))) throw new AppError('not_found')
    if (built) return await sendPage({ built, site }, parts, request, reply)
    return await reply.code(503).type('text/plain').send('The web app is not built: run "npm run build" first.')
  })
  server.setNotFoundHandler(() => {
    throw new AppError('not_found')
  })
}

/** Build output from which the server makes pages. It is not served itself. */
const SOURCES = new Set(['index.html', 'pages.json', 'prerendered.json', 'site.json'])

/** The built public files at the top of the folder and in `icons`, without hidden files and compressed copies. */
function publicFiles(folder: string): string[] {
  const namesIn = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^\.|\.(?:br|gz)$/.test(entry.name))
      .map(({ name }) => name)
  return [
    ...namesIn(folder).filter((name) => !SOURCES.has(name)),
    ...namesIn(join(folder, 'icons')).map((name) => `icons/${name}`),
  ]
}

const isManifest = (file: string) => LANGUAGES.some((language) => file === manifestName(language))
const manifestName = (language: string) => `manifest-${language}.webmanifest`

/** Serves the web app manifests with the base path in their addresses. */
function manifestRoutes(server: FastifyInstance, folder: string, basePath: string): void {
  for (const language of LANGUAGES) {
    const manifest = readFileSync(join(folder, manifestName(language)), 'utf8').replaceAll('"/', `"${basePath}/`)
    server.get(`/${manifestName(language)}`, async (_request, reply) =>
      reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
    )
  }
}

/** The path of a page without user data, which the service worker (web/worker) caches for offline use. */
const SHELL_PATH = '/shell'
const NOT_PAGES = ['/api/', '/assets/', '/media/']

const ASSET = /\/assets\/[^/]+\.(?:js|css|woff2)(?:\.br|\.gz)?$/
const UNNEEDED_HEADERS = [
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
  'x-request-id',
  'cross-origin-resource-policy',
  'accept-ranges',
]

function setFileHeaders(
  reply: { header(name: string, value: string): unknown; removeHeader(name: string): unknown },
  path: string,
): void {
  // Built files have a content hash in their name; others must be revalidated.
  const isNamedByContent = path.includes('/assets/')
  reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache')
  // Built files are public, so they do not need these headers, which are longer than some of the files.
  if (ASSET.test(path)) for (const name of UNNEEDED_HEADERS) reply.removeHeader(name)
}

async function sendPage(
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
    oidcName,
    contact,
  }: WebAppParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = '/', query] = request.url.split('?', 2)
  const mark = markNow()
  const page = built.at(path)
  // No cache may store the page, because it is personal and its nonces are for one use.
  reply.header('vary', 'Cookie, Accept-Language').header('cache-control', 'no-store')

  // Without the data, send an empty page, whose app can report the outage.
  const signedIn = await withinTimeout(() => findSession(request, { asksVersion: path === '/' }), request)
  // A user who may not open this workspace goes to the dashboard, or to the list of workspaces if it is suspended.
  if (signedIn?.workspace === null || signedIn?.workspace?.suspensionReason) {
    request.workspaceId = undefined
    // `/team` lists the user's workspaces, and shows why one is suspended.
    return reply.redirect(signedIn.workspace ? '/team' : '/', 302)
  }
  const named = languageInUrl(query)
  const language = signedIn?.user.preferredLanguage ?? languageOfVisit(request)
  // For signed-in users `/` is the dashboard.
  if (signedIn === null || path !== '/') {
    const parts = {
      path,
      language: named ?? language,
      isNamed: !!named,
      isMember: !!signedIn,
      publicUrl: publicUrl(),
      now: clock.now(),
      nonce: reply.cspNonce,
    }
    const links = officialLinks(site, (await withinTimeout(official, request)) ?? [])
    const asked = path === '/faq' ? await withinTimeout(questions, request) : []
    const code = path === DELETION_PAGE ? codeInQuery(query) : undefined
    const found = code ? await withinTimeout(() => findDeletion(code), request) : undefined
    const deletion = code ? { code, found } : undefined
    const html = siteHtml(built, site, parts, { official: links, contact, questions: asked ?? [], deletion })
    if (html && named) reply.header('set-cookie', languageCookie(named, publicUrl()))
    if (html) return reply.type('text/html; charset=utf-8').send(html)
  }
  if (page.path === '*') reply.code(404)
  // Search engines must not list a link that a guest made public.
  if (page.access === 'link') reply.header('x-robots-tag', 'noindex, nofollow')
  if (signedIn === null && page.access === 'user') return reply.redirect(signInPath(request.url), 302)
  const first = await withinTimeout(() => initialDataFor(signedIn), request)

  async function initialDataFor(session: SignedIn | null | undefined): Promise<InitialData | undefined> {
    if (session === null) return { answers: { '/api/user': null }, tags: {} }
    if (!session) return undefined
    return await readInitialData(read, {
      path: page.path,
      signedIn: session,
      request,
      now: clock.now(),
      locale: localeOf(request),
      mark,
    })
  }

  // Use prerendered content only for guests and without the parameters `mode` and `error`, which change the page.
  const isPrerendered = signedIn === null && !['mode', 'error'].some((name) => new URLSearchParams(query).has(name))
  const prerendered = isPrerendered ? built.prerendered[page.path]?.[language] : undefined
  const ofPage = pathBefore(request, built.basePath)
  const member = signedIn?.workspace?.member
  const drawn: Drawn | undefined = prerendered
    ? { html: prerendered }
    : signedIn && first
      ? openingOf(built, page.path, {
          user: signedIn.user,
          member,
          language,
          locale: localeOf(request),
          first,
          now: clock.now(),
          query,
          pathBefore: ofPage,
        })
      : undefined
  const title = pageTitle(path, new URLSearchParams(query).get('mode'), language)
  const parts = {
    page,
    title,
    language,
    first: first ?? undefined,
    drawn,
    hasGoogle,
    oidcName,
    nonce: reply.cspNonce,
    pathBefore: ofPage,
    member,
  }
  return reply.type('text/html; charset=utf-8').send(pageHtml(built, parts))
}

/** Runs `get` with a time limit. @returns null when it found nothing, undefined after a timeout or an error */
async function withinTimeout<T>(
  get: () => Promise<T | undefined>,
  { log }: FastifyRequest,
): Promise<T | null | undefined> {
  const over = new AbortController()
  try {
    return await Promise.race([
      get().then((found) => found ?? null),
      setTimeout(DATA_TIMEOUT_MS, undefined, { signal: over.signal }),
    ])
  } catch (error) {
    log.warn({ err: error }, 'a page was sent without its data')
    return undefined
  } finally {
    over.abort()
  }
}

/** The first language of `Accept-Language` is the browser's locale. */
function localeOf({ headers }: FastifyRequest): string {
  return headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? ''
}

function signInPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
