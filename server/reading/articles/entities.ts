import { Parser } from 'htmlparser2'

/** Decodes HTML entities. Metadata is often escaped twice: `Tom &amp;amp; Jerry`. */
export function decodeEntities(text: string): string {
  if (!/&[#\w]+;/.test(text)) return text
  let decoded = ''
  const parser = new Parser({ ontext: (part) => (decoded += part) })
  parser.end(text.replaceAll('<', '&lt;'))
  return decoded
}
