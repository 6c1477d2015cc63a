/**
 * A text without what no network takes and nothing can store: control characters, halves of characters, byte order
 * marks. Line breaks are `\n`, and each letter has one spelling (NFC).
 */
export function cleaned(text: string): string {
  return composed(text.replace(/\p{Cs}/gu, ''))
    .replace(/\r\n?/gu, '\n')
    .replace(/(?!\n)[\p{Cc}\uFEFF\uFFFE\uFFFF]/gu, ' ')
    .trim()
}

/**
 * NFC in nearly linear time. By itself it sorts marks one by one within their run, so that a run of thousands takes
 * seconds: long runs are put in their order before.
 */
export function composed(text: string): string {
  if (!LONG_RUN.test(text)) return text.normalize('NFC')
  const places = placesOfMarks(text)
  return text.replaceAll(LONG_RUNS, (run) => inOrder(run, places)).normalize('NFC')
}

/** More marks than any script has in a row (Unicode's annex 15, "stream-safe text format"). */
const LONG_RUN = /\p{M}{31}/u
/** With the letter before, which may hold the first of the marks. */
const LONG_RUNS = /\P{M}?\p{M}{31,}/gu

/** What each of some letters and marks is made of: there are few of them in a text, however long it is. */
const partsOf = (letters: Iterable<string>): Map<string, string[]> =>
  new Map(Array.from(new Set(letters), (one) => [one, [...one.normalize('NFD')]]))

/** The same marks by their places, those of one place as they stood; what has no place stays, and none passes it. */
function inOrder(run: string, places: ReadonlyMap<string, number>): string {
  let part = 0
  const parts = partsOf(run)
  return [...run]
    .flatMap((one) => parts.get(one) ?? [])
    .map((one) => {
      const place = places.get(one)
      if (place === undefined) part++
      return { one, part, place: place ?? 0 }
    })
    .toSorted((one, other) => one.part - other.part || one.place - other.place)
    .map(({ one }) => one)
    .join('')
}

/** Where each of a text's marks stands among others: JavaScript tells only which two of them NFD swaps. */
function placesOfMarks(text: string): Map<string, number> {
  const marks = [...new Set([...partsOf(text).values()].flat())]
    .filter((one) => areSwapped(LAST, one) || areSwapped(one, FIRST))
    .toSorted((one, other) => Number(areSwapped(one, other)) - Number(areSwapped(other, one)))
  let place = 0
  return new Map(
    marks.map((one, index) => {
      if (areSwapped(one, marks[index - 1] ?? one)) place++
      return [one, place]
    }),
  )
}

/** Of the first class of marks, and of the last (Unicode's "canonical combining class" 1 and 240). */
const [FIRST, LAST] = ['\u0334', '\u0345']

const areSwapped = (one: string, other: string): boolean => (one + other).normalize('NFD') !== one + other
