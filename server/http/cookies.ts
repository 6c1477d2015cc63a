import type { FastifyReply, FastifyRequest } from 'fastify'
import { basePathOf } from './base-path.ts'

export const SESSION_COOKIE = 'frogy_session'

/** Cookies that scripts and other sites cannot read. */
export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined
  /** Sets a cookie. @param lifeMs 0 deletes the cookie */
  write(reply: FastifyReply, name: string, value: string, lifeMs: number): void
  /** Reads the cookie under the name that it had before PUBLIC_URL was https. Never authenticate with it. */
  readOld(request: FastifyRequest, name: string): string | undefined
  /** Deletes the cookie under the name that it had before PUBLIC_URL was https. */
  dropOld(request: FastifyRequest, reply: FastifyReply, name: string): void
}

export function cookies(publicUrl: string): Cookies {
  const isSecure = publicUrl.startsWith('https:')
  const attributes = `Path=${basePathOf(publicUrl) || '/'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const set = (reply: FastifyReply, name: string, value: string, lifeMs: number) =>
    reply.header('set-cookie', `${name}=${value}; Max-Age=${Math.floor(lifeMs / 1000)}; ${attributes}`)
  const readOld = (request: FastifyRequest, name: string) => (isSecure ? valueOf(request, name) : undefined)
  return {
    read: (request, name) => valueOf(request, cookieName(publicUrl, name)),
    write: (reply, name, value, lifeMs) => void set(reply, cookieName(publicUrl, name), value, lifeMs),
    readOld,
    dropOld: (request, reply, name) => {
      if (readOld(request, name) !== undefined) set(reply, name, '', 0)
    },
  }
}

/**
 * The cookie's name in browsers. On https they accept `__Host-` from this exact host only, and only with `Path=/` (RFC
 * 6265bis, 4.1.3). Below a path the name contains the path, so that two Frogys on one host do not share cookies.
 */
export function cookieName(publicUrl: string, name: string): string {
  const below = name + basePathOf(publicUrl).replaceAll('/', '.')
  if (!publicUrl.startsWith('https:')) return below
  return below === name ? `__Host-${name}` : `__Secure-${below}`
}

function valueOf(request: FastifyRequest, wanted: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === wanted && value) return value
  }
  return undefined
}
