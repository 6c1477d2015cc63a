import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type BrotliOptions,
  type ZlibOptions,
  type ZstdOptions,
} from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** The minimum size of a body to compress. For smaller ones, the added headers cost more than compression saves. */
const WORTH_BYTES = 1024
const PACKED_TYPES = /^(?:application\/json|text\/html)\b/

interface Encoder {
  /**
   * The maximum size to compress synchronously. Larger bodies are compressed in another thread, off the event loop.
   */
  quickBytes: number
  now(body: Buffer): Buffer
  later(body: Buffer): Promise<Buffer>
}

// The client is waiting, so use levels that compress well in little time.
const ZSTD: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP: ZlibOptions = { level: 4 }

/** Encodings in order of preference: zstd needs a third of brotli's time for the same size (docs/decisions/063). */
const ENCODERS: Record<string, Encoder> = {
  zstd: {
    quickBytes: 262_144,
    now: (body) => zstdCompressSync(body, ZSTD),
    later: async (body) => await promisify<Buffer, ZstdOptions, Buffer>(zstdCompress)(body, ZSTD),
  },
  br: {
    quickBytes: 32_768,
    now: (body) => brotliCompressSync(body, BROTLI),
    later: async (body) => await promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)(body, BROTLI),
  },
  gzip: {
    quickBytes: 32_768,
    now: (body) => gzipSync(body, GZIP),
    later: async (body) => await promisify<Buffer, ZlibOptions, Buffer>(gzip)(body, GZIP),
  },
}
/**
 * Compresses JSON and pages, but not built files. Register it before the routes. Skips sign-in calls, because body
 * length could leak secrets (docs/decisions/017). Never decompresses request bodies, which could expand far beyond
 * their limit.
 */
export function compression(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    if (!PACKED_TYPES.test(String(reply.getHeader('content-type')))) return payload
    const vary = String(reply.getHeader('vary') ?? '')
    if (!/accept-encoding/i.test(vary))
      reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`)

    if (request.routeOptions.config.isUncompressed || reply.hasHeader('content-encoding')) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (Buffer.byteLength(payload) < WORTH_BYTES) return payload
    const encoding = encodingFor(request.headers['accept-encoding'])
    const encoder = encoding && ENCODERS[encoding]
    if (!encoder) return payload
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    const packed = body.length > encoder.quickBytes ? await encoder.later(body) : encoder.now(body)
    reply.header('content-encoding', encoding).header('content-length', packed.length)
    return packed
  })
}

/** The accepted encoding with the highest quality value; among equals, the first of ENCODERS. */
function encodingFor(accepted: string | string[] | undefined): string | undefined {
  const qualities = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((one): [name: string, quality: number] => {
        const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
        const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1]
        // `*` accepts any encoding. Choose gzip, because the client may not know zstd.
        return [name === '*' ? 'gzip' : name, quality === undefined ? 1 : Number(quality) || 0]
      }),
  )
  const qualityOf = (name: string) => qualities.get(name) ?? 0
  const [best = ''] = Object.keys(ENCODERS).toSorted((one, other) => qualityOf(other) - qualityOf(one))
  return qualityOf(best) > 0 && qualityOf(best) >= qualityOf('identity') ? best : undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isUncompressed?: boolean
  }
}
