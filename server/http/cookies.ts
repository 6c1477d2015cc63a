import type { FastifyReply, FastifyRequest } from 'fastify'

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

/**
 * On https each name starts with `__Host-`: browsers then accept it from this exact host only (RFC 6265bis, 4.1.3.2).
 */
export function cookies(publicUrl: string): Cookies {
  const isSecure = publicUrl.startsWith('https:')
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
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

/** The cookie's name in browsers. */
export const cookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

function valueOf(request: FastifyRequest, wanted: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === wanted && value) return value
  }
  return undefined
}
