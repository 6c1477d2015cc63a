import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy in front of PostgreSQL that can cut all connections. */
interface DatabaseProxy extends AsyncDisposable {
  /** The URL that reaches the database through this proxy. */
  readonly url: string
  /** Closes all connections, and accepts no new ones for this long. */
  cutOff(forMs: number): Promise<void>
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` }).href,
    async cutOff(forMs) {
      isCut = true
      breakAll()
      await pause(forMs)
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      server.close()
      breakAll()
      await once(server, 'close')
    },
  }
}
