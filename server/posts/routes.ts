import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isEditable } from '#core/posts/lifecycle.ts'
import { textDirection } from '#core/posts/published-text.ts'
import type { StoredFailure } from '#core/publishing/failure.ts'
import type { AttemptStep } from '#core/posts/timeline.ts'
import { postingAccountId } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { cutOffPlatforms } from '../media/reachable.ts'
import { ownImages } from '../media/store.ts'
import { translator } from '../messages.ts'
import { awaitDecision, type DecisionParts } from './await-decision.ts'
import { refuseUnpublishable } from './content-issues.ts'
import { attemptFailureText } from './failure-text.ts'
import { removeFromNetwork, type NetworkParts } from './remove-from-network.ts'
import {
  cursorAfter,
  listStatement,
  ownPost,
  positionAt,
  POST_COLUMNS,
  toPost,
  type ListFilter,
  type PostRow,
} from './store.ts'
import { summaryOf } from './summary.ts'
import { readTimeline } from './timeline.ts'
import { confirmLive, deletePost, editPost, insertPost, sendPostNow } from './transitions.ts'

const DAY_MS = 86_400_000
/** A time that passed less than this ago means now: forms are filled in slowly. */
const PAST_GRACE_MS = 60_000

export type PostParts = DecisionParts & NetworkParts & { config: Pick<Config, 'platforms' | 'publicUrl'> }

export function postRoutes(handle: Handle, parts: PostParts): void {
  const { database, clock } = parts
  const cutOff = cutOffPlatforms(parts.config)

  /** One page of somebody's posts; a `Link` header leads to the next. */
  async function page(
    { cursor, ...filter }: Omit<ListFilter, 'userId' | 'after'> & { cursor?: string },
    userId: string,
    language: Language,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const after = cursor === undefined ? undefined : positionAt(cursor)
    if (cursor !== undefined && !after) throw invalid('cursor', 'invalid', language)
    // One more than asked for tells whether there is a next page.
    const found = await database.query<PostRow>(listStatement({ ...filter, userId, limit: filter.limit + 1, after }))
    const rows = found.slice(0, filter.limit)
    const last = rows.at(-1)
    if (last && found.length > filter.limit) {
      const next = new URLSearchParams(request.query as Record<string, string>)
      next.set('cursor', cursorAfter(last, filter.order))
      reply.header('link', `<${request.routeOptions.url}?${next.toString()}>; rel="next"`)
    }
    return rows.map((row) => toPost(row, language))
  }

  handle('GET /api/posts', async ({ query, signedIn, language, request, reply }) => {
    const order = query.status === 'published' ? 'published' : 'written'
    return await page({ ...query, order }, signedIn.user.id, language, request, reply)
  })

  handle('GET /api/posts/scheduled', async ({ query, signedIn, language, request, reply }) =>
    page({ ...query, status: 'scheduled', order: 'coming' }, signedIn.user.id, language, request, reply),
  )

  handle('GET /api/posts/summary', async ({ query, signedIn }) => {
    const weekFrom = query.weekFrom ? new Date(query.weekFrom) : new Date(clock.now().getTime() - 6 * DAY_MS)
    return await summaryOf(database, signedIn.user.id, weekFrom)
  })

  handle('GET /api/posts/{id}', async ({ params, signedIn, language }) =>
    toPost(await ownPost(database, params.id, signedIn.user.id), language),
  )

  handle('GET /api/posts/{id}/attempts', async ({ params, signedIn, language }) => {
    const post = await ownPost(database, params.id, signedIn.user.id)
    const rows = await database.query<AttemptRow>(sql`
      select number, state, started_at, sent_at, finished_at, failure from publish_attempts where post_id = ${post.id} order by number`)
    return rows.map((row) => ({
      number: row.number,
      state: row.state,
      startedAt: row.started_at.toISOString(),
      sentAt: row.sent_at?.toISOString() ?? null,
      finishedAt: row.finished_at?.toISOString() ?? null,
      failure: row.failure && attemptFailureText({ ...row, failure: row.failure }, post.platform, language),
    }))
  })

  handle('GET /api/posts/{id}/timeline', async ({ params, signedIn, language }) => {
    const post = await ownPost(database, params.id, signedIn.user.id)
    return await readTimeline(database, post, language, clock.now())
  })

  handle('POST /api/posts', async ({ body, headers, signedIn, language, reply }) => {
    const userId = signedIn.user.id
    const now = clock.now()
    const idempotencyKey = headers['Idempotency-Key'] || null
    const sentBefore = idempotencyKey && (await postOfKey(userId, idempotencyKey))
    if (sentBefore) return answerFor(sentBefore)

    const isNow = body.status === 'published'
    const scheduledAt = isNow ? now : timeFrom(body.scheduledAt, now, language)
    const hashtags = body.hashtags ?? []
    const images = body.media?.images ?? body.images ?? []
    const videos = body.media?.videos ?? body.videos ?? []
    await refuseUnknownImages(database, images, userId, language)
    refuseUnpublishable({ platform: body.platform, content: body.content, hashtags, images, videos }, language, cutOff)
    const accountId = body.accountId
      ? await ownAccountId(userId, body.platform, body.accountId)
      : await postingAccountId(database, userId, body.platform, now)
    if (isNow && !accountId) throw notConnected(body.platform)

    const id = randomUUID()
    const decision = isNow ? awaitDecision(parts, id, userId) : undefined
    try {
      const store = (on: Queryable) =>
        insertPost(
          on,
          {
            id,
            userId,
            accountId,
            platform: body.platform,
            content: body.content,
            contentLanguage: body.contentLanguage ?? languageOfText(body.content),
            contentType: body.contentType ?? null,
            tone: body.tone ?? null,
            hashtags,
            images,
            videos,
            status: isNow ? 'publishing' : 'scheduled',
            scheduledAt,
            idempotencyKey,
          },
          now,
        )
      const made =
        images.length === 0
          ? await store(database)
          : await database.transaction(async (tx) => {
              await refuseUnknownImages(tx, images, userId, language, true)
              return await store(tx)
            })
      // Another one with this key may have been quicker by a moment.
      const row = made ? ((await decision?.decided()) ?? made) : await postOfKey(userId, idempotencyKey ?? '')
      if (!row) throw new Error('A repeated post was neither stored nor found')
      return answerFor(row)
    } finally {
      decision?.stop()
    }

    function answerFor(row: PostRow) {
      if (row.status === 'publishing' || (body.status === 'published' && row.status === 'scheduled')) reply.code(202)
      return toPost(row, language)
    }
  })

  handle('PATCH /api/posts/{id}', async ({ params, body, signedIn, language }) => {
    const now = clock.now()
    const row = await database.transaction(async (tx) => {
      const post = await ownPost(tx, params.id, signedIn.user.id, true)
      const platform = body.platform ?? post.platform
      const [content, hashtags] = [body.content ?? post.content, body.hashtags ?? post.hashtags]
      refuseUneditable(post)
      const scheduledAt =
        typeof body.scheduledAt === 'string' ? timeFrom(body.scheduledAt, now, language) : body.scheduledAt
      const { images, videos } = body.media ?? post
      if (body.media) await refuseUnknownImages(tx, images, post.user_id, language, true)
      refuseUnpublishable({ platform, content, hashtags, images, videos }, language, cutOff)
      const accountId = await accountAfterChange(tx, post, platform, body.accountId)
      return await editPost(tx, post, { content, hashtags, images, videos, platform, accountId, scheduledAt }, now)
    })
    return toPost(row, language)
  })

  handle('POST /api/posts/{id}/publish', async ({ params, signedIn, language, reply }) => {
    const decision = awaitDecision(parts, params.id, signedIn.user.id)
    try {
      await database.transaction(async (tx) => {
        const post = await ownPost(tx, params.id, signedIn.user.id, true)
        refuseUneditable(post)
        refuseUnpublishable(post, language, cutOff)
        const accountId = post.account_id ?? (await postingAccountId(tx, post.user_id, post.platform, clock.now()))
        if (!accountId) throw notConnected(post.platform)
        await sendPostNow(tx, post, 'publish-now', accountId, clock.now())
      })
      const row = await decision.decided()
      if (row.status === 'publishing' || row.status === 'scheduled') reply.code(202)
      return toPost(row, language)
    } finally {
      decision.stop()
    }
  })

  handle('POST /api/posts/{id}/resolve', async ({ params, body, signedIn, language }) => {
    const row = await database.transaction(async (tx) => {
      const post = await ownPost(tx, params.id, signedIn.user.id, true)
      if (post.status !== 'unconfirmed') throw new AppError('not_unconfirmed')
      // The attempt is closed by its owner's word; only then does the fence let another one through.
      const state = body.outcome === 'live' ? 'accepted' : 'rejected'
      const now = clock.now()
      const answered = [
        { what: 'owner_answered', at: now.toISOString(), outcome: body.outcome },
      ] satisfies AttemptStep[]
      const [attempt] = await tx.query<{ sent_at: Date | null }>(sql`
        update publish_attempts set state = ${state}, finished_at = ${now}, steps = steps || ${JSON.stringify(answered)}::jsonb where post_id = ${post.id} and state in ('sending', 'unknown') returning sent_at`)
      if (body.outcome === 'not_live') {
        // What it was is no choice of another account: without its own it is not sent, and its owner is told why.
        const isFree = post.account_id === null && post.former_account === null
        const accountId = isFree ? await postingAccountId(tx, post.user_id, post.platform, now) : post.account_id
        return await sendPostNow(tx, post, 'confirm-not-live', accountId, now)
      }
      return await confirmLive(tx, post, attempt?.sent_at ?? now, now)
    })
    return toPost(row, language)
  })

  handle('DELETE /api/posts/{id}', async ({ params, query, signedIn }) => {
    const post = await ownPost(database, params.id, signedIn.user.id)
    if (query?.network === 'true' && post.status === 'published') await removeFromNetwork(parts, post)
    await deletePost(database, post, clock.now())
    return undefined
  })

  async function postOfKey(userId: string, key: string): Promise<PostRow | undefined> {
    const [row] = await database.query<PostRow>(
      sql`select ${POST_COLUMNS} from posts where user_id = ${userId} and idempotency_key = ${key}`,
    )
    return row
  }

  async function ownAccountId(userId: string, platform: Platform, id: string): Promise<string> {
    const [row] = await database.query<{ id: string }>(
      sql`select id from social_accounts where id = ${id} and user_id = ${userId} and platform = ${platform}`,
    )
    if (!row) throw new AppError('not_found')
    return row.id
  }

  async function accountAfterChange(
    tx: Queryable,
    post: PostRow,
    platform: Platform,
    wanted: string | null | undefined,
  ): Promise<string | null> {
    if (wanted) {
      const [row] = await tx.query<{ id: string }>(
        sql`select id from social_accounts where id = ${wanted} and user_id = ${post.user_id} and platform = ${platform}`,
      )
      if (!row) throw new AppError('not_found')
      return row.id
    }
    if (wanted === undefined && platform === post.platform && post.account_id) return post.account_id
    return await postingAccountId(tx, post.user_id, platform, clock.now())
  }
}

interface AttemptRow {
  number: number
  state: 'prepared' | 'sending' | 'accepted' | 'rejected' | 'unknown'
  started_at: Date
  sent_at: Date | null
  finished_at: Date | null
  failure: StoredFailure | null
}

/** @throws AppError when its owner cannot change it any more, before anything else is said about what they want */
function refuseUneditable({ status }: PostRow): void {
  if (!isEditable(status)) throw new AppError(status === 'published' ? 'already_published' : 'already_publishing')
}

function timeFrom(given: string | null | undefined, now: Date, language: Language): Date {
  if (!given) throw invalid('scheduledAt', 'required', language)
  const time = new Date(given)
  if (time.getTime() < now.getTime() - PAST_GRACE_MS) throw new AppError('time_in_past')
  return time
}

/** @param hold keeps the pictures from being taken away until the transaction ends */
async function refuseUnknownImages(
  on: Queryable,
  ids: string[],
  userId: string,
  language: Language,
  hold = false,
): Promise<void> {
  const found = await ownImages(on, ids, userId, hold)
  // One that is named twice counts once.
  if (new Set(found).size !== ids.length) throw invalid('media.images', 'unknown_image', language)
}

const languageOfText = (text: string): Language => (textDirection(text) === 'rtl' ? 'ar' : 'en')

function notConnected(platform: Platform): AppError {
  // X's API, and the people who wrote against it, still say Twitter here.
  return new AppError('account_not_connected', {
    values: { platform: platform === 'twitter' ? 'Twitter' : rulesOf(platform).name },
  })
}

function invalid(path: string, text: string, language: Language): AppError {
  return new AppError('validation_failed', {
    issues: [{ path, message: translator(language)(`errors.issues.${text}`) }],
  })
}
