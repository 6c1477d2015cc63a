import { decodeEntities } from './entities.ts'

/** Finds texts of several sentences in `data-` attributes, which a script would write into the page. */
export function lazyText(attributes: Record<string, string>): string[] {
  return Object.entries(attributes)
    .filter(([name, value]) => name.startsWith('data-') && value.length >= MIN_LENGTH && !/^\s*[[{]/.test(value))
    .map(([, value]) => withoutTags(value))
    .filter((text) => (text.match(SENTENCE_END) ?? []).length >= 3)
}

/**
 * The total length of the attributes that may contain texts of several sentences, in characters. Measuring them is
 * cheaper than reading them.
 */
export function lazyLength(attributes: Record<string, string>): number {
  let length = 0
  for (const name in attributes)
    if (name.startsWith('data-') && attributes[name]!.length >= MIN_LENGTH) length += attributes[name]!.length
  return length
}

const MIN_LENGTH = 200
const SENTENCE_END = /\p{L}[.!?؟。](?=\s|$)/gu

function withoutTags(html: string): string {
  const parts = html.replaceAll(/<\/?(?:p|div|h\d|li|br)\b[^<>]{0,200}>/gi, '\n\n').replaceAll(/<[^<>]{1,200}>/g, '')
  return decodeEntities(parts)
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .join('\n\n')
}
