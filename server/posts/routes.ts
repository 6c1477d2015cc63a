import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Language } from '#core/language.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { CalendarDays, PostResult, PostSummary } from '#core/posts/lists-contract.ts'
import { wallClock } from '#core/time-zone.ts'
import { callerOf, type Requester } from '../http/caller.ts'
import { JsonText } from '../http/json-text.ts'
import type { Handle } from '../http/router.ts'
import { slotsOf } from '../planning/slots.ts'
import type { DecisionParts } from './await-decision.ts'
import { OPENING_LENGTH, readCalendar } from './calendar.ts'
import { changePost } from './change-post.ts'
import { continuePost } from './continue-post.ts'
import { createPost } from './create-post.ts'
import { readDraftSource, storeDraftSource } from './draft-source.ts'
import type { DiscardLaterParts } from './discard-prepared.ts'
import type { NetworkParts } from './remove-from-network.ts'
import { readLinkSettings, storeLinkSettings } from './link-parameters.ts'
import { exportScheduled } from './export-scheduled.ts'
import { listPosts, postCache } from './list-posts.ts'
import { publishNow } from './publish-now.ts'
import { findPost, readAttempts, readPost, readPostTimeline } from './read-post.ts'
import { removePost } from './remove-post.ts'
import { resolvePost } from './resolve-post.ts'
import { deleteRepeats, listRepeats, repeatPost } from './repeat-post.ts'
import { SizedCache } from './sized-cache.ts'
import { quarterAfter, readSummary } from './summary.ts'

const DAY_MS = 86_400_000

export type PostParts = DecisionParts & NetworkParts & DiscardLaterParts & { cutOff: ReadonlySet<Platform> }

export function postRoutes(handle: Handle, parts: PostParts): void {
  const { database, clock } = parts

  const responses: ResponseCache = new SizedCache(24 * 1024 ** 2)
  const posts = postCache()
  const list = async (
    context: { signedIn: Requester; language: Language; request: FastifyRequest },
    filter: Filter,
  ) => {
    const caller = callerOf(context)
    const question = `${caller.language} ${JSON.stringify(filter)}`
    return await cached(responses, context.signedIn, question, async () =>
      withNextLink(await listPosts(database, posts, caller, filter), context.request),
    )
  }

  // Pass the call's context on unchanged. A spread would also create its `signal`, which these calls do not use.
  handle('GET /api/posts', (context) => {
    const { query } = context
    return list(context, { ...query, order: query.status?.join() === 'published' ? 'published' : 'written' })
  })

  const comingStatuses = ({ member }: Requester) =>
    member ? (['scheduled', 'in_review'] as const) : (['scheduled'] as const)

  handle('GET /api/posts/scheduled', (context) =>
    list(context, { ...context.query, status: comingStatuses(context.signedIn), order: 'coming' }),
  )

  handle('GET /api/posts/scheduled/export', async ({ query: { format, timeZone }, reply, ...context }) => {
    const zone = timeZone ?? context.signedIn.user.timeZone ?? 'UTC'
    const filter = { status: comingStatuses(context.signedIn) }
    const texts = exportScheduled(database, posts, callerOf(context), filter, { format, timeZone: zone })
    const { date } = wallClock(clock.now(), zone)
    reply.headers({
      'content-type': `${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`,
      'content-disposition': `attachment; filename="frogy-scheduled-${date}.${format}"`,
    })
    return Readable.from(texts)
  })

  handle('GET /api/posts/summary', async (context) => {
    const { query } = context
    const caller = callerOf(context)
    const asked = {
      ...query,
      weekFrom: query.weekFrom ?? quarterAfter(new Date(clock.now().getTime() - 6 * DAY_MS)).toISOString(),
      timeZone: query.timeZone ?? context.signedIn.user.timeZone ?? 'UTC',
    }
    const today = wallClock(clock.now(), asked.timeZone).date
    return await cached(
      responses,
      context.signedIn,
      `summary ${caller.language} ${today} ${JSON.stringify(asked)}`,
      async () => new JsonText<PostSummary>(await readSummary(database, posts, caller, asked, today)),
    )
  })

  handle('GET /api/posts/calendar', async (context) => {
    const { query } = context
    const { userId } = callerOf(context)
    const asked = { ...query, timeZone: query.timeZone ?? context.signedIn.user.timeZone ?? 'UTC' }
    const slots = query.free === 'true' ? await slotsOf(database, userId) : null
    return await cached(
      responses,
      context.signedIn,
      `calendar ${JSON.stringify(asked)} ${slots?.revision}`,
      async () => new JsonText<CalendarDays>(JSON.stringify(await readCalendar(database, userId, asked, slots))),
    )
  })

  handle('GET /api/posts/results', async ({ query, ...context }) => {
    const filter = { ...query, status: ['published' as const], order: 'published' as const }
    const { json } = await listPosts(database, posts, callerOf(context), filter)
    return (JSON.parse(Buffer.concat(json).toString()) as Post[]).map(toResult)
  })

  handle('GET /api/posts/{id}', ({ params, ...context }) => readPost(database, callerOf(context), params.id))

  handle('GET /api/posts/{id}/attempts', ({ params, ...context }) =>
    readAttempts(database, callerOf(context), params.id),
  )

  handle('GET /api/posts/{id}/timeline', ({ params, ...context }) =>
    readPostTimeline(parts, callerOf(context), params.id),
  )

  handle('GET /api/posts/{id}/source', async ({ params, ...context }) => ({
    given: await readDraftSource(database, callerOf(context), params.id),
  }))

  handle('PUT /api/posts/{id}/source', async ({ params, body, ...context }) => {
    await storeDraftSource(database, callerOf(context), params.id, body, clock.now())
    return undefined
  })

  handle(
    'POST /api/posts',
    async ({ body, repeatableCall, reply, ...context }) => {
      const caller = callerOf(context)
      const post = repeatableCall?.createdId
        ? await readPost(database, caller, repeatableCall.createdId)
        : await createPost(parts, caller, body, repeatableCall?.recordCreated)
      if (isPending(post, body.status === 'published')) reply.code(202)
      return post
    },
    async (former, { body, reply, ...context }) => {
      const post = await findPost(database, callerOf(context), former.id)
      if (post) reply.code(isPending(post, body.status === 'published') ? 202 : 201)
      return post
    },
  )

  handle('PATCH /api/posts/{id}', async ({ params, headers, body, reply, ...context }) => {
    const post = await changePost(parts, callerOf(context), params.id, body, headers['If-Match'])
    if (post.wish !== null) reply.code(202)
    return post
  })

  handle(
    'POST /api/posts/{id}/publish',
    async ({ params, headers, repeatableCall, reply, ...context }) => {
      const post = await publishNow(parts, callerOf(context), params.id, headers['If-Match'], repeatableCall)
      if (isPending(post, true)) reply.code(202)
      return post
    },
    async (former, { reply, ...context }) => {
      const post = await findPost(database, callerOf(context), former.id)
      if (post) reply.code(isPending(post, true) ? 202 : 200)
      return post
    },
  )

  handle('GET /api/posts/{id}/repeats', ({ params, ...context }) =>
    listRepeats(database, callerOf(context).userId, params.id),
  )

  handle('POST /api/posts/{id}/repeats', ({ params, body, repeatableCall, ...context }) => {
    const timeZone = body.timeZone ?? context.signedIn.user.timeZone ?? 'UTC'
    return repeatPost(parts, callerOf(context), params.id, { ...body, timeZone }, repeatableCall)
  })

  handle('DELETE /api/posts/{id}/repeats', ({ params, ...context }) =>
    deleteRepeats(parts, callerOf(context), params.id),
  )

  handle('POST /api/posts/{id}/resolve', ({ params, headers, body, ...context }) =>
    resolvePost(parts, callerOf(context), params.id, body.outcome, headers['If-Match']),
  )

  handle('POST /api/posts/{id}/continue', ({ params, body, ...context }) =>
    continuePost(parts, callerOf(context), params.id, body.action),
  )

  handle('GET /api/link-parameters', ({ signedIn }) => readLinkSettings(database, signedIn.user.id))

  handle('PUT /api/link-parameters', ({ signedIn, body }) => storeLinkSettings(parts, signedIn.user.id, body))

  handle('DELETE /api/posts/{id}', async ({ params, query, headers, reply, ...context }) => {
    const network = query.network && query.network === 'true'
    const waiting = await removePost(parts, callerOf(context), params.id, network, headers['If-Match'])
    if (waiting) reply.code(202)
    return waiting
  })
}

function toResult({ id, platform, publishedAt, permalink, content, engagement }: Post): PostResult {
  return { id, platform, publishedAt, permalink, opening: content.trimStart().slice(0, OPENING_LENGTH), engagement }
}

/** Whether the response is sent before the network has accepted or refused the post. */
function isPending({ status }: Post, isNow: boolean): boolean {
  return status === 'publishing' || (isNow && status === 'scheduled')
}

type ResponseCache = SizedCache<JsonText<unknown>>

/**
 * Returns the cached response while the user's posts are unchanged. Their version was read together with the session,
 * before the posts. So a cached response is never too old, and processes need not notify each other.
 */
async function cached<Value>(
  responses: ResponseCache,
  { user, postsVersion }: Requester,
  question: string,
  make: () => Promise<JsonText<Value>>,
): Promise<JsonText<Value>> {
  if (postsVersion === null) return await make()
  const key = `${user.id} ${postsVersion} ${question}`
  const known = responses.get(key)
  if (known) return known as JsonText<Value>
  const response = await make()
  responses.set(key, response, response.size)
  return response
}

type Filter = Parameters<typeof listPosts>[3]

/** Adds a `Link` header with the next page. */
function withNextLink(
  { json, digest, nextCursor }: Awaited<ReturnType<typeof listPosts>>,
  request: FastifyRequest,
): JsonText<Post[]> {
  if (!nextCursor) return new JsonText(json, {}, digest)
  const next = new URLSearchParams(request.query as Record<string, string>)
  next.set('cursor', nextCursor)
  return new JsonText(json, { link: `<${request.routeOptions.url}?${next.toString()}>; rel="next"` }, digest)
}
