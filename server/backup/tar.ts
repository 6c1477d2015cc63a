import type { FileHandle } from 'node:fs/promises'

// The part of the tar format (POSIX ustar) that backups need: regular files with plain names.

const BLOCK = 512
const END = Buffer.alloc(2 * BLOCK)

/** The error for an archive that Frogy cannot have written. The message gives the reason. */
export class NotABackup extends Error {
  override readonly name = 'NotABackup'
}

/** Writes the files of an archive one after the other. */
export function tarWriter(file: FileHandle) {
  let sizeBytes = 0
  const write = async (bytes: Uint8Array) => {
    let at = 0
    while (at < bytes.length) at += (await file.write(bytes, at)).bytesWritten
    sizeBytes += bytes.length
  }
  return {
    get sizeBytes() {
      return sizeBytes
    },
    /** Adds a file to the archive. @throws Error when `chunks` do not have the given size */
    async add(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
      await write(headerOf(name, size))
      let left = size
      for await (const chunk of chunks) {
        if (chunk.length > left) throw new Error(`${name} grew while it was read`)
        await write(chunk)
        left -= chunk.length
      }
      if (left > 0) throw new Error(`${name} became shorter while it was read`)
      await write(END.subarray(0, paddingOf(size)))
    },
    end: () => write(END),
  }
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name is too long for the archive: ${name}`)
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(checksumOf(header), 148)
  return header
}

/** The checksum field: the sum of the header's bytes, in which the field itself counts as spaces. */
function checksumOf(header: Buffer): string {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte
  return `${sum.toString(8).padStart(6, '0')}\0 `
}

export interface TarFile {
  name: string
  size: number
  /** The content, in pieces. If the caller reads only a part of it, `readTar` skips the rest. */
  chunks: AsyncIterable<Buffer>
  /** The whole content. @throws NotABackup when it is larger than `most` */
  bytes(most: number): Promise<Buffer>
}

/**
 * Reads the files of an archive, one after the other.
 * @param isAllowed decides by its name whether a file may be read
 * @throws NotABackup for anything but regular files with allowed names, and when the archive is cut off
 */
export async function* readTar(
  source: AsyncIterable<Buffer>,
  isAllowed: (name: string) => boolean,
): AsyncGenerator<TarFile> {
  const input = byteReader(source)
  for (;;) {
    const header = await input.take(BLOCK)
    if (header.every((byte) => byte === 0)) break
    const { name, size } = readHeader(header)
    if (!isAllowed(name)) throw new NotABackup(`it has a file that no backup has: ${JSON.stringify(name)}`)
    let left = size
    const chunks = (async function* () {
      while (left > 0) {
        const chunk = await input.some(left)
        left -= chunk.length
        yield chunk
      }
    })()
    yield {
      name,
      size,
      chunks,
      async bytes(most) {
        if (size > most) throw new NotABackup(`${name} is larger than any backup writes it`)
        const content = await input.take(size)
        left = 0
        return content
      },
    }
    while (left > 0) left -= (await input.some(left)).length
    if ((await input.take(paddingOf(size))).some((byte) => byte !== 0)) throw new NotABackup(`${name} is damaged`)
  }
  await input.expectZeros()
}

const ascii = (header: Buffer, from: number, to: number): string =>
  header.toString('latin1', from, to).replace(/\0.*$/s, '')

function readHeader(header: Buffer): { name: string; size: number } {
  const isTar = ascii(header, 257, 263) === 'ustar'
  if (!isTar || header.toString('latin1', 148, 156) !== checksumOf(header))
    throw new NotABackup('it is not a tar archive, or is damaged')
  const digits = ascii(header, 124, 136)
  if (ascii(header, 156, 157) !== '0' || ascii(header, 345, 500) !== '' || !/^[0-7]{11}$/.test(digits))
    throw new NotABackup('it has an entry that is not a plain file')
  return { name: ascii(header, 0, 100), size: Number.parseInt(digits, 8) }
}

function byteReader(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const fill = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) return false
      rest = next.value
    }
    return true
  }
  /** Reads the next bytes of the archive: at least one, at most `most`. */
  const some = async (most: number): Promise<Buffer> => {
    if (!(await fill())) throw new NotABackup('it is cut off')
    const chunk = rest.subarray(0, most)
    rest = rest.subarray(chunk.length)
    return chunk
  }
  return {
    some,
    async take(size: number): Promise<Buffer> {
      const chunks: Buffer[] = []
      for (let left = size; left > 0;) {
        const chunk = await some(left)
        chunks.push(chunk)
        left -= chunk.length
      }
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    },
    /**
     * Reads the rest of the archive, which must be zeros. @throws NotABackup for other bytes, or if the rest is empty
     */
    async expectZeros(): Promise<void> {
      let size = 0
      while (await fill()) {
        if (rest.some((byte) => byte !== 0)) throw new NotABackup('it has something after its end')
        size += rest.length
        rest = Buffer.alloc(0)
      }
      if (size < BLOCK) throw new NotABackup('it is cut off')
    },
  }
}
