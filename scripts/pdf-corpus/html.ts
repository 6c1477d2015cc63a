import type { Part, Text } from '#tests/corpus/pdf/texts.ts'

export interface Look {
  font: string
  columns?: number
  /** CSS of its own, after all others. */
  css?: string
}

/** A page that a browser or an office program prints. */
export function htmlOf({ language, title, author, parts }: Text, { font, columns = 1, css = '' }: Look): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const [heading, ...rest] = parts
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="author" content="${author}">
<title>${escaped(title)}</title>
<style>
  @page { size: A5; margin: 18mm 15mm }
  body { font: 11pt/1.5 ${font}; margin: 0 }
  h1 { font-size: 20pt; line-height: 1.3 } h2 { font-size: 13pt }
  main { column-count: ${columns}; column-gap: 8mm }
  table { border-collapse: collapse; width: 100% } td { border-bottom: 1px solid; padding: 3pt 6pt }
  ${css}
</style>
${heading ? htmlOfPart(heading) : ''}
<main>
${inLists(rest)}
</main>
</html>
`
}

/** As simple as an office program likes it. */
export function simpleHtmlOf({ language, title, author, parts }: Text, font: string): string {
  return `<html lang="${language}">
<head><meta charset="utf-8"><meta name="author" content="${author}"><title>${escaped(title)}</title></head>
<body dir="${language === 'ar' ? 'rtl' : 'ltr'}" style="font-family: ${font}">
${inLists(parts)}
</body>
</html>
`
}

/** Neighbouring items stand in one list. */
function inLists(parts: readonly Part[]): string {
  let open: 'ul' | 'ol' | undefined
  const html: string[] = []
  for (const part of parts) {
    const list = part.kind === 'item' ? 'ul' : part.kind === 'step' ? 'ol' : undefined
    if (list !== open) {
      if (open) html.push(`</${open}>`)
      if (list) html.push(`<${list}>`)
      open = list
    }
    html.push(htmlOfPart(part))
  }
  return [...html, open ? `</${open}>` : ''].join('\n')
}

const TAGS = { heading: 'h1', subheading: 'h2', paragraph: 'p', item: 'li', step: 'li', note: 'p' } as const

function htmlOfPart(part: Part): string {
  if (part.kind === 'table') {
    const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
    return `<table>${part.rows.map((cells) => row(cells)).join('\n')}</table>`
  }
  const tag = TAGS[part.kind]
  const direction = part.kind !== 'note' && /^[A-Za-z]/.test(part.text) ? ' dir="ltr"' : ''
  return `<${tag}${direction}>${escaped(part.text).replace(/¹/g, '<sup>1</sup>')}</${tag}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
