import { expect, test } from 'vitest'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { openTraceCollector } from '#tests/support/trace-collector.ts'

const CONTENT = 'A launch on Thursday'

test("sends the trace of a post from the request to the publication, without the post's text", async () => {
  await using collector = await openTraceCollector()
  await using frogy = await startFrogy({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=frogs, authorization=Basic abc==',
  })
  const layla = await frogy.person('linkedin')
  const post = await layla.schedule({ platform: 'linkedin', content: CONTENT, at: frogy.clock.now() })
  await layla.decided(post)
  const traceId = post.id.replaceAll('-', '')
  const spansOf = () => collector.spans.filter((span) => span.traceId === traceId)
  await expect
    .poll(() => spansOf().map(({ name }) => name), { timeout: 10_000 })
    .toEqual(expect.arrayContaining(['POST /api/posts', 'prepare', 'fence', 'send', 'record']))
  const [root] = spansOf().filter(({ name }) => name === 'POST /api/posts')
  expect(root).toMatchObject({ kind: 2, traceId })
  expect(root?.parentSpanId).toBeUndefined()
  for (const span of spansOf()) {
    expect(span.spanId).toMatch(/^[\da-f]{16}$/)
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true)
    if (span !== root) expect(span.parentSpanId).toBe(root?.spanId)
  }
  const send = spansOf().find(({ name }) => name === 'send')
  expect(send?.kind).toBe(3)
  const attributes = Object.fromEntries(
    (send?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
  expect(attributes).toEqual({
    'frogy.post_id': post.id,
    'frogy.platform': 'linkedin',
    'frogy.attempt': '1',
    'frogy.outcome': 'ok',
  })
  expect(collector.headers).toMatchObject({ 'x-team': 'frogs', authorization: 'Basic abc==' })
  expect(collector.received).not.toContain('Thursday')
})

test('publishes a post while the trace collector is unreachable', async () => {
  await using frogy = await startFrogy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const layla = await frogy.person('linkedin')
  const post = await layla.schedule({ platform: 'linkedin', content: CONTENT, at: frogy.clock.now() })
  expect((await layla.decided(post)).status).toBe('published')
})
