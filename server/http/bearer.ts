import type { FastifyRequest } from 'fastify'
import { KEY_PREFIX } from '#core/programs/scopes.ts'

const BEARER = new RegExp(`^Bearer\\s+(${KEY_PREFIX}[\\w-]{1,200})\\s*$`, 'i')

/** The API key of a request. Browsers never send a key on their own, so these requests need no origin check. */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}
