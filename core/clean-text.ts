/**
 * Removes characters that platforms or the database reject: control characters, lone surrogates, byte order marks.
 * Normalizes line breaks to `\n` and letters to NFC.
 */
export function cleanText(text: string): string {
  return normalizeNfc(text.replace(/\p{Cs}/gu, ''))
    .replace(/\r\n?/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\uFEFF\uFFFE\uFFFF]/gu, ' ')
    .trim()
}

/**
 * Normalizes to NFC. Sorts long runs of combining marks first, because the built-in `normalize` takes quadratic time
 * for them.
 */
export function normalizeNfc(text: string): string {
  if (!LONG_RUN.test(text)) return text.normalize('NFC')
  const places = placesOfMarks(text)
  return text.replaceAll(LONG_RUNS, (run) => inOrder(run, places)).normalize('NFC')
}

/** A run of combining marks longer than any script uses (Unicode Annex 15, stream-safe text format). */
const LONG_RUN = /\p{M}{31}/u
/**
 * A long run of combining marks, with the letter before it, because NFC may have merged the first mark into that
 * letter.
 */
const LONG_RUNS = /\P{M}?\p{M}{31,}/gu

const partsOf = (letters: Iterable<string>): Map<string, string[]> =>
  new Map(Array.from(new Set(letters), (mark) => [mark, [...mark.normalize('NFD')]]))

/**
 * Sorts combining marks by combining class and keeps equal ones in order, as Unicode demands. Characters without a
 * class stay in place, and each group between them is sorted alone.
 */
function inOrder(run: string, places: ReadonlyMap<string, number>): string {
  let part = 0
  const parts = partsOf(run)
  return [...run]
    .flatMap((mark) => parts.get(mark) ?? [])
    .map((mark) => {
      const place = places.get(mark)
      if (place === undefined) part++
      return { mark, part, place: place ?? 0 }
    })
    .toSorted((mark, other) => mark.part - other.part || mark.place - other.place)
    .map(({ mark }) => mark)
    .join('')
}

/**
 * Ranks a text's combining marks by combining class. JavaScript has no class data, but NFD reveals it by swapping marks
 * in the wrong order.
 */
function placesOfMarks(text: string): Map<string, number> {
  const marks = [...new Set([...partsOf(text).values()].flat())]
    .filter((mark) => areSwapped(LAST, mark) || areSwapped(mark, FIRST))
    .toSorted((mark, other) => Number(areSwapped(mark, other)) - Number(areSwapped(other, mark)))
  let place = 0
  return new Map(
    marks.map((mark, index) => {
      if (areSwapped(mark, marks[index - 1] ?? mark)) place++
      return [mark, place]
    }),
  )
}

/**
 * Combining marks of the lowest and the highest class (1 and 240). NFD swaps one of them with any mark that has a
 * class.
 */
const [FIRST, LAST] = ['\u0334', '\u0345']

const areSwapped = (mark: string, other: string): boolean => (mark + other).normalize('NFD') !== mark + other
