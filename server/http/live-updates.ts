import type { FastifyInstance } from 'fastify'
import { SERVER_EVENTS, type ServerEvent } from '#core/api.ts'
import { AppError } from '#core/errors.ts'
import { isAbout, type Change, type Changes, type ReceivedChange } from '../events/changes.ts'
import { keyOf } from './bearer.ts'
import { openWorkspaceOf } from './caller.ts'
import type { FindSession } from './router.ts'

/** How often a stream sends a heartbeat, so that proxies do not close an idle stream. */
const HEARTBEAT_MS = 25_000
/** The maximum number of streams per user and process. Each stream takes a connection and a listener. */
const MAX_STREAMS_PER_USER = 10
/** How long a browser whose stream was evicted waits until it reconnects. */
const EVICTED_RETRY_MS = 60_000
/** A browser with more unread bytes than this is disconnected. It reconnects and reloads everything. */
const MAX_UNREAD_BYTES = 64 * 1024

/**
 * Publications older than this are not announced. A browser that reconnects after sleep would otherwise announce old
 * ones as new.
 */
const NEWS_MS = 60_000

/** `GET /api/events` notifies each signed-in browser of changed items. It sends ids only, no data. */
export function liveUpdates(server: FastifyInstance, changes: Changes, findSession: FindSession): void {
  const open = new Set<() => void>()
  const streamsByUser = new Map<string, (() => void)[]>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })

  /**
   * The events since a mark, a position in the event stream. An unknown mark gives one event of each type, so that the
   * browser reloads everything.
   */
  function textSince(mark: string, userIds: ReadonlySet<string>): string {
    const missed = changes.since(mark)
    if (!missed)
      return SERVER_EVENTS.filter((type) => !NEVER_REPEATED.includes(type))
        .map((type) => eventText(type, [...userIds][0] ?? ''))
        .join('')
    return missed
      .filter(({ userId }) => userIds.has(userId))
      .map((change) => changeText(change, change.mark, !isOldNews(change)))
      .join('')
  }

  server.get('/api/events', async (request, reply) => {
    if (keyOf(request) !== undefined) throw new AppError('key_not_allowed')
    const mark = changes.mark()
    const signedIn = await findSession(request)
    if (!signedIn) throw new AppError('not_signed_in')
    if (request.method === 'HEAD') return await reply.type('text/event-stream').send()
    const { user } = signedIn
    const workspace = openWorkspaceOf(signedIn)
    // The stream of a page in a workspace has the changes of the workspace and of the user.
    const userIds = new Set([user.id, workspace?.user.id ?? user.id])
    reply.hijack()
    const userId = user.id
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 2000\n\n')

    const { after } = request.query as { after?: unknown }
    // A reconnecting browser names the last event that it received. That event is later than the position stored in its
    // page.
    const last = request.headers['last-event-id'] ?? after
    // Replay and subscribe without an `await` in between, so that no event is lost.
    if (typeof last === 'string') stream.write(textSince(last, userIds))
    const unsubscribe = changes.subscribe((change, at) => {
      if (endsSession(change)) return endWithSession()
      const text = userIds.has(change.userId) && changeText(change, at)
      if (text) {
        stream.write(text)
        if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy()
      }
      if (mayEndMembership(change)) end()
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const end = () => {
      unsubscribe()
      clearInterval(heartbeat)
      open.delete(end)
      const others = (streamsByUser.get(userId) ?? []).filter((callback) => callback !== evict)
      if (others.length > 0) streamsByUser.set(userId, others)
      else streamsByUser.delete(userId)
      stream.end()
    }
    const endsSession = ({ kind, id }: Change) => kind === 'session.ended' && id === signedIn.sessionId
    /** Whether the person may no longer be a member. The browser then reconnects, and Frogy checks again. */
    const mayEndMembership = (change: Change) =>
      workspace !== undefined && isAbout(change, 'user') && change.userId === user.id
    const endWithSession = () => {
      stream.write(eventText('session.ended', signedIn.sessionId))
      end()
    }
    // Evict the oldest stream, whose reader may be gone. A delayed reconnect keeps it from evicting the next one.
    const evict = () => {
      stream.write(`retry: ${EVICTED_RETRY_MS}\n\n`)
      end()
    }
    // End the stream when events may have been lost. The browser then reconnects and reloads everything.
    const ungap = changes.onGap(end)
    open.add(end)
    streamsByUser.set(userId, [...(streamsByUser.get(userId) ?? []), evict])
    const own = streamsByUser.get(userId) ?? []
    if (own.length > MAX_STREAMS_PER_USER) own[0]?.()
    request.raw.on('close', () => {
      ungap()
      end()
    })
    // If the client disconnected during the session lookup, `close` does not fire again. So end the stream here.
    if (request.raw.socket.destroyed) end()
    // The session or the membership may have ended while the session was looked up. Such events are in this list.
    const meanwhile = changes.since(mark)
    if (!meanwhile) end()
    else if (meanwhile.some(endsSession)) endWithSession()
    else if (meanwhile.some(mayEndMembership)) end()
    return reply
  })
}

/** Events that are sent only when they happen. A browser that must reload everything does not get them. */
const NEVER_REPEATED: readonly ServerEvent['type'][] = ['session.ended', 'post.published']

const isOldNews = ({ ageMs }: ReceivedChange): boolean => ageMs > NEWS_MS

function eventText(type: ServerEvent['type'], id: string, mark?: string): string {
  return `${mark === undefined ? '' : `id: ${mark}\n`}event: ${type}\ndata: ${JSON.stringify({ id })}\n\n`
}

/**
 * Returns the text of the events that a change sends to browsers; empty for internal changes.
 * @param isNews whether to also announce a publication, which the browser then shows
 */
function changeText(change: Change, mark: string, isNews = true): string {
  const type = browserEventType(change)
  if (!type) return ''
  const text = eventText(type, change.id, mark)
  return isNews && change.kind === 'post.published' ? text + eventText('post.published', change.id, mark) : text
}

function browserEventType(change: Change): ServerEvent['type'] | undefined {
  if (isAbout(change, 'post')) return 'post.changed'
  if (isAbout(change, 'account')) return 'account.changed'
  if (isAbout(change, 'user')) return 'user.changed'
  return isAbout(change, 'notification') ? 'notification' : undefined
}
