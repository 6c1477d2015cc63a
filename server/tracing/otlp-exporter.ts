import type { TracingConfig } from '../config.ts'
import { tracerTo, type Attributes, type Span, type Tracer } from './tracer.ts'

const SEND_EVERY_MS = 2_000
const TIMEOUT_MS = 10_000
const MAX_BATCH = 500
/** The maximum number of spans to keep while the collector is unreachable. Older ones are dropped to limit memory. */
const MAX_WAITING = 5_000

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP with JSON. A failure loses spans, never posts. */
export function openTracing(
  { endpoint, headers, service }: TracingConfig,
  version: string,
  onError: (error: unknown) => void,
): Tracer & AsyncDisposable {
  const waiting: Span[] = []
  let isAway = false
  let sending: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref()

  const flush = (): Promise<void> => (sending = sending.then(sendWaiting))

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH)
      try {
        const response = await fetch(`${endpoint}/v1/traces`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(requestOf(batch, service, version)),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`The collector answered ${response.status}`)
        isAway = false
      } catch (error) {
        // Report an outage once, not every two seconds.
        if (!isAway) onError(error)
        isAway = true
        return
      }
    }
  }

  return {
    ...tracerTo((span) => {
      waiting.push(span)
      if (waiting.length > MAX_WAITING) waiting.shift()
    }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

const KINDS: Record<Span['kind'], number> = { internal: 1, server: 2, client: 3 }
const ERROR_STATUS = 2

/** The body of `POST /v1/traces` (opentelemetry-proto, JSON encoding). */
const requestOf = (spans: readonly Span[], service: string, version: string): object => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': service, 'service.version': version }) },
      scopeSpans: [
        {
          scope: { name: 'frogy', version },
          spans: spans.map(({ startMs, endMs, kind, attributes, isFailed, parentSpanId, ...span }) => ({
            ...span,
            ...(parentSpanId !== undefined && { parentSpanId }),
            kind: KINDS[kind],
            startTimeUnixNano: `${Math.round(startMs)}000000`,
            endTimeUnixNano: `${Math.round(endMs)}000000`,
            attributes: attributesOf(attributes),
            status: isFailed ? { code: ERROR_STATUS } : {},
          })),
        },
      ],
    },
  ],
})

const attributesOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))

function valueOf(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
