import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

export interface Site extends AsyncDisposable {
  /** The site's host, such as `site.example:40123`. The DNS lookup of the tests resolves it. */
  host: string
  port: number
  /** The number of connections that the site has received. */
  connections: number
}

/** Starts a server for a test. Disposing of the site closes its connections. */
export async function openSite(server: Server, { port = 0, address = '127.0.0.1' } = {}): Promise<Site> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    site.connections++
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
  })
  server.listen(port, address)
  await once(server, 'listening')
  const { port: given } = server.address() as AddressInfo
  const site: Site = {
    host: `site.example:${given}`,
    port: given,
    connections: 0,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return site
}
