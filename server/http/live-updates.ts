import type { FastifyInstance } from 'fastify'
import { SERVER_EVENTS, type ServerEvent } from '#core/api.ts'
import { AppError } from '#core/errors.ts'
import { isAbout, type Change, type Changes } from '../events/changes.ts'
import { keyOf } from './bearer.ts'
import type { FindSession } from './router.ts'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000
/** So many of one person's, in each process; each holds a connection and a place among the listeners. */
const MOST_OF_ONE = 10
/** After so long a browser whose stream had to make room asks again. */
const MAKES_ROOM_MS = 60_000
/** Who reads so slowly reads everything anew. */
const MOST_UNREAD_BYTES = 64 * 1024

/** `GET /api/events`: tells each signed-in browser which of its own things changed. It holds no data, only what to read anew. */
export function liveUpdates(server: FastifyInstance, changes: Changes, findSession: FindSession): void {
  const open = new Set<() => void>()
  const ofPeople = new Map<string, (() => void)[]>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })

  /** What somebody is to read anew who has read everything at a mark: everything, where nobody knows any more. */
  function since(mark: string, userId: string): ServerEvent[] {
    const missed = changes.since(mark)
    if (!missed) return SERVER_EVENTS.filter((type) => type !== 'session.ended').map((type) => ({ type, id: userId }))
    return missed.flatMap((change) => {
      const type = change.userId === userId ? toldAs(change) : undefined
      return type ? [{ type, id: change.id }] : []
    })
  }

  server.get('/api/events', async (request, reply) => {
    if (keyOf(request) !== undefined) throw new AppError('key_not_allowed')
    const mark = changes.mark()
    const signedIn = await findSession(request)
    if (!signedIn) throw new AppError('not_signed_in')
    if (request.method === 'HEAD') return await reply.type('text/event-stream').send()
    reply.hijack()
    const userId = signedIn.user.id
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 2000\n\n')

    const { after } = request.query as { after?: unknown }
    // Told and subscribed to without a pause between, so that nothing falls between the two.
    if (typeof after === 'string') for (const one of since(after, userId)) stream.write(eventText(one.type, one.id))
    const unsubscribe = changes.subscribe((change) => {
      const type = toldAs(change)
      if (endsSession(change)) return endWithSession()
      if (type && change.userId === userId) {
        stream.write(eventText(type, change.id))
        if (stream.writableLength > MOST_UNREAD_BYTES) stream.destroy()
      }
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const end = () => {
      unsubscribe()
      clearInterval(heartbeat)
      open.delete(end)
      const others = (ofPeople.get(userId) ?? []).filter((one) => one !== makeRoom)
      if (others.length > 0) ofPeople.set(userId, others)
      else ofPeople.delete(userId)
      stream.end()
    }
    const endsSession = ({ kind, id }: Change) => kind === 'session.ended' && id === signedIn.sessionId
    const endWithSession = () => {
      stream.write(eventText('session.ended', signedIn.sessionId))
      end()
    }
    // The oldest, since that may be one whose reader is gone without a word. Asking again at once it would end the next.
    const makeRoom = () => {
      stream.write(`retry: ${MAKES_ROOM_MS}\n\n`)
      end()
    }
    // After a gap nobody knows what was missed: the browser connects again and reads everything anew.
    const ungap = changes.onGap(end)
    open.add(end)
    ofPeople.set(userId, [...(ofPeople.get(userId) ?? []), makeRoom])
    const own = ofPeople.get(userId) ?? []
    if (own.length > MOST_OF_ONE) own[0]?.()
    request.raw.on('close', () => {
      ungap()
      end()
    })
    // Gone while we looked who they are: nothing would tell us any more.
    if (request.raw.socket.destroyed) end()
    // Nor would it of a session that ended meanwhile.
    const meanwhile = changes.since(mark)
    if (!meanwhile) end()
    else if (meanwhile.some(endsSession)) endWithSession()
    return reply
  })
}

function eventText(type: ServerEvent['type'], id: string): string {
  return `event: ${type}\ndata: ${JSON.stringify({ id })}\n\n`
}

/** What a browser is told of an event; undefined where it is none of its business. */
function toldAs(change: Change): ServerEvent['type'] | undefined {
  if (isAbout(change, 'post')) return 'post.changed'
  if (isAbout(change, 'account')) return 'account.changed'
  if (isAbout(change, 'user')) return 'user.changed'
  return isAbout(change, 'notification') ? 'notification' : undefined
}
