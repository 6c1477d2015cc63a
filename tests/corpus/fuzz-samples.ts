import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParserName } from '#core/reading/parsers.ts'
import type { About } from '#server/reading/parsing/parse.ts'
import { pictureFile } from '../support/pictures.ts'
import { docxFile, docxParts, zipped } from './docx/docx-file.ts'
import { DOCUMENTS } from './docx/documents.ts'

const MAIN_PART = 'word/document.xml'

/** Valid inputs for one parser, which the fuzzer corrupts. */
export interface FuzzSamples {
  parser: ParserName
  samples: Uint8Array[]
  about: About<ParserName>
  /** Packs a sample after the fuzzer has corrupted it. A corrupted packed file would only fail its checksum. */
  pack?: (spoiled: Uint8Array) => Uint8Array
}

/** The samples of each parser, small ones first, because they show byte-level errors fastest. */
export async function fuzzSamples(): Promise<Record<string, FuzzSamples>> {
  const formats = ['jpeg', 'png', 'webp', 'avif'] as const
  return {
    articles: {
      parser: 'article',
      samples: await filesIn('pages', '.html'),
      about: { contentType: 'text/html', url: 'https://news.example/2025/a' },
    },
    'link cards': {
      parser: 'linkCard',
      samples: await filesIn('pages', '.html'),
      about: { contentType: 'text/html', url: 'https://news.example/2025/a' },
    },
    'pictures of links': {
      parser: 'cardPicture',
      samples: await Promise.all(formats.map((format) => pictureFile(format, 300, 200))),
      about: null,
    },
    'pictures of people': {
      parser: 'portrait',
      samples: await Promise.all(formats.map((format) => pictureFile(format, 300, 200))),
      about: null,
    },
    pdf: { parser: 'document', samples: await filesIn('pdf', '.pdf', BOMB), about: null },
    'pages of pdf': { parser: 'pdfFacts', samples: await filesIn('pdf', '.pdf', BOMB), about: null },
    docx: { parser: 'document', samples: DOCUMENTS.map(({ file }) => docxFile(file)), about: null },
    'parts of docx': {
      parser: 'document',
      samples: DOCUMENTS.map(({ file }) => docxParts(file)[MAIN_PART] ?? new Uint8Array()),
      about: null,
      pack: (spoiled) => zipped({ ...docxParts({ body: '' }), [MAIN_PART]: spoiled }),
    },
    pictures: {
      parser: 'picture',
      samples: await Promise.all(formats.map((format) => pictureFile(format, 300, 200))),
      about: null,
    },
  }
}

/** These files test limits on purpose. Corrupted copies would run into the same limits, so the fuzzer skips them. */
const BOMB = /bomb/

async function filesIn(folder: string, extension: string, except = /^$/): Promise<Uint8Array[]> {
  const path = join(import.meta.dirname, folder)
  const names = (await readdir(path)).filter((name) => name.endsWith(extension) && !except.test(name)).toSorted()
  return await Promise.all(names.map((name) => readFile(join(path, name))))
}
