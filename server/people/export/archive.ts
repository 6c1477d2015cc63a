import { Readable } from 'node:stream'
import type { Language } from '#core/language.ts'
import type { Storage } from '../../adapters/storage/storage.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { keyOf, type ImageRow } from '../../media/store.ts'
import { readVideoExtras } from '../../media/video-extras.ts'
import { streamVideo } from '../../media/video-file.ts'
import { translator } from '../../messages.ts'
import { fileOfPicture } from '../profile/picture.ts'
import { jsonOf, PARTS } from './parts.ts'

interface Entry {
  path: string
  isPacked: boolean
  open: () => Promise<Readable>
}

/**
 * Streams all data of a user as one ZIP file.
 * @param onFile awaited before each file, with the progress; an error ends the archive
 */
export async function archiveOf(
  { database, storage }: { database: Database; storage: Storage },
  { userId, language }: { userId: string; language: Language },
  now: Date,
  onFile: (filesDone: number, filesTotal: number) => Promise<void>,
): Promise<Readable> {
  const readMe = translator(language)('mail.export.readMe')
  const entries: Entry[] = [
    { path: 'README.txt', isPacked: true, open: async () => Readable.from([Buffer.from(readMe)]) },
    ...PARTS.map((part) => ({
      path: `${part.file}.json`,
      isPacked: true,
      open: async () => Readable.from(asBytes(jsonOf(database, part, userId))),
    })),
    ...(await portraitEntry(database, storage, userId)),
    ...(await logoEntry(database, userId)),
    ...(await pictureEntries(database, storage, userId)),
  ]
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  zip.on('error', (error: Error) => bytes.destroy(error))
  for (const [index, { path, isPacked, open }] of entries.entries()) {
    zip.addReadStreamLazy(path, { mtime: now, compress: isPacked, mode: 0o100600 }, (give) => {
      onFile(index, entries.length)
        .then(open)
        .then(
          (stream) => {
            // yazl does not handle errors of a file's stream. An unhandled error would end the process.
            stream.on('error', (error) => bytes.destroy(error))
            give(null, stream)
          },
          (error: unknown) => bytes.destroy(error as Error),
        )
    })
  }
  zip.end()
  return bytes
}

async function portraitEntry(database: Database, storage: Storage, userId: string): Promise<Entry[]> {
  const file = await fileOfPicture(database, userId)
  return file ? [{ path: 'profile-photo.webp', isPacked: false, open: () => openOrEmpty(storage, file) }] : []
}

async function logoEntry(database: Database, userId: string): Promise<Entry[]> {
  const rows = await database.query(sql`
    select ${columns('report_logos', 'picture')} from report_logos where user_id = ${userId}`)
  return rows.map(({ picture }) => ({
    path: 'report-logo.webp',
    isPacked: false,
    open: async () => Readable.from([Buffer.from(picture)]),
  }))
}

async function pictureEntries(database: Database, storage: Storage, userId: string): Promise<Entry[]> {
  const rows = await database.query(sql`
    select ${columns('images', 'id', 'renditions', 'video', 'document', 'size_bytes', 'cover', 'captions')} from images where user_id = ${userId} and state = 'ready' order by id`)
  return rows.flatMap((row) => {
    const { id, renditions, video, document, size_bytes: sizeBytes } = row
    if (video ?? document) {
      const path = video ? `videos/${id}.${video.type === 'video/mp4' ? 'mp4' : 'mov'}` : `documents/${id}.pdf`
      const file = { path, isPacked: false, open: async () => streamVideo(storage, { id, sizeBytes }) }
      return [file, ...extraEntries(database, row)]
    }
    const whole = renditions.find(({ name }) => name === 'master')
    if (!whole) return []
    return {
      path: `photos/${id}.${whole.type.split('/')[1]}`,
      isPacked: false,
      open: () => openOrEmpty(storage, keyOf(id, whole)),
    }
  })
}

function extraEntries(database: Database, row: Pick<ImageRow, 'id' | 'cover' | 'captions'>): Entry[] {
  const entry = (name: 'cover' | 'captions', path: string): Entry => ({
    path,
    isPacked: name === 'captions',
    open: async () => Readable.from([Buffer.from((await readVideoExtras(database, row))[name] ?? '')]),
  })
  return [
    ...(row.cover ? [entry('cover', `videos/${row.id}-cover.jpg`)] : []),
    ...(row.captions ? [entry('captions', `videos/${row.id}.vtt`)] : []),
  ]
}

/** A stored file that was deleted during the export becomes an empty file in the archive. */
async function openOrEmpty(storage: Storage, file: string): Promise<Readable> {
  return (await storage.stream(file)) ?? Readable.from([])
}

async function* asBytes(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece)
}
