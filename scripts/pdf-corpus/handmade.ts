import { deflateSync } from 'node:zlib'
import { HELVETICA, hex, latinLines, pagesOf, pdfOf, stream, unshapedFont, type PdfObject } from './by-hand.ts'
import { qpdf } from './programs.ts'
import { ARABIC_LINES, ENGLISH_LINES, LARGE_TABLE } from '#tests/corpus/pdf/lines.ts'

const page = (contents: number, more = '') =>
  `/Contents ${contents} 0 R /Resources <</Font <</F1 ${contents + 1} 0 R>>>> ${more}`

/** One page with these instructions and Helvetica. */
function onePage(
  instructions: string,
  more: { page?: string; catalogue?: string; box?: string; others?: PdfObject[] } = {},
): Buffer {
  const others = [stream(instructions), HELVETICA, ...(more.others ?? [])]
  return pdfOf(pagesOf([page(4, more.page)], others, more))
}

const english = latinLines(ENGLISH_LINES)

/** Arabic shown by a font without a file, whose letters the file names by `meaning`. */
function arabicPage(
  write: (codes: (text: string) => string) => string,
  meaning?: (letter: string) => string,
  letters = allLetters,
): Buffer {
  const codes = (text: string) => `<${[...text].map((letter) => hex(letters.indexOf(letter) + 1)).join('')}>`
  return pdfOf(pagesOf([page(4)], [stream(write(codes)), ...unshapedFont(letters, 5, meaning)]))
}

const allLetters = [...new Set(ARABIC_LINES.join(''))]

/** `ﻻ` stands for the ligature of لا, a letter of its own here. */
const ligated = (text: string) => text.replaceAll('لا', 'ﻻ')

/** From the right edge of the page to the left, word by word; `show` writes one from its left edge. */
function wordByWord(lines: readonly string[], show: (word: string, left: number, baseline: number) => string): string {
  return lines
    .flatMap((line, at) => {
      let right = 390
      return line.split(' ').map((word) => {
        const left = right - 5.5 * word.length
        right = left - 5.5
        return show(word, left, 540 - 16 * at)
      })
    })
    .join('\n')
}

const scan = (): PdfObject => ({
  dictionary:
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
  data: deflateSync(Uint8Array.from({ length: 64 * 64 }, (_, at) => (at * 37) % 256)),
})

const scanned = () =>
  pdfOf(
    pagesOf(['/Contents 4 0 R /Resources <</XObject <</I 5 0 R>>>>'], [stream('q 420 0 0 595 0 0 cm /I Do Q'), scan()]),
  )

/** What unpacks to 300 MB: packed twice, as one time would already take a thousandth of it. */
const bomb = (byte: number) => deflateSync(deflateSync(Buffer.alloc(300_000_000, byte), { level: 9 }), { level: 9 })

const nested = (depth: number): PdfObject[] => [
  '<</Type /Catalog /Pages 2 0 R>>',
  ...Array.from(
    { length: depth },
    (_, at) =>
      `<</Type /Pages /Kids [${at + 3} 0 R] /Count 1 ${at ? `/Parent ${at + 1} 0 R` : '/MediaBox [0 0 420 595]'}>>`,
  ),
  `<</Type /Page /Parent ${depth + 1} 0 R ${page(depth + 3)}>>`,
  stream(english),
  HELVETICA,
]

/** Ten levels of ten times the same: ten thousand million pages. */
const manyfold = (): PdfObject[] => [
  '<</Type /Catalog /Pages 2 0 R>>',
  ...Array.from(
    { length: 10 },
    (_, at) =>
      `<</Type /Pages /Kids [${`${at + 3} 0 R `.repeat(10)}] /Count ${10 ** (10 - at)} /MediaBox [0 0 420 595]>>`,
  ),
  '<</Type /Page>>',
]

export const handmade: Record<string, () => Promise<Buffer>> = {
  // Pieces drawn from left to right, as a viewer shows them; the ligature لا named by its letters as they are seen.
  'ar-seen-order': async () =>
    arabicPage(
      (codes) => {
        const lines = ARABIC_LINES.map((line, at) => {
          const seen = [...ligated(line)].toReversed().join('')
          return `1 0 0 1 ${390 - 5.5 * seen.length} ${540 - 16 * at} Tm ${codes(seen)} Tj`
        })
        return `BT /F1 11 Tf ${lines.join('\n')} ET`
      },
      (letter) => (letter === 'ﻻ' ? 'ال' : letter),
      [...new Set(ARABIC_LINES.map((line) => ligated(line)).join(''))],
    ),
  // As text recognition puts words behind a picture: mirrored, so that they run from right to left …
  'ar-recognised-mirrored': async () =>
    arabicPage(
      (codes) =>
        `BT 3 Tr /F1 11 Tf ${wordByWord(ARABIC_LINES, (word, left, baseline) => `-1 0 0 1 ${left + 5.5 * word.length} ${baseline} Tm ${codes(word)} Tj`)} ET`,
      (letter) => letter,
    ),
  // … or from left to right.
  'ar-recognised': async () =>
    arabicPage(
      (codes) =>
        `BT 3 Tr /F1 11 Tf ${wordByWord(ARABIC_LINES, (word, left, baseline) => `1 0 0 1 ${left} ${baseline} Tm ${codes(word)} Tj`)} ET`,
      (letter) => letter,
    ),
  'letters-without-meaning': async () =>
    arabicPage(
      (codes) => `BT /F1 11 Tf 16 TL 40 540 Td ${ARABIC_LINES.map((line) => `${codes(line)} Tj T*`).join('\n')} ET`,
    ),
  scanned: async () => scanned(),
  'scanned-with-stamp': async () =>
    pdfOf(
      pagesOf(
        ['/Contents 4 0 R /Resources <</XObject <</I 6 0 R>> /Font <</F1 5 0 R>>>>'],
        [stream('q 420 0 0 595 0 0 cm /I Do Q BT /F1 8 Tf 10 10 Td (Scanned 12:04) Tj ET'), HELVETICA, scan()],
      ),
    ),
  'scanned-and-text': async () =>
    pdfOf(
      pagesOf(
        ['/Contents 5 0 R /Resources <</XObject <</I 7 0 R>>>>', '/Contents 6 0 R /Resources <</Font <</F1 8 0 R>>>>'],
        [stream('q 420 0 0 595 0 0 cm /I Do Q'), stream(english), scan(), HELVETICA],
      ),
    ),
  turned: async () =>
    onePage(
      `${latinLines([]).replace('40 540 Td', '')} BT /F1 11 Tf 14 TL 0 1 -1 0 60 40 Tm ${ENGLISH_LINES.map((line) => `(${line}) Tj T*`).join(' ')} ET
       BT /F1 8 Tf 1 0 0 1 300 20 Tm (Printed on the left edge) Tj ET`,
      { page: '/Rotate 90', box: '0 0 420 842' },
    ),
  // As a scanner writes what lay in it the wrong way round: the page is turned, and so is the text on it …
  'upside-down': async () =>
    onePage(`BT /F1 11 Tf 14 TL -1 0 0 -1 380 55 Tm ${ENGLISH_LINES.map((line) => `(${line}) Tj T*`).join(' ')} ET`, {
      page: '/Rotate 180',
    }),
  // … or its letters are, by a size below nothing.
  'ar-upside-down': async () =>
    arabicPage(
      (codes) =>
        `BT /F1 -11 Tf ${wordByWord(ARABIC_LINES, (word, left, baseline) => `-1 0 0 -1 ${left} ${baseline} Tm ${codes([...word].toReversed().join(''))} Tj`)} ET`,
      (letter) => letter,
    ),
  blank: async () => onePage(''),
  'no-pages': async () => pdfOf(pagesOf([], [])),
  'many-blank-pages': async () =>
    qpdf(
      pdfOf(
        pagesOf(
          Array.from({ length: 2_000 }, () => ''),
          [],
        ),
      ),
      '--object-streams=generate',
      '--recompress-flate',
      '--compression-level=9',
    ),
  'nested-page-tree': async () => pdfOf(nested(300)),
  'manyfold-page-tree': async () => pdfOf(manyfold()),
  'bomb-contents': async () =>
    pdfOf(pagesOf([page(4)], [{ dictionary: '/Filter [/FlateDecode /FlateDecode]', data: bomb(32) }, HELVETICA])),
  'bomb-object-stream': async () =>
    pdfOf(
      pagesOf(
        [page(4)],
        [
          stream(english),
          HELVETICA,
          { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', data: bomb(48) },
        ],
      ),
    ),
  'scripts-and-launches': async () =>
    onePage(english, {
      catalogue:
        '/OpenAction <</S /JavaScript /JS (while(true){app.alert(1)})>> /AA <</WC <</S /Launch /F (calc.exe)>>>> /AcroForm <</Fields [] /XFA (x)>>',
      page: '/AA <</O <</S /URI /URI (http://192.0.2.1/)>>>>',
    }),
  'embedded-file': async () =>
    onePage(english, {
      catalogue: '/Names <</EmbeddedFiles <</Names [(a.exe) 6 0 R]>>>>',
      others: ['<</Type /Filespec /F (a.exe) /EF <</F 7 0 R>>>>', stream('MZ nothing', '/Type /EmbeddedFile')],
    }),
  'form-draws-itself': async () =>
    pdfOf(
      pagesOf(
        ['/Contents 4 0 R /Resources <</XObject <</X 6 0 R>>>>'],
        [
          stream('/X Do'),
          HELVETICA,
          stream(
            `/X Do ${english} /X Do`,
            '/Type /XObject /Subtype /Form /BBox [0 0 420 595] /Resources <</Font <</F1 5 0 R>> /XObject <</X 6 0 R>>>>',
          ),
        ],
      ),
    ),
  'without-fonts': async () => pdfOf(pagesOf(['/Contents 4 0 R'], [stream(english)])),
  'large-table': async () => {
    const cells = LARGE_TABLE.flatMap((row, at) =>
      row.map((cell, column) => `1 0 0 1 ${20 + 40 * column} ${15_000 - 14 * at} Tm (${cell}) Tj`),
    )
    return onePage(`BT /F1 9 Tf ${cells.join('\n')} ET`, { box: '0 0 520 15030' })
  },
  'huge-page': async () => onePage(english, { box: '0 0 2000000000 2000000000' }),
  'wrong-table': async () =>
    Buffer.from(
      onePage(english)
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    ),
  'garbage-after-header': async () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('garden gate '.repeat(60))]),
  'cut-at-the-end': async () => {
    const whole = pdfOf(pagesOf([page(4)], [stream(english), HELVETICA]))
    return whole.subarray(0, whole.indexOf('xref\n0'))
  },
  'cut-in-the-middle': async () => {
    const whole = pdfOf(pagesOf([page(4)], [stream(english), HELVETICA]))
    return whole.subarray(0, whole.indexOf('stream\n') + 20)
  },
  'not-a-pdf': async () => Buffer.from('{\\rtf1 This was saved under another name.}'),
}
