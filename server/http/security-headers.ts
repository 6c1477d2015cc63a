import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { basePathOf } from './base-path.ts'

/** Browser features that Frogy's pages never use. */
const UNUSED_POWERS = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS_POLICY = UNUSED_POWERS.map((power) => `${power}=()`).join(', ')

/** Hosts of Facebook's SDK: script, login status and tracking pixel. */
const FACEBOOK_SDK = {
  scripts: ['https://connect.facebook.net'],
  pictures: ['https://www.facebook.com'],
  calls: ['https://www.facebook.com', 'https://graph.facebook.com'],
  frames: ['https://www.facebook.com', 'https://web.facebook.com', 'https://staticxx.facebook.com'],
}
const NOBODY: typeof FACEBOOK_SDK = { scripts: [], pictures: [], calls: [], frames: [] }

/** Nonces that allow a page's own scripts and styles. */
interface Nonces {
  script: string
  style: string
}

/**
 * Sets the Content Security Policy. Each page has its own nonces, because libraries add style elements. API responses
 * have none.
 */
export function securityHeaders(
  server: FastifyInstance,
  { publicUrl, hasFacebookSdk }: { publicUrl: string; hasFacebookSdk: boolean },
): void {
  const foreign = hasFacebookSdk ? FACEBOOK_SDK : NOBODY
  // Build the headers once, because building them for each request would take 8 % of a cached response's time.
  const headersWith = (nonceOf: (kind: keyof Nonces) => Source[]) =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...foreign.scripts, ...nonceOf('script')],
          styleSrc: ["'self'", ...nonceOf('style')],
          // `data:` is for the pictures of link cards, `blob:` for selected files before upload.
          imgSrc: ["'self'", 'data:', 'blob:', ...foreign.pictures],
          connectSrc: ["'self'", ...foreign.calls],
          ...(foreign.frames.length > 0 && { frameSrc: foreign.frames }),
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'"],
        },
      },
      // Omit Strict-Transport-Security below a base path, because it would also apply to the other sites on the host.
      strictTransportSecurity: publicUrl.startsWith('https:') && basePathOf(publicUrl) === '',
      crossOriginEmbedderPolicy: false,
    })
  const nonces = new WeakMap<ServerResponse, Nonces>()
  const ofPages = headersWith((kind) => [(_request, response) => `'nonce-${nonces.get(response)?.[kind]}'`])
  const ofCalls = headersWith(() => [])

  server.decorateReply('cspNonce')
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    // Responses are private by default; a handler may override this.
    reply.header('cache-control', 'no-store')
    if (request.routeOptions.config.isCall) return ofCalls(request.raw, reply.raw, passed(done))
    reply.cspNonce = { script: newNonce(), style: newNonce() }
    nonces.set(reply.raw, reply.cspNonce)
    ofPages(request.raw, reply.raw, passed(done))
  })
}

type Source = string | ((request: IncomingMessage, response: ServerResponse) => string)

const newNonce = () => randomBytes(16).toString('hex')

/** Adapts Fastify's `done`, which accepts only errors, to Helmet, which may pass anything. */
const passed = (done: (error?: Error) => void) => (error: unknown) => done(error instanceof Error ? error : undefined)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is an API call, whose Content Security Policy allows nothing. */
    isCall?: boolean
  }
  interface FastifyReply {
    cspNonce: Nonces
  }
}
