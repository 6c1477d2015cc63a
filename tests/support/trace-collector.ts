import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

/** Accepts traces by OTLP over HTTP, as an OpenTelemetry collector does. */
export async function openTraceCollector() {
  const state = { spans: [] as ReceivedSpan[], headers: {} as Record<string, unknown>, received: '', isRefusing: false }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return response.writeHead(404).end()
      if (state.isRefusing) return response.writeHead(503).end()
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
      state.headers = request.headers
      state.received += body
      state.spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
