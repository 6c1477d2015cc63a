import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** What a page of Frogy needs of a browser's powers: none of these. */
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

/** What Facebook's SDK loads and asks: its own script, its login status, and the picture by which it counts a page view. */
const FACEBOOK_SDK = {
  scripts: ['https://connect.facebook.net'],
  pictures: ['https://www.facebook.com'],
  calls: ['https://www.facebook.com', 'https://graph.facebook.com'],
  frames: ['https://www.facebook.com', 'https://web.facebook.com', 'https://staticxx.facebook.com'],
}
const NOBODY: typeof FACEBOOK_SDK = { scripts: [], pictures: [], calls: [], frames: [] }

/** What lets an answer's own scripts and styles in. */
export interface Nonces {
  script: string
  style: string
}

/**
 * The headers that hold a page to what it is made of. Each page has nonces of its own, `reply.cspNonce`: libraries put
 * style elements into it. Answers to calls have none.
 */
export function securityHeaders(
  server: FastifyInstance,
  { publicUrl, hasFacebookSdk }: { publicUrl: string; hasFacebookSdk: boolean },
): void {
  const foreign = hasFacebookSdk ? FACEBOOK_SDK : NOBODY
  // Made once: for each request anew they would be 8 % of the work of an answer from memory.
  const headersWith = (nonceOf: (kind: keyof Nonces) => Source[]) =>
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...foreign.scripts, ...nonceOf('script')],
          styleSrc: ["'self'", ...nonceOf('style')],
          // data: the picture of a link's card; blob: one that was chosen and is not sent yet.
          imgSrc: ["'self'", 'data:', 'blob:', ...foreign.pictures],
          connectSrc: ["'self'", ...foreign.calls],
          ...(foreign.frames.length > 0 && { frameSrc: foreign.frames }),
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          frameAncestors: ["'none'"],
          formAction: ["'self'"],
        },
      },
      strictTransportSecurity: publicUrl.startsWith('https:'),
      crossOriginEmbedderPolicy: false,
    })
  const nonces = new WeakMap<ServerResponse, Nonces>()
  const ofPages = headersWith((kind) => [(_request, response) => `'nonce-${nonces.get(response)?.[kind]}'`])
  const ofCalls = headersWith(() => [])

  server.decorateReply('cspNonce')
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    // Answers are a person's own unless whoever makes one says otherwise, however its address was spelt.
    reply.header('cache-control', 'no-store')
    if (request.routeOptions.config.isCall) return ofCalls(request.raw, reply.raw, passed(done))
    reply.cspNonce = { script: newNonce(), style: newNonce() }
    nonces.set(reply.raw, reply.cspNonce)
    ofPages(request.raw, reply.raw, passed(done))
  })
}

type Source = string | ((request: IncomingMessage, response: ServerResponse) => string)

const newNonce = () => randomBytes(16).toString('hex')

/** Helmet may go on with anything; Fastify takes an error alone. */
const passed = (done: (error?: Error) => void) => (error: unknown) => done(error instanceof Error ? error : undefined)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call of the contract, whose answer nothing is let into. */
    isCall?: boolean
  }
  interface FastifyReply {
    cspNonce: Nonces
  }
}
