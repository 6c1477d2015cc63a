import { rulesOf } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { connectionStep, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, knownListAt, listAt, numberAt, textAt } from '../json.ts'
import { NO_METRICS } from '../metrics.ts'
import type { Access, Connection, Metrics, Outcome, Tokens } from '../platform-client.ts'
import { headers, type Api } from './api.ts'

// A member may post as pages of organizations, with the same token. A page's account has the page's URN as its id,
// while a member's account has the member's id.

const PAGE_URN = 'urn:li:organization:'
const OF_PAGES = /_organization_/

export const isPage = ({ remoteId }: Pick<Access, 'remoteId'>): boolean => remoteId.startsWith(PAGE_URN)

/** Roles that may post as the page. The other roles read figures, or post only advertisements. */
const POSTING_ROLES = new Set(['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN', 'RECRUITING_POSTER'])

/** Limits of the lists to read, well above any real number of roles. */
const MAX_ROLES = 2_000
const AT_ONCE = 100

type Member = Omit<Connection, 'scopes' | 'tokens'>
type Grant = Tokens & { scopes: string[] }

/** The accounts that a consent connects: the member and, if the app requested it, pages that the member may post to. */
export async function accountsOf(
  { api, web, member, grant }: { api: Api; web: string; member: Member; grant: Grant },
  signal: AbortSignal,
): Promise<Connection[]> {
  const own = { ...member, scopes: grant.scopes.filter((scope) => !OF_PAGES.test(scope)), tokens: grant }
  if (!grant.scopes.includes(rulesOf('linkedin').pageScope ?? '')) return [own]
  const urns = await connectionStep((read) => pagesOf(api, grant, signal, read))
  const organizations = await readOrganizations(api, urns, grant, signal)
  const scopes = grant.scopes.filter((scope) => OF_PAGES.test(scope))
  const pages = urns.map((urn): Connection => {
    const { name = idIn(urn), vanityName = idIn(urn) } = organizations.get(idIn(urn)) ?? {}
    return {
      remoteId: urn,
      grantedBy: member.remoteId,
      displayName: name,
      username: null,
      profileUrl: `${web}/company/${vanityName}/`,
      scopes,
      tokens: grant,
    }
  })
  return [own, ...pages]
}

/** Lists the pages that this member may post to. */
async function pagesOf(
  api: Api,
  access: Pick<Access, 'accessToken'>,
  signal: AbortSignal,
  readFailure: (answer: PlatformAnswer) => PublishFailure,
): Promise<Outcome<string[]>> {
  const found = new Set<string>()
  for (let start = 0; start < MAX_ROLES;) {
    const url = `${api.url}/rest/organizationAcls?q=roleAssignee&state=APPROVED&start=${start}&count=${AT_ONCE}`
    const list: PlatformRequest = { method: 'GET', url, headers: headers(api, access) }
    const read = await ask(list, signal, ({ json }) => knownListAt(json, 'elements'), readFailure)
    if (!read.ok) return read
    for (const role of read.value) {
      // LinkedIn's older API names the page in the field `organizationalTarget`.
      const urn = textAt(role, 'organization') ?? textAt(role, 'organizationalTarget')
      if (urn?.startsWith(PAGE_URN) && POSTING_ROLES.has(textAt(role, 'role') ?? '')) found.add(urn)
    }
    if (read.value.length < AT_ONCE) break
    start += read.value.length
  }
  return { ok: true, value: [...found] }
}

const idIn = (urn: string): string => urn.slice(PAGE_URN.length)

interface Organization {
  name: string | undefined
  vanityName: string | undefined
}

/** Reads the names of pages, by id. Pages that LinkedIn does not describe are missing. */
async function readOrganizations(
  api: Api,
  urns: readonly string[],
  access: Pick<Access, 'accessToken'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Organization>> {
  const found = new Map<string, Organization>()
  for (let start = 0; start < urns.length; start += AT_ONCE) {
    const ids = urns.slice(start, start + AT_ONCE).map(idIn)
    const url = `${api.url}/rest/organizations?ids=List(${ids.join(',')})`
    const batch: PlatformRequest = { method: 'GET', url, headers: headers(api, access) }
    const read = await ask(batch, signal, ({ json }) => at(json, 'results') ?? undefined, refused)
    if (!read.ok && read.failure.kind !== 'refused') throw new NotConnected('network_down', read.failure.detail)
    if (!read.ok) continue
    for (const id of ids) {
      const name = textAt(read.value, id, 'localizedName')
      if (name !== undefined) found.set(id, { name, vanityName: textAt(read.value, id, 'vanityName') })
    }
  }
  return found
}

const refused = (): PublishFailure => ({ kind: 'refused', reason: 'other', detail: null })

const CHECK_WITHIN_MS = 5_000

/**
 * Explains a missing right to a page. LinkedIn has one error for a member without a role on the page and for an app
 * without the right, so read the member's roles.
 */
export async function explainFailure(
  api: Api,
  failure: PublishFailure,
  access: Access,
  signal: AbortSignal,
): Promise<PublishFailure> {
  if (!isPage(access) || failure.kind !== 'refused' || failure.reason !== 'permission') return failure
  const soon = AbortSignal.any([signal, AbortSignal.timeout(CHECK_WITHIN_MS)])
  const pages = await pagesOf(api, access, soon, refused)
  if (!pages.ok || pages.value.includes(access.remoteId)) return failure
  return { ...failure, reason: 'page_role_lost' }
}

/** Requests the counts of a page's post. The parameter depends on the kind of the post's URN. */
export function statisticsRequest(api: Api, urn: string, access: Access): PlatformRequest {
  const posts = `${urn.startsWith('urn:li:ugcPost:') ? 'ugcPosts' : 'shares'}=List(${encodeURIComponent(urn)})`
  const page = `organizationalEntity=${encodeURIComponent(access.remoteId)}`
  const url = `${api.url}/rest/organizationalEntityShareStatistics?q=organizationalEntity&${page}&${posts}`
  return { method: 'GET', url, headers: headers(api, access) }
}

/** Reads the counts of a post. LinkedIn leaves out posts without activity, so their counts are zero. */
export function readStatistics({ json }: PlatformAnswer): Metrics | undefined {
  if (!knownListAt(json, 'elements')) return undefined
  const [counts] = listAt(json, 'elements').map((one) => at(one, 'totalShareStatistics'))
  const countOf = (name: string) => (counts === undefined ? 0 : (numberAt(counts, name) ?? null))
  return {
    ...NO_METRICS,
    impressions: countOf('impressionCount'),
    likes: countOf('likeCount'),
    comments: countOf('commentCount'),
    shares: countOf('shareCount'),
  }
}
