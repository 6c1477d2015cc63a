/** A line of a draft in which something is still to be written: `⟨Proof: one figure⟩`. */
const PLACE = /^⟨([^⟨⟩\n]{1,60})⟩$/gmu

/** A place as it stands in a draft. @param title what is missing there */
export const openPlace = (title: string): string => `⟨${title}⟩`

/** What is still missing in a draft, in its order. Nothing is posted while there is any. */
export function openPlacesIn(text: string): string[] {
  return text.includes('⟨') ? [...text.matchAll(PLACE)].map((match) => match[1] ?? '') : []
}

/** The text without its open places: what counts against a network's limit. */
export function withoutOpenPlaces(text: string): string {
  if (!text.includes('⟨')) return text
  return text
    .replace(PLACE, '')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
