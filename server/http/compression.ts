import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below this the headers weigh more than what is saved. */
const WORTH_BYTES = 1024
/** Above this another thread does it, so that nobody waits. */
const QUICK_BYTES = 32_768
const PACKED_TYPES = /^(?:application\/json|text\/html)\b/

/**
 * Sends JSON and pages in what the caller unpacks; built files were packed when they were built. To be registered
 * before the routes. No body holds a token that its length could betray, and calls that sign in are left out besides:
 * see docs/decisions/017.
 */
export async function compression(server: FastifyInstance): Promise<void> {
  await server.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    customTypes: PACKED_TYPES,
    threshold: WORTH_BYTES,
    syncThreshold: QUICK_BYTES,
    // While an answer waits: both are where time still buys much.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 4 },
    // What is sent to us is read as it is: a packed body could be far larger than its limit.
    globalDecompression: false,
  })
  server.addHook('onSend', async (_request, reply) => {
    const vary = String(reply.getHeader('vary') ?? '')
    if (PACKED_TYPES.test(String(reply.getHeader('content-type'))) && !/accept-encoding/i.test(vary))
      reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)
  })
  server.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    // Without a body to pack, nothing would be known but the length of what is not sent.
    route.onSend = [
      route.onSend ?? [],
      async (_request: unknown, reply: { removeHeader(name: string): unknown }) => {
        reply.removeHeader('content-length')
      },
    ].flat()
  })
}
