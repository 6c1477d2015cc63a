import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Image } from '#core/media/contract.ts'
import { usageError } from './cli-error.ts'
import type { Options, Run } from './command.ts'
import type { FrogyClient } from './frogy-client.ts'

const LONGEST_TEXT_BYTES = 1024 ** 2
const MOST_PICTURES = 4

/** The text of a post: the argument, a file or the standard input, without its final line breaks. */
export async function readText({ options, values: [given], terminal: { input } }: Run): Promise<string> {
  if (given !== undefined && options.file !== undefined) throw usageError('Give either a text or --file.')
  if (given !== undefined && given !== '-') return withPlainBreaks(given)
  const isFile = options.file !== undefined && options.file !== '-'
  if (!isFile && given === undefined && input.isTTY) throw usageError('The text of the post is missing.')
  const bytes = isFile ? readFile(options.file ?? '') : await readInput(input)
  if (bytes.length > LONGEST_TEXT_BYTES) throw usageError('The text is longer than any network allows.')
  try {
    // The decoder also removes a byte order mark.
    return withPlainBreaks(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw usageError('The text is not in UTF-8.')
  }
}

/** Reads little more than the longest text, because an input may never end. */
export async function readInput(input: NodeJS.ReadStream): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of input) {
    pieces.push(Buffer.from(piece as Buffer))
    length += (piece as Buffer).length
    if (length > LONGEST_TEXT_BYTES) break
  }
  return Buffer.concat(pieces)
}

const withPlainBreaks = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n+$/, '')

/** A picture to upload, or the id of an uploaded one. */
interface Picture {
  source: { name: string; bytes: Uint8Array<ArrayBuffer> } | { id: string }
  alt: string
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the pictures and their descriptions. @throws CliError */
export function readPictures(given: readonly string[], { alt = [] }: Options): Picture[] {
  if (given.length > MOST_PICTURES) throw usageError(`A post has at most ${MOST_PICTURES} pictures.`)
  if (alt.length > given.length) throw usageError('There are more descriptions (--alt) than pictures.')
  return given.map((path, index) => ({
    source: ID.test(path) ? { id: path } : { name: basename(path), bytes: new Uint8Array(readFile(path)) },
    alt: alt[index] ?? '',
  }))
}

/** Identifies pictures, to find out whether two commands are the same. */
export const identityOf = (pictures: readonly Picture[]): (string | Uint8Array)[] =>
  pictures.flatMap(({ source, alt }) => ['id' in source ? source.id : source.bytes, alt])

/** Uploads the pictures that are files, and describes all. @returns the ids in the same order */
export async function sendPictures(
  client: FrogyClient,
  pictures: readonly Picture[],
  key: string,
): Promise<{ ids: string[]; uploaded: Image[] }> {
  const uploaded = await upload(client, pictures, `${key}-pictures`)
  const files = uploaded.values()
  const ids = pictures.map(({ source }) => ('id' in source ? source.id : (files.next().value?.id ?? '')))
  for (const [index, { alt }] of pictures.entries())
    if (alt)
      await client.call('PATCH /api/images/{id}', {
        params: { id: ids[index] ?? '' },
        body: { altText: alt },
        idempotencyKey: `${key}-alt-${index}`,
      })
  return { ids, uploaded }
}

async function upload(client: FrogyClient, pictures: readonly Picture[], idempotencyKey: string): Promise<Image[]> {
  const form = new FormData()
  for (const { source } of pictures) if ('bytes' in source) form.append('images', new File([source.bytes], source.name))
  if (!form.has('images')) return []
  const { media } = await client.call('POST /api/images/upload', { form, idempotencyKey })
  return media.images
}

function readFile(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path)
  } catch (error) {
    throw usageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
