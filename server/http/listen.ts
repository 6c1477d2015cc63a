import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config-error.ts'

/** Asked before anything is opened, so that nothing is begun that nobody could reach. @throws ConfigError */
export async function checkHost(host: string): Promise<void> {
  const server = createServer().listen({ host, port: 0 })
  try {
    await once(server, 'listening')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError([`HOST is no address of this machine: ${host} (${code ?? String(cause)})`])
  }
  server.close()
}

/** @returns the port that it listens at, also where that was left to the machine */
export async function listen(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<number> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new ConfigError([`PORT=${port} is not for this user: give one from 1024 on`])
    if (code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is taken by another program. Give Frogy another one: PORT=${port + 2} npm start`, {
      cause: error,
    })
  }
  return (server.server.address() as AddressInfo).port
}

/** Waits until no connection is open, for so long at most. */
export async function untilUnconnected(server: Server, forMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => server.getConnections((error, count) => (error || count === 0) && resolve())
  const [looking, ending] = [setInterval(look, LOOK_MS), setTimeout(resolve, forMs)]
  look()
  await promise
  clearInterval(looking)
  clearTimeout(ending)
}

const LOOK_MS = 50
