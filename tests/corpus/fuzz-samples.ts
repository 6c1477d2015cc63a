import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParserName } from '#core/reading/parsers.ts'
import type { About } from '#server/reading/parsing/parse.ts'
import { pictureFile, plain } from '../support/pictures.ts'
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
    'logos of reports': { parser: 'logo', samples: await logos(), about: null },
    feeds: {
      parser: 'feed',
      samples: FEEDS.map((text) => Buffer.from(text)),
      about: { contentType: null, url: 'https://supply.example/feed' },
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

/** Logos as companies upload them: wide, with a transparent background, few colours, or inverted inks. */
async function logos(): Promise<Uint8Array[]> {
  const wide = plain(600, 120, '#14603f')
  const transparent = wide.clone().ensureAlpha(0.4)
  return await Promise.all([
    transparent.clone().png().toBuffer(),
    transparent.clone().png({ palette: true, colours: 16 }).toBuffer(),
    transparent.clone().webp({ lossless: true }).toBuffer(),
    wide.clone().jpeg({ progressive: true }).toBuffer(),
    wide.clone().toColourspace('cmyk').jpeg().toBuffer(),
  ])
}

const RSS_ITEM =
  '<item><title>Seven signatures</title><link>https://supply.example/seven</link><guid isPermaLink="false">7</guid><pubDate>Tue, 03 Mar 2026 08:30:00 +0300</pubDate><content:encoded><![CDATA[<p>A purchase passed through <b>seven</b> people.</p>]]></content:encoded></item>'
const FEEDS = [
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Supply Review</title>${RSS_ITEM}</channel></rss>`,
  '<feed xmlns="http://www.w3.org/2005/Atom"><title>مراجعة</title><entry><id>a</id><title type="html">سبعة &amp;amp; ثامن</title><link href="/7"/><updated>2026-03-03T08:30:00Z</updated><summary>مرّ الطلب على سبعة.</summary></entry></feed>',
  '{"version":"https://jsonfeed.org/version/1.1","title":"Supply Review","items":[{"id":"7","url":"https://supply.example/seven","content_html":"<p>Seven people.</p>","date_published":"2026-03-03T08:30:00Z"}]}',
]

/**
 * Matches the names of files that exceed a parser's limits on purpose. The fuzzer skips them, because corrupted copies
 * would only reach the same limits.
 */
const BOMB = /bomb/

async function filesIn(folder: string, extension: string, except = /^$/): Promise<Uint8Array[]> {
  const path = join(import.meta.dirname, folder)
  const names = (await readdir(path)).filter((name) => name.endsWith(extension) && !except.test(name)).toSorted()
  return await Promise.all(names.map((name) => readFile(join(path, name))))
}
