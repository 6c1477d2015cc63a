import { json, type Answer, type Call } from '../../network.ts'
import type { World } from '../../world.ts'
import { authorizeRest, invalid, requireAuthor, urnOf } from './answers.ts'
import { pagesOf } from './people.ts'

const ADMINISTERS = ['rw_organization_admin', 'r_organization_admin']
const ADMINISTERS_PAGE = { member: '', page: 'rw_organization_admin' }

/** Lists the roles of the token's member on pages, one element per role. */
export function listRoles(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'organizationAcls', scopes: ADMINISTERS })
  if (call.query.get('q') !== 'roleAssignee') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter q must be roleAssignee')
  }
  const [wanted, state] = [call.query.get('role'), call.query.get('state') ?? 'APPROVED']
  const roles = pagesOf(world, token.accountId)
    .flatMap(({ id, roles = [] }) => roles.map((role) => ({ id, role })))
    .filter(({ role }) => (wanted === null || role === wanted) && state === 'APPROVED')
  const { start, count } = windowOf(call)
  const elements = roles.slice(start, start + count).map(({ id, role }) => ({
    [world.manner('linkedinRoleField')]: urnOf(id),
    roleAssignee: urnOf(token.accountId),
    role,
    state: 'APPROVED',
  }))
  return json(200, { paging: { start, count, links: [] }, elements })
}

/** Reads several pages by their ids. Pages without a role of the member are in `errors`. */
export function readPages(world: World, call: Call): Answer {
  const token = authorizeRest(world, call, { resource: 'organizations', scopes: ADMINISTERS })
  const own = pagesOf(world, token.accountId)
  const results: Record<string, object> = {}
  const errors: Record<string, object> = {}
  const statuses: Record<string, number> = {}
  for (const id of listIn(call.query.get('ids'))) {
    const page = own.find((one) => one.id === id)
    if (page) results[id] = { id: Number(id), localizedName: page.name, vanityName: page.username }
    else errors[id] = { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' }
    statuses[id] = page ? 200 : 403
  }
  return json(200, { results, errors, statuses })
}

/** Returns the counts of a page's posts. LinkedIn leaves out posts without activity. */
export function shareStatistics(world: World, call: Call): Answer {
  const resource = 'organizationalEntityShareStatistics'
  const token = authorizeRest(world, call, { resource, scopes: ['rw_organization_admin'], urnIn: 'query' })
  if (call.query.get('q') !== 'organizationalEntity') {
    return invalid(400, 'INVALID_VALUE_FOR_FIELD', 'Parameter q must be organizationalEntity')
  }
  const urn = call.query.get('organizationalEntity')
  const pageId = requireAuthor(world, token, urn, ADMINISTERS_PAGE, resource)
  const shares = listIn(call.query.get('shares')).map((post) => ({ post, kind: 'share' }))
  const ugcPosts = listIn(call.query.get('ugcPosts')).map((post) => ({ post, kind: 'ugcPost' }))
  const elements = [...shares, ...ugcPosts].flatMap(({ post: id, kind }) => {
    if (!id.startsWith(`urn:li:${kind}:`)) return []
    const post = world.posts.find('linkedin', id)
    if (!post || post.deleted || post.accountId !== pageId) return []
    const { impressions, likes, comments, shares: shareCount } = post.engagement
    if (impressions + likes + comments + shareCount === 0) return []
    const totalShareStatistics = {
      impressionCount: impressions,
      uniqueImpressionsCount: impressions,
      clickCount: 0,
      likeCount: likes,
      commentCount: comments,
      shareCount,
      engagement: impressions === 0 ? 0 : (likes + comments + shareCount) / impressions,
    }
    return [{ [kind]: id, organizationalEntity: urn, totalShareStatistics }]
  })
  return json(200, { paging: { start: 0, count: 10, links: [] }, elements })
}

/** The part of a list that a call asks for. */
export function windowOf(call: Call): { start: number; count: number } {
  const start = Math.max(0, Number(call.query.get('start') ?? 0) || 0)
  return { start, count: Math.min(100, Math.max(1, Number(call.query.get('count') ?? 10) || 10)) }
}

/** Reads a list in LinkedIn's notation, such as `List(1,2)`. */
function listIn(text: string | null): string[] {
  const [, inner = ''] = /^List\((.*)\)$/.exec(text ?? '') ?? []
  return inner.split(',').filter(Boolean)
}
