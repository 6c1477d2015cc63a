import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isForbidden, postSafely } from './post-safely.ts'

test('sends nothing to a private address behind a public name', async () => {
  let connections = 0
  const server = createServer((_request, response) => response.end())
    .on('connection', () => connections++)
    .listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const host = `receiver.example:${(server.address() as AddressInfo).port}`
  const send = async (allowed: string[]) =>
    await postSafely(
      new URL(`http://${host}/`),
      { headers: {}, body: '{}' },
      allowed,
      AbortSignal.timeout(10_000),
      async () => await Promise.resolve(['127.0.0.1']),
    )
  await expect(send([])).rejects.toSatisfy(isForbidden)
  expect(connections).toBe(0)
  // The same request to an allowed address succeeds, so only the check of the address stopped the first request.
  expect((await send([host])).statusCode).toBe(200)
})
