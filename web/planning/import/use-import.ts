import { useRef, useState } from 'react'
import { tagKey } from '#core/posts/tag-cell.ts'
import { TAG_COLOURS } from '#core/posts/tags.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { ApiError, call } from '../../lib/api.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { messageOfError, type StoredMessage } from '../../lib/error-message.ts'
import type { ImportRow } from './validate-rows.ts'

export type Imported = ReadonlyMap<ImportRow, { isStored: true } | { isStored: false; message: StoredMessage }>

interface Importing {
  state: 'idle' | 'running' | 'halted' | 'done'
  imported: Imported
  halted: StoredMessage | null
  /** Stores the rows as posts, in order. Idempotent: a second run does not store a row twice. */
  run: (rows: readonly ImportRow[], timeZone: string) => Promise<void>
  stop: () => void
}

export function useImport(): Importing {
  const [state, setState] = useState<Importing['state']>('idle')
  const [imported, setImported] = useState<Imported>(new Map())
  const [halted, setHalted] = useState<StoredMessage | null>(null)
  const isStopped = useRef(false)
  const [pictures] = useState(fetchedPictures)
  const [tags] = useState(storedTags)

  async function run(rows: readonly ImportRow[], timeZone: string) {
    isStopped.current = false
    setState('running')
    setHalted(null)
    const results = new Map(imported)
    for (const row of rows) {
      if (results.has(row) || !row.platform || !row.at) continue
      if (isStopped.current) break
      try {
        const images = await pictures.idsOf(row.pictures)
        await store(row, row.platform, row.at, timeZone, images, await tags.idsOf(row.tags))
        results.set(row, { isStored: true })
      } catch (error) {
        // Stop at a temporary error. If the user continues, the row's idempotency key prevents a second post. Do not
        // stop if only a picture of the row cannot be fetched.
        if (!(error instanceof ApiError) || (error.isPassing && !error.code?.startsWith('page_'))) {
          setHalted(messageOfError(error))
          break
        }
        results.set(row, { isStored: false, message: messageOfError(error) })
      }
      setImported(new Map(results))
    }
    setState(rows.every((row) => results.has(row)) ? 'done' : 'halted')
    void invalidate('/api/posts', '/api/tags')
  }

  return { state, imported, halted, run, stop: () => void (isStopped.current = true) }
}

function store(
  { cells, accountId, key }: ImportRow,
  platform: NonNullable<ImportRow['platform']>,
  at: Date,
  timeZone: string,
  images: string[],
  tagIds: string[],
) {
  const post = { content: cells.text, platform, accountId, status: 'scheduled' as const, ...chosenTime(at, timeZone) }
  const body = { ...post, ...(images.length > 0 && { media: { images } }), ...(tagIds.length > 0 && { tagIds }) }
  return call('POST /api/posts', { body }, { idempotencyKey: key })
}

/** Fetches the pictures of rows by their addresses, and stores them. A picture that several rows use is stored once. */
function fetchedPictures() {
  const known = new Map<string, { key: string; id?: string }>()
  return {
    async idsOf(addresses: readonly string[]): Promise<string[]> {
      const ids: string[] = []
      for (const address of addresses) {
        const picture = known.get(address) ?? { key: crypto.randomUUID() }
        known.set(address, picture)
        const request = { body: { address } }
        picture.id ??= (await call('POST /api/images/from-address', request, { idempotencyKey: picture.key })).id
        ids.push(picture.id)
      }
      return ids
    },
  }
}

/** Finds tags by their names, and adds the missing ones. */
function storedTags() {
  const known = new Map<string, string>()
  return {
    async idsOf(names: readonly string[]): Promise<string[]> {
      if (names.length > 0 && known.size === 0)
        for (const { id, name } of await queryClient.ensureQueryData(reading('GET /api/tags')))
          known.set(tagKey(name), id)
      const ids: string[] = []
      for (const name of names) {
        const colour = TAG_COLOURS[known.size % TAG_COLOURS.length] ?? TAG_COLOURS[0]
        const id = known.get(tagKey(name)) ?? (await call('POST /api/tags', { body: { name, colour } })).id
        known.set(tagKey(name), id)
        ids.push(id)
      }
      return ids
    },
  }
}
