import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, Server, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ConfigError } from '../config-error.ts'

/** Checks that this machine has the address `host`. Call it before anything else is opened. @throws ConfigError */
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

/** Resolves after the first response, or after half a second without requests. Call it before listening. */
export async function firstResponse(server: FastifyInstance): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.addHook('onResponse', async () => resolve())
  server.addHook('onListen', async () => void setTimeout(resolve, NOBODY_ASKS_MS).unref())
  return await promise
}

/** Starts to listen. @returns the port, which the system chooses if `port` is 0 */
export async function listen(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<number> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES') throw new ConfigError([`PORT=${port} needs more privileges. Use a port from 1024 up`])
    if (code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${port} is taken by another program. Start Frogy on another port: PORT=${port + 2} npm start`,
      {
        cause: error,
      },
    )
  }
  return (server.server.address() as AddressInfo).port
}

/** Waits until all connections are closed, or until `forMs` is over. */
export async function waitUntilDisconnected(server: Server, forMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => server.getConnections((error, count) => (error || count === 0) && resolve())
  const [checking, ending] = [setInterval(check, CHECK_MS), setTimeout(resolve, forMs)]
  check()
  await promise
  clearInterval(checking)
  clearTimeout(ending)
}

const CHECK_MS = 50

/**
 * Stops accepting connections but keeps the open ones, unlike `close` of an HTTP server. A proxy cannot connect any
 * more, so it sends new requests to another process.
 */
export function stopListening(server: Server): void {
  Server.prototype.close.call(server)
}

/** Closes the server, even if it has already stopped listening. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  try {
    await server.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SERVER_NOT_RUNNING') throw error
  }
}

interface LingeringConnections {
  /** Starts to end connections that would delay the shutdown. Stops this when the result is disposed. */
  end(): Disposable
  /** Waits until all requests are answered, except for event streams, which have no end. */
  untilAnswered(forMs: number): Promise<void>
}

/**
 * Ends connections that would delay shutdown: unfinished requests and responses that clients read slowly. Node's own
 * timeouts stop once the server closes. Requests that are still being processed may finish.
 */
export function trackLingeringConnections(server: Server): LingeringConnections {
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
  const isAnswering = () => [...open.values()].some(({ url }) => !url?.includes(EVENTS_PATH))
  return {
    end() {
      end(true)
      const ending = setInterval(() => end(false), READ_MS)
      return { [Symbol.dispose]: () => clearInterval(ending) }
    },
    async untilAnswered(forMs) {
      const endsAt = performance.now() + forMs
      while (isAnswering() && performance.now() < endsAt) await pause(CHECK_MS)
    },
  }
}

const EVENTS_PATH = '/api/events'

/** How long clients may still read a response after the server starts to close. */
const READ_MS = 3_000
