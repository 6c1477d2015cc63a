import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openEventStream } from './event-stream.ts'

test('sends heartbeats until the response is ready, and then the response as the last event', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  const proceed = Promise.withResolvers<void>()
  server.get('/', async (request, reply) => {
    const events = openEventStream(request, reply, 20)
    await proceed.promise
    return events?.end({ ok: true })
  })
  const response = await fetch(await server.listen({ port: 0, host: '127.0.0.1' }), {
    headers: { accept: 'text/event-stream' },
  })
  let heard = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += piece
    proceed.resolve()
  }
  expect(heard).toMatch(/^(?:: still at it\n\n)+event: done\ndata: \{"ok":true\}\n\n$/)
})
