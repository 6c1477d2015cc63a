import { serverRulesOf } from '#core/platforms/server-rules.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer, PlatformRequest } from '../http.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import type { OutgoingPost } from '../platform-client.ts'

/** Facts about a server that Frogy reads before an account connects. */
export interface ServerFacts {
  textLimit: number | null
  /** Whether the server accepts only posts with a photo or video, as Pixelfed does. */
  needsMedia: boolean
  media: MediaLimits
}

/** The largest files that a server accepts. Null if it names no limit. */
export interface MediaLimits {
  imageBytes: number | null
  imagePixels: number | null
  videoBytes: number | null
  videoPixels: number | null
}

const HOST =
  /^(?=.{4,253}$)(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u

/** A server as people write it: `mastodon.social`, `@nadia@mastodon.social`, or the address of a profile. */
export function parseServer(given: string): { host: string; name: string | undefined } | undefined {
  const [, name, handleHost] = /^@?([\p{L}\p{N}_.-]{1,100})@([^@/\s]+)$/u.exec(given) ?? []
  const url = URL.parse(handleHost ? `https://${handleHost}` : /^https?:\/\//i.test(given) ? given : `https://${given}`)
  // Reject an address with a port, because Mastodon servers are public web sites.
  if (!url || url.port || url.username || !HOST.test(url.hostname)) return undefined
  const [, profileName] = /^\/@([\w.-]{1,100})/.exec(url.pathname) ?? []
  return { host: url.hostname, name: name ?? profileName }
}

export function readFacts({ json }: PlatformAnswer): ServerFacts | undefined {
  // Every Mastodon server states its name: in v2 as `domain`, in v1 as `uri`.
  if (!textAt(json, 'domain') && !textAt(json, 'uri')) return undefined
  const limitAt = (...path: string[]): number | null => {
    const limit = numberAt(json, ...path)
    return limit !== undefined && limit > 0 ? limit : null
  }
  const ofFiles = (name: string) => limitAt('configuration', 'media_attachments', name)
  return {
    textLimit: limitAt('configuration', 'statuses', 'max_characters') ?? limitAt('max_toot_chars'),
    // Server software other than Mastodon states its name in its version: `3.5.3 (compatible; Pixelfed 0.12.6)`.
    needsMedia: /\bpixelfed\b/i.test(textAt(json, 'version') ?? ''),
    media: {
      imageBytes: ofFiles('image_size_limit') ?? limitAt('upload_limit'),
      imagePixels: ofFiles('image_matrix_limit'),
      videoBytes: ofFiles('video_size_limit') ?? limitAt('upload_limit'),
      videoPixels: ofFiles('video_matrix_limit'),
    },
  }
}

/** Finds the first file of a post above the server's limits, before anything is uploaded. */
export async function findTooLarge({ images, video }: OutgoingPost, limits: MediaLimits): Promise<string | undefined> {
  const isGif = video?.type === 'image/gif'
  const mostBytes = isGif ? limits.imageBytes : limits.videoBytes
  if (video && isAbove(video.sizeBytes, mostBytes))
    return `video: ${inMegabytes(video.sizeBytes)}, at most ${inMegabytes(mostBytes)}`
  if (video && isAbove(video.width * video.height, isGif ? limits.imagePixels : limits.videoPixels))
    return `video: ${video.width} × ${video.height} pixels`
  for (const image of images) {
    if (isAbove(image.width * image.height, limits.imagePixels))
      return `picture: ${image.width} × ${image.height} pixels`
    // Read the file only if the server's limit is below Frogy's largest picture. Most servers accept all pictures of
    // Frogy.
    if (!isAbove(LARGEST_RENDITION, limits.imageBytes)) continue
    const file = await image.read()
    if (file.ok && isAbove(file.value.byteLength, limits.imageBytes))
      return `picture: ${inMegabytes(file.value.byteLength)}, at most ${inMegabytes(limits.imageBytes)}`
  }
  return undefined
}

const { 'image/jpeg': jpeg, 'image/png': png = 0 } = serverRulesOf('mastodon').pictures.maxBytes
const LARGEST_RENDITION = Math.max(jpeg, png)

const isAbove = (size: number, limit: number | null): boolean => limit !== null && size > limit
const inMegabytes = (bytes: number | null): string => `${((bytes ?? 0) / 1_000_000).toFixed(1)} MB`

/** The address of the server that hosts an account of this name (RFC 7033). */
export function webfingerRequest(server: string, name: string, host: string): PlatformRequest {
  const query = new URLSearchParams({ resource: `acct:${name}@${host}` })
  return { method: 'GET', url: `${server}/.well-known/webfinger?${query}` }
}

export function readHost({ json }: PlatformAnswer): string | undefined {
  const self = listAt(json, 'links').find((link) => at(link, 'rel') === 'self')
  return URL.parse(textAt(self, 'href') ?? '')?.hostname
}

/** The scopes to request. Mastodon servers since 4.3 list `profile`, which reveals less than `read:accounts`. */
export function scopesFor(supported: readonly string[] | undefined): string[] {
  const who = supported?.includes('profile') ? 'profile' : 'read:accounts'
  return [who, 'read:statuses', 'write:statuses', 'write:media']
}

export const MAY_POST = 'write:statuses'

/** Adds the narrow scopes that a broad scope contains, because some Mastodon servers grant only broad ones. */
export const withContained = (granted: readonly string[]): string[] =>
  granted.includes('write') ? [...granted, MAY_POST] : [...granted]

/** Reads only the HTTP status of a failure, because Mastodon servers write messages in their own language. */
export const anyFailure = ({ status }: PlatformAnswer): PublishFailure => ({
  kind: 'refused',
  reason: 'other',
  detail: `HTTP ${status}`,
})
