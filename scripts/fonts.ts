/**
 * Builds web/fonts from the @fontsource packages: `node scripts/fonts.ts`.
 * Keeps only the letters of the interface and of English and Arabic posts; others use the reader's fonts.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const LATIN =
  '20-7E A0-FF 152-153 2010-2015 2018-201E 2020-2022 2026 2030 2039-203A 20AC 2122 2190-2193 2212 2248 2260 2264-2265'
const ARABIC = '60C 61B 61F 621-63A 640-655 661-66C 670-671 67E 686 698 6A4 6A9 6AF 6CC 6F0-6F9 200C-200F'
/** Quotation marks for Arabic text. Those of the Latin font are so close that they overlap Arabic letters. */
const MARKS = 'AB BB 2039-203A'
/**
 * The Arabic zero is a small dot, so styles.css enlarges it. Its heavier weight then matches the strokes of other
 * digits.
 */
const ZERO = '660'

const hanken = '@fontsource-variable/hanken-grotesk'
const plex = '@fontsource/ibm-plex-sans-arabic'
const FONTS = [
  {
    from: `${hanken}/files/hanken-grotesk-latin-wght-normal.woff2`,
    to: 'hanken-grotesk.woff2',
    letters: LATIN,
    // Only the weights of web/app/tokens.css: the others would double the file.
    variationAxes: { wght: { min: 400, max: 650 } },
  },
  { from: `${plex}/files/ibm-plex-sans-arabic-arabic-400-normal.woff2`, to: 'plex-arabic-400.woff2', letters: ARABIC },
  { from: `${plex}/files/ibm-plex-sans-arabic-arabic-600-normal.woff2`, to: 'plex-arabic-600.woff2', letters: ARABIC },
  { from: `${plex}/files/ibm-plex-sans-arabic-latin-400-normal.woff2`, to: 'plex-marks-400.woff2', letters: MARKS },
  { from: `${plex}/files/ibm-plex-sans-arabic-latin-600-normal.woff2`, to: 'plex-marks-600.woff2', letters: MARKS },
  { from: `${plex}/files/ibm-plex-sans-arabic-arabic-600-normal.woff2`, to: 'plex-zero-600.woff2', letters: ZERO },
  { from: `${plex}/files/ibm-plex-sans-arabic-arabic-700-normal.woff2`, to: 'plex-zero-700.woff2', letters: ZERO },
]

const root = new URL('../', import.meta.url)
await mkdir(new URL('web/fonts/', root), { recursive: true })
for (const { from, to, letters, variationAxes } of FONTS) {
  const whole = await readFile(new URL(`node_modules/${from}`, root))
  const subset = await subsetFont(whole, lettersIn(letters), {
    targetFormat: 'woff2',
    ...(variationAxes && { variationAxes }),
  })
  await writeFile(new URL(`web/fonts/${to}`, root), subset)
  console.log(`${to} ${(subset.length / 1024).toFixed(1)} KB`)
}
await copyFile(new URL(`node_modules/${hanken}/LICENSE`, root), new URL('web/fonts/hanken-grotesk-OFL.txt', root))
await copyFile(new URL(`node_modules/${plex}/LICENSE`, root), new URL('web/fonts/plex-arabic-OFL.txt', root))

/** `'20-7E A0'` returns the characters U+0020 to U+007E and U+00A0. */
function lettersIn(ranges: string): string {
  return ranges
    .split(' ')
    .map((range) => {
      const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
    })
    .join('')
}
