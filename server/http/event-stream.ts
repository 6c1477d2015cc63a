import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody } from './errors.ts'

/** An event sent before the final response. */
interface TypedEvent {
  type: string
}

/**
 * A response as server-sent events: progress, then the result as `done` or the error as `failed`. The stream starts
 * with the first event or heartbeat, so a call that is rejected earlier gets a normal error response.
 */
interface EventStream {
  readonly hasStarted: boolean
  send(event: TypedEvent): void
  end(answer: unknown): FastifyReply
  fail(thrown: unknown): FastifyReply
}

/** The time between heartbeats. Clients and proxies close connections that are silent for 30 seconds. */
const BEAT_MS = 10_000

/**
 * Opens an event stream, which sends a comment as heartbeat while there is no event.
 * @returns undefined unless the caller accepts events
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  beatMs: number = BEAT_MS,
): EventStream | undefined {
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
  const sendEvent = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const finish = (name: string, data: unknown) => {
    stop()
    sendEvent(name, data)
    stream?.end()
    return reply
  }
  return {
    get hasStarted() {
      return stream !== undefined
    },
    send: (event) => sendEvent(event.type, event),
    end: (answer) => finish('done', answer),
    fail: (thrown) => finish('failed', errorBody(thrown, request).body),
  }
}
