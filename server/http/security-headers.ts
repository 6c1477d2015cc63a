import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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

/**
 * The headers that hold a page to what it is made of. Each page has nonces of its own, `reply.cspNonce`: libraries put
 * style elements into it. Answers to calls have none.
 */
export function securityHeaders(
  server: FastifyInstance,
  { publicUrl, hasFacebookSdk }: { publicUrl: string; hasFacebookSdk: boolean },
): void {
  const foreign = hasFacebookSdk ? FACEBOOK_SDK : NOBODY
  void server.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...foreign.scripts],
        styleSrc: ["'self'"],
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
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
    // Answers are a person's own unless whoever makes one says otherwise, however its address was spelt.
    reply.header('cache-control', 'no-store')
  })
}
