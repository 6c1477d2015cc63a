import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

interface ReceivedDelivery {
  id: string
  headers: Record<string, string>
  body: string
  type: string
  data: Record<string, unknown>
  status: number
}

export async function openWebhookReceiver() {
  /** All deliveries, whether the server accepted them or not. */
  const received: ReceivedDelivery[] = []
  const state = {
    url: '',
    status: 204 as number,
    location: undefined as string | undefined,
    /** A promise for which the server waits before each response. */
    held: undefined as Promise<void> | undefined,
  }
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (`http://${host}${request.url}` !== state.url) return response.writeHead(404).end()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const { type, data } = JSON.parse(body) as Pick<ReceivedDelivery, 'type' | 'data'>
      received.push({ id: headers['webhook-id'] ?? '', headers, body, type, data, status: state.status })
      const { status } = state
      await state.held
      return response.writeHead(status, state.location ? { location: state.location } : {}).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  let begun = 0
  const begin = () => {
    received.length = 0
    Object.assign(state, { url: `http://${host}/frogy/${++begun}`, status: 204, location: undefined, held: undefined })
  }
  begin()
  return Object.assign(state, {
    host,
    received,
    /** Forgets all deliveries and moves to another URL. The old URL then answers 404. */
    begin,
    /** Returns the deliveries that the server accepted. */
    taken: () => received.filter(({ status }) => status < 300),
    /** Checks the signature at the delivery's own time, because the library uses the real clock. */
    isSigned: ({ id, body, headers }: ReceivedDelivery, secret: string): boolean =>
      headers['webhook-signature'] ===
      new Webhook(secret).sign(id, new Date(Number(headers['webhook-timestamp']) * 1_000), body),
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise<void>((closed) => server.close(() => closed()))
    },
  })
}
