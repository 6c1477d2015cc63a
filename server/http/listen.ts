import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
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

const NOBODY_ASKS_MS = 500

/** Resolves when somebody has been answered, or when nobody has asked for half a second. To be called before it listens. */
export async function firstAnswer(server: FastifyInstance): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.addHook('onResponse', async () => resolve())
  server.addHook('onListen', async () => void setTimeout(resolve, NOBODY_ASKS_MS).unref())
  return await promise
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

/**
 * Lets a server close although people keep it waiting: for the rest of a request, or until they read its answer. Once it
 * closes, Node's own limits of time hold no more. What is still being worked on is waited for.
 * @returns begins to end those, until it is disposed of
 */
export function stragglersOf(server: Server): () => Disposable {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const open = new Map<ServerResponse, IncomingMessage>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    open.set(response, request)
    response.once('close', () => open.delete(response))
  })
  const end = (mayBeRead: boolean) => {
    const asking = new Set([...open.values()].map(({ socket }) => socket))
    for (const socket of connections) if (!asking.has(socket)) socket.destroy()
    for (const [{ headersSent }, request] of open)
      if (!request.complete || (headersSent && !mayBeRead)) request.socket.destroy()
  }
  return () => {
    end(true)
    const ending = setInterval(() => end(false), READ_MS)
    return { [Symbol.dispose]: () => clearInterval(ending) }
  }
}

/** For so long an answer may be on its way once the server closes. */
const READ_MS = 3_000
