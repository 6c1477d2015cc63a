/** Matches a placeholder line in a draft, such as `⟨Proof: one figure⟩`. */
const PLACE = /^⟨([^⟨⟩\n]{1,60})⟩$/gmu

export const placeholderFor = (title: string): string => `⟨${title}⟩`

export function findPlaceholders(text: string): string[] {
  return text.includes('⟨') ? [...text.matchAll(PLACE)].map((match) => match[1] ?? '') : []
}

export function withoutPlaceholders(text: string): string {
  if (!text.includes('⟨')) return text
  return text
    .replace(PLACE, '')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
