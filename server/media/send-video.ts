import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VideoType } from '#core/video/video-facts.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { streamVideo, type VideoFile } from './video-file.ts'

/** Sends a video or document, or the range that a player or network requests. Invalid ranges get the whole file (RFC 9110, 14.2). */
export function sendVideo(
  storage: Storage,
  file: VideoFile & { type: VideoType | 'application/pdf' },
  { headers }: FastifyRequest,
  reply: FastifyReply,
  more: Record<string, string>,
): Readable {
  const { sizeBytes } = file
  const [from, end] = rangeIn(headers.range, sizeBytes) ?? [0, sizeBytes]
  if (end - from < sizeBytes) reply.code(206).header('content-range', `bytes ${from}-${end - 1}/${sizeBytes}`)
  reply.headers({
    'content-type': file.type,
    'content-length': String(end - from),
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...more,
  })
  return streamVideo(storage, file, from, end)
}

/**
 * The part of a video that a range header such as `bytes=0-1023`, `bytes=500-` or `bytes=-500` requests: its first byte,
 * and the byte after its last.
 */
function rangeIn(header: string | undefined, size: number): [from: number, end: number] | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last)) return undefined
  const from = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(size, Number(last) + 1) : size
  return from < end ? [from, end] : undefined
}
