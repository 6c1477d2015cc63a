// Traces of posts, from the author's request to the network. The id of a trace is the post's id, so no context is stored
// (docs/decisions/060-metrics-and-logs.md).

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: 'internal' | 'server' | 'client'
  startMs: number
  endMs: number
  attributes: Attributes
  isFailed: boolean
}

export interface Tracer {
  readonly isOn: boolean
  /** Runs work as a span of the post's trace. @param about returns further attributes from the result */
  during<T>(
    postId: string,
    span: { name: string; kind?: Span['kind']; attributes?: Attributes },
    work: () => Promise<T>,
    about?: (result: T) => Attributes,
  ): Promise<T>
  /** Adds a finished request of the post's author to the post's trace. */
  request(postId: string, span: { name: string; startMs: number; isFirst: boolean; attributes: Attributes }): void
}

/** A tracer that records nothing, for installations without OTEL_EXPORTER_OTLP_ENDPOINT. */
export const NO_TRACER: Tracer = {
  isOn: false,
  during: async (_postId, _span, work) => await work(),
  request: () => {},
}

const traceIdOf = (postId: string): string => postId.replaceAll('-', '')
/** The span of the request that created the post; the other spans are its children. */
const rootIdOf = (postId: string): string => traceIdOf(postId).slice(16)

export function tracerTo(add: (span: Span) => void): Tracer {
  const randomId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 16)
  return {
    isOn: true,
    async during(postId, { name, kind = 'internal', attributes = {} }, work, about = () => ({})) {
      const startMs = Date.now()
      const end = (isFailed: boolean, more: Attributes) =>
        add({
          traceId: traceIdOf(postId),
          spanId: randomId(),
          parentSpanId: rootIdOf(postId),
          name,
          kind,
          startMs,
          endMs: Date.now(),
          attributes: { 'frogy.post_id': postId, ...attributes, ...more },
          isFailed,
        })
      try {
        const result = await work()
        end(false, about(result))
        return result
      } catch (error) {
        // Messages of errors may quote texts, so the span contains only the error's class.
        end(true, { 'error.type': error instanceof Error ? error.name : 'unknown' })
        throw error
      }
    },
    request(postId, { name, startMs, isFirst, attributes }) {
      add({
        traceId: traceIdOf(postId),
        spanId: isFirst ? rootIdOf(postId) : randomId(),
        parentSpanId: isFirst ? undefined : rootIdOf(postId),
        name,
        kind: 'server',
        startMs,
        endMs: Date.now(),
        attributes: { 'frogy.post_id': postId, ...attributes },
        isFailed: false,
      })
    },
  }
}
