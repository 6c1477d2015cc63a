import type { FastifyRequest } from 'fastify'
import { KEY_PREFIX } from '#core/programs/scopes.ts'

const BEARER = new RegExp(`^Bearer\\s+(${KEY_PREFIX}[\\w-]{1,200})\\s*$`, 'i')

/**
 * The key that a request carries. No browser sends one unasked, and no page of another site can (it would have to be
 * allowed first), so that such a request needs no look at where it comes from.
 */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return BEARER.exec(headers.authorization ?? '')?.[1]
}
