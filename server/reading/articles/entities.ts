import { Parser } from 'htmlparser2'

/** Texts of metadata are often escaped once more than they should be: `Tom &amp;amp; Jerry`. */
export function decodeEntities(text: string): string {
  if (!/&[#\w]+;/.test(text)) return text
  let decoded = ''
  const parser = new Parser({ ontext: (part) => (decoded += part) })
  parser.end(text.replaceAll('<', '&lt;'))
  return decoded
}
