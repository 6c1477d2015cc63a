import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from './errors.ts'

/** What is told on the way to an answer. */
export interface TypedEvent {
  type: string
}

/**
 * An answer as server-sent events: what is told on the way, then the answer itself as `done`, or the error body as
 * `failed`. It begins with the first event or sign of life, so that a call that is refused before it is answered as any
 * other.
 */
export interface EventAnswer {
  readonly isBegun: boolean
  tell(event: TypedEvent): void
  end(answer: unknown): FastifyReply
  fail(thrown: unknown): FastifyReply
}

/** Pages and proxies give up what is silent for thirty seconds. */
const BEAT_MS = 10_000

/**
 * Where there is nothing to tell for a while, it says by a comment that it is still at it.
 * @returns undefined for a caller who did not ask for events
 */
export function eventAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  beatMs: number = BEAT_MS,
): EventAnswer | undefined {
  if (!(request.headers.accept ?? '').includes('text/event-stream')) return undefined
  let stream: ServerResponse | undefined
  const write = (text: string) => {
    beat.refresh()
    if (!stream) {
      reply.hijack()
      stream = reply.raw
      stream.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
    }
    if (!stream.destroyed) stream.write(text)
  }
  const beat = setInterval(() => {
    if (stream || !reply.sent) write(': still at it\n\n')
  }, beatMs).unref()
  const stop = () => clearInterval(beat)
  reply.raw.once('close', stop)
  const tell = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const finish = (name: string, data: unknown) => {
    stop()
    tell(name, data)
    stream?.end()
    return reply
  }
  return {
    get isBegun() {
      return stream !== undefined
    },
    tell: (event) => tell(event.type, event),
    end: (answer) => finish('done', answer),
    fail: (thrown) => finish('failed', errorBody(thrown, request).body),
  }
}
