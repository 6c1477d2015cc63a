/** A placeholder line of a draft: `⟨Proof: one figure⟩`. */
const PLACE = /^⟨([^⟨⟩\n]{1,60})⟩$/gmu

/** A placeholder as written in a draft. @param title what is missing there */
export const placeholderFor = (title: string): string => `⟨${title}⟩`

/** The placeholders left in a draft, in order. A post cannot be published with one. */
export function findPlaceholders(text: string): string[] {
  return text.includes('⟨') ? [...text.matchAll(PLACE)].map((match) => match[1] ?? '') : []
}

/** The text without placeholders: what counts towards a network's limit. */
export function withoutPlaceholders(text: string): string {
  if (!text.includes('⟨')) return text
  return text
    .replace(PLACE, '')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
