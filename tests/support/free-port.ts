import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A loopback port that nobody listens on just now. */
export function freePort(): Promise<number> {
  return openedAndClosed(0)
}

/**
 * One that stays free while whoever has it is killed and started again: it lies below those that systems give out by
 * themselves, to servers and to outgoing connections.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const isFree = await openedAndClosed(port).then(
      () => true,
      () => false,
    )
    if (isFree) return port
  }
}

async function openedAndClosed(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
