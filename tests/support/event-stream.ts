import type { ServerEvent } from '#core/api.ts'
import type { Person } from './person.ts'

/** A client that receives the server's event stream. */
export interface EventStream extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  /** The id of the last event, which a browser sends when it reconnects. */
  readonly lastEventId: string | undefined
  /** Returns the next event, or undefined at the end of the stream. */
  next(): Promise<ServerEvent | undefined>
}

/**
 * @param query the query of the request, such as `?after=…`
 * @param lastEventId the last event before a reconnection
 */
export async function listen(who: Person, query = '', lastEventId?: string): Promise<EventStream> {
  const over = new AbortController()
  const response = await who.fetch(`/api/events${query}`, {
    signal: over.signal,
    ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
  })
  const pieces = response.body?.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  let last: string | undefined
  return {
    get lastEventId() {
      return last
    },
    status: response.status,
    headers: response.headers,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const [, type, data] = /^event: (.+)\ndata: (.+)$/m.exec(text.slice(0, end)) ?? []
          last = /^id: (.+)$/m.exec(text.slice(0, end))?.[1] ?? last
          text = text.slice(end + 2)
          if (type && data) return { type, ...(JSON.parse(data) as { id: string }) } as ServerEvent
          continue
        }
        const piece = await pieces?.next()
        if (!piece || piece.done) return undefined
        text += piece.value
      }
    },
    [Symbol.asyncDispose]: async () => over.abort(),
  }
}
