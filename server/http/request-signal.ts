import type { FastifyReply } from 'fastify'

/** Thrown on behalf of a caller who has gone: there is nobody to tell, and nothing went wrong. */
export class CallerLeft extends Error {
  override readonly name = 'CallerLeft'
}

/** One for all: each answer ends with it, and where that was says nothing. */
const LEFT = new CallerLeft('The caller left before the answer')

/** Aborted when the caller leaves before the answer: nobody goes on working for who has gone. */
export function requestSignal(reply: FastifyReply): AbortSignal {
  const ending = new AbortController()
  const leave = () => ending.abort(LEFT)
  if (reply.raw.destroyed) leave()
  else reply.raw.once('close', leave)
  return ending.signal
}
