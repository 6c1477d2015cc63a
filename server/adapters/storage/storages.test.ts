import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Storage } from './storage.ts'
import { storageFor } from './storages.ts'

let folder: string
let bucket: S3rver
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frogy-storage-'))
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: join(folder, 's3'),
    silent: true,
    configureBuckets: [{ name: 'pictures' }],
  })
  port = (await bucket.run()).port
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const STORAGES: [what: string, open: () => Storage][] = [
  ['a folder', () => storageFor({ dataDir: folder, storage: undefined })],
  [
    'a bucket',
    () =>
      storageFor({
        dataDir: folder,
        storage: { bucket: 'pictures', region: undefined, endpoint: `http://127.0.0.1:${port}` },
      }),
  ],
]

describe.each(STORAGES)('%s', (_what, open) => {
  const BYTES = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251)

  test('returns the stored bytes unchanged', async () => {
    const storage = open()
    await storage.put('ab/one', BYTES, 'image/jpeg')
    const stored = await storage.read('ab/one')
    expect(stored && Buffer.compare(stored, BYTES)).toBe(0)
  })

  test('reads a file that another process stored', async () => {
    await open().put('ab/two', BYTES, 'image/png')
    expect(await open().read('ab/two')).toHaveLength(300_000)
  })

  test('returns undefined for a missing file', async () => {
    expect(await open().read('ab/none')).toBeUndefined()
    expect(await open().read('none/none')).toBeUndefined()
  })

  test('stores and returns a stream larger than one request accepts', async () => {
    const piece = Buffer.alloc(1024 * 1024, 7)
    const storage = open()
    const never = new AbortController().signal
    expect(await storage.putStream('ef/large', Readable.from(Array(7).fill(piece)), 'application/zip', never)).toBe(
      7 * 1024 * 1024,
    )
    let size = 0
    for await (const chunk of (await storage.stream('ef/large')) ?? []) size += (chunk as Buffer).length
    expect(size).toBe(7 * 1024 * 1024)
    expect(await storage.stream('ef/none')).toBeUndefined()
  })

  test('stops storing or reading a stream that is cancelled or fails', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(1024)
        throw new Error('The source broke')
      })(),
    )
    await expect(
      open().putStream('ef/broken', broken, 'application/zip', new AbortController().signal),
    ).rejects.toThrow(/broke|storage_away/)
    const source = Readable.from([Buffer.alloc(1024)])
    await expect(open().putStream('ef/unwanted', source, 'application/zip', AbortSignal.abort())).rejects.toThrow(
      /aborted|storage_away/,
    )
  })

  test('deletes a stored file, and accepts a second deletion of the same file', async () => {
    const storage = open()
    await storage.put('cd/three', BYTES, 'image/webp')
    await storage.delete('cd/three')
    await storage.delete('cd/three')
    expect(await storage.read('cd/three')).toBeUndefined()
  })
})

test('creates the folder with the first file, both readable by their owner only', async () => {
  const dataDir = join(folder, 'fresh')
  const storage = storageFor({ dataDir, storage: undefined })
  expect(await storage.read('ab/one')).toBeUndefined()
  await expect(readdir(dataDir)).rejects.toThrow(/ENOENT/)
  await storage.put('ab/one', Uint8Array.of(1), 'image/png')
  expect((await stat(join(dataDir, 'media', 'ab'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'media', 'ab', 'one'))).mode & 0o777).toBe(0o600)
})

test('throws for a missing bucket instead of reporting a missing file', async () => {
  const storage = storageFor({
    dataDir: folder,
    storage: { bucket: 'nowhere', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}` },
  })
  await expect(storage.put('ab/one', Uint8Array.of(1), 'image/png')).rejects.toMatchObject({ code: 'storage_away' })
  await expect(storage.read('ab/one')).rejects.toMatchObject({ code: 'storage_away' })
})
