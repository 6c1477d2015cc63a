import { createHash } from 'node:crypto'
import type { Platform } from '#core/platforms/platform.ts'
import { pdfFile, uploadDocument } from './documents.ts'
import type { Person } from './person.ts'
import { phonePhoto, pictureFile, uploadForm } from './pictures.ts'
import type { SimulatedPost } from './simulator.ts'
import { addCoverAndCaptions, uploadVideo, videoFile } from './videos.ts'

export const PICTURES = ['picture-0', 'picture-1', 'picture-2', 'picture-3'] as const

/** A file that a user uploads once and uses in many posts. `photo` is a HEIC file. */
export type MediaName = (typeof PICTURES)[number] | 'photo' | 'video' | 'document'

/** A vertical video that all networks accept. Telegram accepts no more than 20 MB. */
const VIDEO = { seconds: 12, width: 720, height: 1_280, sizeBytes: 20_000_000 }
const PAGES = 3

/**
 * Uploads a user's files.
 * @param hasAll whether the user needs more than the PNG pictures
 * @returns the ids of the files by name
 */
export async function uploadMedia(
  person: Person,
  number: number,
  hasAll: boolean,
): Promise<Partial<Record<MediaName, string>>> {
  const names: MediaName[] = hasAll ? [...PICTURES, 'photo'] : [...PICTURES]
  const ids: Partial<Record<MediaName, string>> = {}
  // Upload in two groups, because one form holds at most four pictures.
  for (const group of [names.slice(0, 4), names.slice(4)].filter(({ length }) => length > 0)) {
    const files = await Promise.all(group.map(pictureNamed))
    const { media } = await person.call('POST /api/images/upload', { form: uploadForm(...files) })
    for (const [index, { id }] of media.images.entries()) {
      const name = group[index]!
      ids[name] = id
      await person.call('PATCH /api/images/{id}', { params: { id }, body: { altText: altTextOf(number, name) } })
    }
  }
  if (!hasAll) return ids
  ids.video = await uploadVideo(person, videoFile(VIDEO))
  await addCoverAndCaptions(person, ids.video)
  ids.document = await uploadDocument(person, documentOf(number))
  return ids
}

async function pictureNamed(name: MediaName, index: number): Promise<[string, Uint8Array<ArrayBuffer>]> {
  if (name === 'photo') return ['IMG_0001.HEIC', phonePhoto()]
  return [`${name}.png`, new Uint8Array(await pictureFile('png', 500 + index * 20, 400))]
}

const altTextOf = (person: number, name: MediaName): string => `${name} of person ${person}`
const titleOf = (person: number): string => `Slides of person ${person}`
const documentOf = (person: number) => pdfFile({ pages: PAGES, title: titleOf(person) })

/** How a network shows a user's file, in the notation of `describeMedia`. */
export function expectedMedia(platform: Platform, person: number, name: MediaName): string {
  const isTelegram = platform === 'telegram'
  // Telegram has no alt texts, and shows a file's name instead of its title.
  if (name === 'document')
    return `document ${titleOf(person)}${isTelegram ? '.pdf' : ''} ${PAGES} ${sha256(documentOf(person))}`
  if (name === 'video') return `video ${(videoHash ??= sha256(videoFile(VIDEO)))}`
  return `image ${isTelegram ? null : altTextOf(person, name)}`
}

export function describeMedia(media: SimulatedPost['media']): string[] {
  return media.map(({ type, title, pages, altText, sha256: hash }) => {
    if (type === 'document') return `document ${title} ${pages} ${hash}`
    return type === 'video' ? `video ${hash}` : `${type} ${altText}`
  })
}

let videoHash: string | undefined
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
