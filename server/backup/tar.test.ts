import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { readBackup } from './read-backup.ts'
import { NotABackup, readTar, tarWriter } from './tar.ts'

async function archive(...files: [name: string, text: string][]): Promise<Buffer> {
  const path = join(memoryFolder(), `frogy-tar-${crypto.randomUUID()}`)
  const file = await open(path, 'wx')
  const tar = tarWriter(file)
  for (const [name, text] of files) await tar.add(name, Buffer.byteLength(text), [Buffer.from(text)])
  await tar.end()
  await file.close()
  const bytes = await readFile(path)
  await rm(path)
  return bytes
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}

const HEAD: [string, string] = ['frogy-backup.json', '{"product":"frogy","format":1,"version":"1"}']

test.each([
  ['a path out of its folder', ['media/../../secret', 'x']],
  ['an absolute path', ['/etc/passwd', 'x']],
  ['a file that no backup has', ['notes.txt', 'x']],
] as [string, [string, string]][])('refuses an archive with %s', async (_, file) => {
  await expect(readBackup(chunksOf(await archive(HEAD, file)))).rejects.toThrow('a file that no backup has')
})

test('refuses an archive that contains a link, is from another program or a newer format, or is truncated', async () => {
  const bytes = await archive(HEAD, ['media/ab', 'x'])
  // Turn the file into a symbolic link (type "2" instead of "0"), which raises the header's checksum by two.
  const link = Buffer.from(bytes)
  link[1024 + 156] = 0x32
  link.write(
    (Number.parseInt(link.toString('latin1', 1024 + 148, 1024 + 154), 8) + 2).toString(8).padStart(6, '0'),
    1024 + 148,
  )
  await expect(readBackup(chunksOf(link))).rejects.toThrow('not a plain file')
  await expect(readBackup(chunksOf(bytes))).rejects.toThrow('manifest is missing')
  for (const size of [0, 100, 600, 1_600])
    await expect(readBackup(chunksOf(bytes.subarray(0, size)))).rejects.toThrow('cut off')
  await expect(readBackup(chunksOf(await archive(['media/ab', 'x'])))).rejects.toThrow('not made by Frogy')
  const newer = await archive([HEAD[0], HEAD[1].replace('"format":1', '"format":2')])
  await expect(readBackup(chunksOf(newer))).rejects.toThrow('newer format')
})

test('refuses an archive with any flipped bit outside the content of its files', async () => {
  const content = 'x'.repeat(700)
  const bytes = await archive(['media/ab', content])
  const accepted: string[] = []
  for (let at = 0; at < bytes.length; at++) {
    if (at === 512) at += content.length
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (bytes[at] ?? 0) ^ (1 << bit)
      const reading = Array.fromAsync(readTar(chunksOf(flipped), () => true))
      if (!((await reading.catch((error: unknown) => error)) instanceof NotABackup)) accepted.push(`${at}.${bit}`)
    }
  }
  expect(accepted).toEqual([])
})
