import { issueToken } from '../../grants.ts'
import type { Limit } from '../../limits.ts'
import { json, Refusal, type Answer, type Call, type Page, type Person } from '../../network.ts'
import { portraitAddress } from '../../portrait-address.ts'
import type { Token, World } from '../../world.ts'
import { authorizeGraph, fieldsOf, graphError, noPermission, pickFields } from '../graph.ts'

const HOUR_MS = 3_600_000
const VERSIONS = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0']

/**
 * The app limit assumes three users with 200 calls an hour each. The Page limit assumes ten visitors with 4800 calls a
 * day each. Bursts of posts are unlimited until a test sets a limit, because Meta documents none.
 */
export const FACEBOOK_LIMITS = {
  app: { platform: 'facebook', name: 'app hour', most: 600, windowMs: HOUR_MS },
  account: { platform: 'facebook', name: 'page day', most: 48_000, windowMs: 24 * HOUR_MS },
  burst: { platform: 'facebook', name: 'posts', most: null, windowMs: HOUR_MS },
} satisfies Record<string, Limit>

const BUSINESSES = { albirka: '520417396284155', agency: '520988316402773' }

export const people: Person[] = [
  {
    id: '122101874560318724',
    name: 'Layla Haddad',
    headline: 'Manages two Pages',
    pages: [
      {
        id: '104857639217745',
        name: 'Najd Logistics',
        username: 'najdlogistics',
        headline: 'Cargo and freight company',
      },
      {
        id: '108230947561182',
        name: 'مقهى البركة',
        username: 'albirka.cafe',
        headline: 'مقهى في حي الملقا، الرياض',
        ofBusiness: { id: BUSINESSES.albirka, as: 'owned' },
      },
    ],
  },
  {
    id: '122098213377450191',
    name: 'أحمد المنصوري',
    headline: 'يدير صفحة واحدة',
    pages: [
      {
        id: '101993374820561',
        name: 'مكتبة المدى',
        username: 'almada.books',
        headline: 'متجر كتب',
        ofBusiness: { id: BUSINESSES.agency, as: 'client' },
      },
    ],
  },
  { id: '122107713940862215', name: 'Tom Becker', headline: 'Manages no Page', pages: [] },
  {
    id: '122104466201937558',
    name: 'Grace Okafor',
    headline: 'Manages one Page',
    pages: [
      { id: '110475528639904', name: 'Okafor Ceramics', username: 'okaforceramics', headline: 'Art and craft shop' },
    ],
  },
]

/** The Pages that the person of this token shares with the app. */
export function pagesOf(token: Token): Page[] {
  return (personOf(token.accountId).pages ?? []).filter((page) => token.pageIds?.includes(page.id) ?? true)
}

/**
 * Returns the token of a Page, the same on each call. It expires with a short-lived user token, but never with a
 * long-lived one.
 */
export function pageToken(world: World, personToken: string, person: Token, page: Page): string {
  for (const [text, token] of world.tokens.entries()) {
    if (token.personToken === personToken && token.pageId === page.id && !token.dead) return text
  }
  const { accountId, clientId, scopes, expiresAt } = person
  const life = person.longLived || expiresAt === null ? null : expiresAt - world.now()
  const token = {
    platform: 'facebook',
    kind: 'page',
    accountId,
    clientId,
    scopes,
    personToken,
    pageId: page.id,
  } as const
  return issueToken(world, 'EAAB', life, token)
}

export function pageView(world: World, call: Call, page: Page): Record<string, unknown> {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: page.headline,
    tasks: ['MODERATE', 'CREATE_CONTENT', 'MANAGE', 'ANALYZE', 'ADVERTISE', 'MESSAGING'],
    picture: picture(world, call, page.id),
  }
}

function picture(world: World, call: Call, id: string) {
  const url = portraitAddress(world, `${call.origin}/pictures/facebook/${id}`)
  return { data: { url, width: 200, height: 200, is_silhouette: url === undefined } }
}

/** Requires the token of a Page. The token of a person who manages the Page is not enough. */
export function authorizePage(world: World, call: Call, scope: string) {
  const state = authorize(world, call, ['access', 'page'])
  if (state.token.kind !== 'page') {
    const message = '(#200) A Page access token is required for this call: the token belongs to a person'
    throw new Refusal(graphError({ message, code: 200, status: 403 }))
  }
  if (!state.token.scopes.includes(scope)) throw new Refusal(noPermission(scope, 200))
  return state
}

export function authorize(world: World, call: Call, kinds: Token['kind'][]) {
  checkVersion(call)
  return authorizeGraph(world, 'facebook', kinds, call)
}

export function checkVersion(call: Call) {
  const version = call.params.version ?? ''
  if (VERSIONS.includes(version)) return
  const message = `(#2635) You are calling a deprecated or unknown version of the API: ${version}`
  throw new Refusal(graphError({ message, code: 2635 }))
}

export function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, headline: '' }
}

export function pageOfId(id: string): Page {
  const pages = people.flatMap((person) => person.pages ?? [])
  return pages.find((page) => page.id === id) ?? { id, name: id, username: id, headline: '' }
}

export function readMe(world: World, call: Call, token: Token): Answer {
  const fields = fieldsOf(call, 'id,name')
  if (token.pageId) return json(200, pickFields(pageView(world, call, pageOfId(token.pageId)), fields))
  const { id, name } = personOf(token.accountId)
  return json(200, pickFields({ id, name, picture: picture(world, call, id) }, fields))
}
