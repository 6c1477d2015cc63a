import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller bodies cost more in headers than they save. */
const WORTH_BYTES = 1024
/** Larger bodies are compressed in another thread, off the event loop. */
const QUICK_BYTES = 32_768
const PACKED_TYPES = /^(?:application\/json|text\/html)\b/

/**
 * Compresses JSON and pages; built files are already compressed. Register it before the routes. Sign-in calls are
 * excluded because body length could leak secrets: see docs/decisions/017.
 */
export async function compression(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    customTypes: PACKED_TYPES,
    threshold: WORTH_BYTES,
    syncThreshold: QUICK_BYTES,
    // The client is waiting: these levels compress well for little time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
    // Never decompress requests: a packed body could expand far beyond its limit.
    globalDecompression: false,
  })
  server.addHook('onSend', async (_request, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (PACKED_TYPES.test(String(reply.getHeader('content-type'))) && !/accept-encoding/i.test(vary))
      reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
  })
  server.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    // HEAD has no body to compress, so the plain length would be wrong.
    route.onSend = [
      route.onSend ?? [],
      async (_request: unknown, reply: { removeHeader(name: string): unknown }) => {
        reply.removeHeader('content-length')
      },
    ].flat()
  })
}
