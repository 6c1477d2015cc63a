import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The files to compress. Fonts and pictures are already compressed. */
const TEXT = /\.(?:js|css|svg|html|json|webmanifest)$/

const ENCODINGS = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    }),
  gz: (text: Buffer) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
}

/** Writes `x.js.br` and `x.js.gz` next to each text file that shrinks. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name))
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))))
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path)
  for (const [extension, compress] of Object.entries(ENCODINGS)) {
    const packed = await compress(text)
    if (packed.length < text.length) await writeFile(`${path}.${extension}`, packed)
  }
}
