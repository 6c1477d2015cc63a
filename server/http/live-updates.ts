import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Changes } from '../changes.ts'
import type { SignedIn } from './router.ts'

/** Keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 25_000

/** `GET /api/events`: tells each signed-in browser which of its own things changed. It holds no data, only what to read anew. */
export function liveUpdates(
  server: FastifyInstance,
  changes: Changes,
  findSession: (request: FastifyRequest) => Promise<SignedIn | undefined>,
): void {
  const open = new Set<() => void>()
  server.addHook('preClose', async () => {
    for (const end of open) end()
  })

  server.get('/api/events', async (request, reply) => {
    const signedIn = await findSession(request)
    if (!signedIn) throw new AppError('not_signed_in')
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    stream.write('retry: 2000\n\n')

    const unsubscribe = changes.subscribe((change) => {
      if (change.type === 'session.ended') {
        if (change.id === signedIn.sessionId) end()
      } else if (change.userId === signedIn.user.id) {
        stream.write(`event: ${change.type}\ndata: ${JSON.stringify({ id: change.id })}\n\n`)
      }
    })
    const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS)
    const end = () => {
      unsubscribe()
      clearInterval(heartbeat)
      open.delete(end)
      stream.end()
    }
    // After a gap nobody knows what was missed: the browser connects again and reads everything anew.
    const ungap = changes.onGap(end)
    open.add(end)
    request.raw.on('close', () => {
      ungap()
      end()
    })
    // Gone while we looked who they are: nothing would tell us any more.
    if (request.raw.socket.destroyed) end()
  })
}
