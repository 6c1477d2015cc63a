import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie that says whose session a request belongs to. */
export const SESSION_COOKIE = 'frogy_session'

/** The cookies of this installation: out of reach of scripts and of other sites. */
export interface Cookies {
  read(request: FastifyRequest, name: string): string | undefined
  /** @param lifeMs 0 takes it away */
  write(reply: FastifyReply, name: string, value: string, lifeMs: number): void
  /** What the same cookie was called before PUBLIC_URL was https; nothing reads it any more. */
  readOld(request: FastifyRequest, name: string): string | undefined
  /** Takes away what this browser has under the name of before. */
  dropOld(request: FastifyRequest, reply: FastifyReply, name: string): void
}

/**
 * On https each name begins with `__Host-`: browsers then take such a cookie from this very host only, never from a
 * neighbour under the same domain (RFC 6265bis, 4.1.3.2).
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

/** What a cookie of ours is called in browsers. */
export const cookieName = (publicUrl: string, name: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

function valueOf(request: FastifyRequest, wanted: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === wanted && value) return value
  }
  return undefined
}
