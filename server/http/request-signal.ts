import type { FastifyReply } from 'fastify'

/** The reason that aborts work for a client that disconnected. It is not logged as an error. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected'
}

/** One error object for all requests, because the stack trace would not help. */
const DISCONNECTED = new ClientDisconnected('The caller left before the answer')

/** Aborts when the client disconnects before the response. */
export function requestSignal(reply: FastifyReply): AbortSignal {
  const ending = new AbortController()
  const abort = () => ending.abort(DISCONNECTED)
  if (reply.raw.destroyed) abort()
  else reply.raw.once('close', abort)
  return ending.signal
}
