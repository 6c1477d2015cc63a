import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, listAt, textAt } from '../json.ts'
import { connectionStep, NotConnected } from '../connection-error.ts'
import { bearer } from '../oauth.ts'
import type { Connection, PlatformApp, Tokens } from '../platform-client.ts'

const LISTS_PAGES = 'pages_show_list'
const MAY_POST = 'pages_manage_posts'
const SEES_BUSINESSES = 'business_management'
export const SCOPES = [LISTS_PAGES, MAY_POST, 'pages_read_engagement']

/** Limits of the lists to read, well above any real number of Pages or businesses. */
const MAX_PAGES = 1_000
const MAX_BUSINESSES = 100
const AT_ONCE = 10
const FIELDS = 'fields=id,name,username,access_token,tasks,picture{url}&limit=100'

/**
 * Connects a user's Pages, including Pages of businesses, which Facebook omits from its list.
 * @throws NotConnected if the user has no Page to connect
 */
export async function connectPages(
  api: string,
  app: PlatformApp,
  person: Tokens,
  signal: AbortSignal,
): Promise<Connection[]> {
  // Facebook's redirect does not show which permissions or Pages the user declined, so read them.
  const rights = await connectionStep((read) => ask(rightsRequest(api, app, person), signal, readRights, read))
  if (!rights.scopes.includes(MAY_POST)) throw await missingRightError(api, person, rights, signal)

  const pages = new Map<string, Page>()
  const take = (found: readonly Page[]) => found.forEach((page) => pages.set(page.id, page))
  take(await connectionStep((read) => pagesAt(`${api}/me/accounts?${FIELDS}`, person, signal, read)))
  if (rights.scopes.includes(SEES_BUSINESSES)) take(await pagesOfBusinesses(api, person, signal))
  // Read the Pages that the user selected but that Facebook's lists lack. `pageIds` is undefined if the user granted
  // all Pages.
  for (const id of rights.pageIds?.filter((one) => !pages.has(one)) ?? []) take(await pageOf(api, id, person, signal))
  const open = [...pages.values()].filter((page) => page.isOpen && (rights.pageIds?.includes(page.id) ?? true))
  if (open.length === 0) throw new NotConnected('no_page', `${pages.size} Pages, none of them to post to`)
  return open.map((page) => connectionOf(page, rights))
}

/** Returns the error for a missing permission to post: the user declined it, or the app may not request it. */
async function missingRightError(
  api: string,
  person: Tokens,
  { scopes }: Rights,
  signal: AbortSignal,
): Promise<NotConnected> {
  const asked: PlatformRequest = { method: 'GET', url: `${api}/me/permissions`, headers: bearer(person) }
  const declined = await connectionStep((read) => ask(asked, signal, readDeclined, read))
  const rightsText = `granted: ${scopes.join(' ')}; declined: ${declined.join(' ')}`
  if (declined.includes(MAY_POST)) return new NotConnected('right_declined', rightsText)
  const knowsPages = scopes.includes(LISTS_PAGES) || declined.includes(LISTS_PAGES)
  return new NotConnected(knowsPages ? 'right_not_enabled' : 'app_type', rightsText)
}

/** Reads the Pages of the user's businesses. Skips lists that Facebook refuses to return. */
async function pagesOfBusinesses(api: string, person: Tokens, signal: AbortSignal): Promise<Page[]> {
  const list: PlatformRequest = {
    method: 'GET',
    url: `${api}/me/businesses?fields=id&limit=${MAX_BUSINESSES}`,
    headers: bearer(person),
  }
  const businesses = await ask(list, signal, readIds, refused)
  const found: Page[] = []
  const edges = (businesses.ok ? businesses.value : []).flatMap((id) => [`${id}/owned_pages`, `${id}/client_pages`])
  // Request in parallel, because the user is waiting.
  while (edges.length > 0) {
    const reads = edges.splice(0, AT_ONCE).map((edge) => pagesAt(`${api}/${edge}?${FIELDS}`, person, signal, refused))
    for (const read of await Promise.all(reads)) if (read.ok) found.push(...read.value)
  }
  return found
}

async function pagesAt(url: string, person: Tokens, signal: AbortSignal, readFailure: ReadFailure) {
  const pages: Page[] = []
  for (let next: string | undefined = url; next && pages.length < MAX_PAGES;) {
    const list: PlatformRequest = { method: 'GET', url: next, headers: bearer(person) }
    const read = await ask(list, signal, readPages, readFailure)
    if (!read.ok) return read
    pages.push(...read.value.pages)
    next = read.value.next
  }
  return { ok: true, value: pages } as const
}

async function pageOf(api: string, id: string, person: Tokens, signal: AbortSignal): Promise<Page[]> {
  const url = `${api}/${id}?fields=id,name,username,access_token,picture{url}`
  const read = await ask({ method: 'GET', url, headers: bearer(person) }, signal, readPage, refused)
  return read.ok ? [read.value] : []
}

type ReadFailure = Parameters<Parameters<typeof connectionStep>[0]>[0]
const refused: ReadFailure = () => ({ kind: 'refused', reason: 'other', detail: null })

/** The granted scopes and Pages. `pageIds` is undefined if the user granted all Pages. */
type Rights = { scopes: string[]; pageIds: string[] | undefined; userId: string | undefined }

function rightsRequest(api: string, app: PlatformApp, { accessToken }: Tokens): PlatformRequest {
  const query = new URLSearchParams({ input_token: accessToken, access_token: `${app.clientId}|${app.clientSecret}` })
  return { method: 'GET', url: `${api}/debug_token?${query}` }
}

export function readRights({ json }: PlatformAnswer): Rights | undefined {
  if (!Array.isArray(at(json, 'data', 'scopes'))) return undefined
  const own = listAt(json, 'data', 'granular_scopes').find((one) => textAt(one, 'scope') === MAY_POST)
  const pageIds = at(own, 'target_ids') === undefined ? undefined : listAt(own, 'target_ids').map(String)
  const userId = textAt(json, 'data', 'user_id')
  return { scopes: listAt(json, 'data', 'scopes').map(String), pageIds, userId }
}

function readDeclined({ json }: PlatformAnswer): string[] {
  return listAt(json, 'data').flatMap((one) =>
    textAt(one, 'status') === 'declined' ? (textAt(one, 'permission') ?? []) : [],
  )
}

function readIds({ json }: PlatformAnswer): string[] {
  return listAt(json, 'data').flatMap((one) => textAt(one, 'id') ?? [])
}

interface Page {
  id: string
  name: string
  username: string | null
  /** The Page's own token, which never expires. */
  accessToken: string
  /** Whether the user's role on the Page allows posting. Also true if the response names no role. */
  isOpen: boolean
  pictureUrl: string | undefined
}

export function readPages({ json }: PlatformAnswer): { pages: Page[]; next: string | undefined } | undefined {
  if (!Array.isArray(at(json, 'data'))) return undefined
  return { pages: listAt(json, 'data').flatMap((page) => pageIn(page) ?? []), next: textAt(json, 'paging', 'next') }
}

const readPage = ({ json }: PlatformAnswer): Page | undefined => pageIn(json)

/** Reads a Page from a response. Undefined without a token for the Page, because the user may not post there. */
function pageIn(json: unknown): Page | undefined {
  const [id, accessToken] = [textAt(json, 'id'), textAt(json, 'access_token')]
  if (!id || !accessToken) return undefined
  const tasks = listAt(json, 'tasks')
  return {
    id,
    name: textAt(json, 'name') ?? id,
    username: textAt(json, 'username') ?? null,
    pictureUrl: textAt(json, 'picture', 'data', 'url'),
    accessToken,
    isOpen: at(json, 'tasks') === undefined || tasks.includes('CREATE_CONTENT') || tasks.includes('MANAGE'),
  }
}

function connectionOf({ id, name, username, accessToken, pictureUrl }: Page, { scopes, userId }: Rights): Connection {
  return {
    remoteId: id,
    grantedBy: userId,
    displayName: name,
    username,
    profileUrl: `https://www.facebook.com/${username ?? id}`,
    pictureUrl,
    scopes,
    tokens: { accessToken, refreshToken: null, expiresAt: null },
  }
}
