import { NUMBER_WORDS, type Layout, type Part } from '#tests/corpus/pdf/everyday/layout.ts'

const fontsOf = ({ language, font }: Layout) =>
  language === 'ar' ? `'${font ?? 'Noto Naskh Arabic'}', 'Liberation Sans'` : "'Liberation Sans'"

/** A page with margin boxes, as browsers and WeasyPrint print it. */
export function everydayHtml(layout: Layout): string {
  const { language, title, columns = 1, pages, kind } = layout
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>
  ${pageRule(layout)}
  @counter-style words { system: fixed; symbols: ${NUMBER_WORDS[language].map((word) => `'${word}'`).join(' ')}; suffix: '' }
  @counter-style indic { system: numeric; symbols: ${[...'٠١٢٣٤٥٦٧٨٩'].map((digit) => `'${digit}'`).join(' ')} }
  body { font: 10pt/1.45 ${fontsOf(layout)}; margin: 0 }
  h1 { font-size: 16pt; line-height: 1.3; margin: 0 0 6pt } h2 { font-size: 11.5pt; margin: 10pt 0 4pt }
  p { margin: 0 0 6pt }
  section { column-count: ${columns}; column-gap: 7mm }
  section + section { break-before: page }
  table { border-collapse: collapse; width: 100%; margin: 4pt 0 8pt } tr { break-inside: avoid } td { border-bottom: .5pt solid #999; padding: 2.5pt 5pt }
  .field { margin: 0 0 3pt } .field b, .field span { display: inline-block } .field b { width: 38%; font-weight: normal } .field span { width: 58%; border-bottom: .5pt solid #999 }
  ${kind === 'slides' ? 'h1 { font-size: 30pt; margin: 8mm 0 10mm } li, p { font-size: 18pt; margin: 0 0 4mm }' : ''}
</style>
${pages.map((parts) => `<section>\n${inLists(parts)}\n</section>`).join('\n')}
</html>
`
}

function pageRule(layout: Layout): string {
  const { kind, paper, header, footer, number, language } = layout
  const [start, end] = language === 'ar' ? ['right', 'left'] : ['left', 'right']
  const box = (place: string, content: string) =>
    `@${place} { content: ${content}; font: 8pt ${fontsOf(layout)}; color: #555 }`
  const size = kind === 'slides' ? '254mm 143mm' : paper === 'A6' ? '105mm 148mm' : '148mm 210mm'
  return `@page { size: ${size}; margin: 20mm 14mm;
    ${header ? box('top-center', `'${header}'`) : ''}
    ${footer ? box(`bottom-${start}`, `'${footer}'`) : ''}
    ${number ? box(footer ? `bottom-${end}` : 'bottom-center', counted(number)) : ''} }`
}

function counted(number: string): string {
  const counters: Record<string, string> = {
    '{page}': 'counter(page)',
    '{pages}': 'counter(pages)',
    '{words}': 'counter(page, words)',
    '{arabic}': 'counter(page, indic)',
  }
  return number
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => counters[part] ?? `'${part}'`)
    .join(' ')
}

/** Neighbouring items stand in one list. */
function inLists(parts: readonly Part[]): string {
  const html: string[] = []
  for (const [at, part] of parts.entries()) {
    const list = listOf(part)
    if (list && list !== listOf(parts[at - 1])) html.push(`<${list}>`)
    html.push(htmlOfPart(part))
    if (list && list !== listOf(parts[at + 1])) html.push(`</${list}>`)
  }
  return html.join('\n')
}

function listOf(part: Part | undefined): string | undefined {
  return part?.kind === 'item' ? 'ul' : part?.kind === 'step' ? 'ol' : undefined
}

const TAGS = { heading: 'h1', subheading: 'h2', paragraph: 'p', note: 'p', item: 'li', step: 'li' } as const

function htmlOfPart(part: Part): string {
  switch (part.kind) {
    case 'table': {
      const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`
      return `<table>${part.rows.map((cells) => row(cells)).join('\n')}</table>`
    }
    case 'field':
      return `<p class="field"><b>${escaped(part.label)}</b> <span>${escaped(part.value)}</span></p>`
    default:
      return `<${TAGS[part.kind]}>${escaped(part.text)}</${TAGS[part.kind]}>`
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
