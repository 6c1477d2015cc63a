import { stepNumber, type Layout, type Part } from '#tests/corpus/pdf/everyday/layout.ts'

// Flat OpenDocument files: what Writer and Impress would keep.

const NAMESPACES = Object.entries({
  office: 'office:1.0',
  style: 'style:1.0',
  text: 'text:1.0',
  table: 'table:1.0',
  draw: 'drawing:1.0',
  presentation: 'presentation:1.0',
  fo: 'xsl-fo-compatible:1.0',
  svg: 'svg-compatible:1.0',
})
  .map(([name, urn]) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${urn}"`)
  .join(' ')

const PAPERS = { A5: [148, 210], A6: [105, 148] } as const

export function everydayWriter(layout: Layout): string {
  const { paper = 'A5', header, footer, number, columns = 1, pages } = layout
  const [width, height] = PAPERS[paper]
  const isArabic = layout.language === 'ar'
  const [heads, feet] = [
    header ? `<style:header><text:p text:style-name="Margin">${escaped(header)}</text:p></style:header>` : '',
    footer || number
      ? `<style:footer><text:p text:style-name="Margin">${[footer, number].map((part) => counted(part ?? '')).join(' · ')}</text:p></style:footer>`
      : '',
  ]
  const apart = (name: string) =>
    `<style:${name}-style><style:header-footer-properties fo:min-height="10mm" fo:margin-${name === 'header' ? 'bottom' : 'top'}="6mm"/></style:${name}-style>`
  return document(
    layout,
    'text',
    `<style:page-layout style:name="Paper"><style:page-layout-properties fo:page-width="${width}mm" fo:page-height="${height}mm" fo:margin="10mm 13mm" fo:margin-top="10mm" fo:margin-bottom="10mm" fo:margin-left="13mm" fo:margin-right="13mm" style:writing-mode="${isArabic ? 'rl-tb' : 'lr-tb'}"/>${apart('header')}${apart('footer')}</style:page-layout>
     <style:style style:name="Columns" style:family="section"><style:section-properties text:dont-balance-text-columns="true" style:writing-mode="${isArabic ? 'rl-tb' : 'lr-tb'}"><style:columns fo:column-count="${columns}" fo:column-gap="7mm"/></style:section-properties></style:style>`,
    `<style:master-page style:name="Standard" style:page-layout-name="Paper">${heads}${feet}</style:master-page>`,
    `<text:section text:style-name="Columns" text:name="All">${pages.map((parts, at) => blocks(parts, at > 0)).join('\n')}</text:section>`,
  )
}

export function everydayImpress(layout: Layout): string {
  const { footer = '', number = '', pages } = layout
  const frame = (x: number, y: number, width: number, height: number, content: string) =>
    `<draw:frame draw:style-name="Clear" draw:layer="layout" svg:x="${x}mm" svg:y="${y}mm" svg:width="${width}mm" svg:height="${height}mm"><draw:text-box>${content}</draw:text-box></draw:frame>`
  const small = (text: string) => `<text:p text:style-name="Margin">${text}</text:p>`
  const slides = pages.map((parts, at) => {
    const [first, ...rest] = parts
    const lines = rest.map((part) =>
      paragraphOf('Bullet', `${part.kind === 'item' ? '• ' : ''}${'text' in part ? escaped(part.text) : ''}`),
    )
    return `<draw:page draw:name="${at + 1}" draw:master-page-name="Standard">
      ${frame(15, 8, 224, 25, blocks(first ? [first] : [], false))}
      ${frame(15, 38, 224, 85, lines.join(''))}
      ${frame(15, 129, 150, 8, small(escaped(footer)))}
      ${frame(199, 129, 40, 8, small(number.replace('{page}', String(at + 1))))}
    </draw:page>`
  })
  return document(
    layout,
    'presentation',
    '<style:page-layout style:name="Paper"><style:page-layout-properties fo:page-width="254mm" fo:page-height="143mm" fo:margin="0mm"/></style:page-layout>',
    '<style:master-page style:name="Standard" style:page-layout-name="Paper"/>',
    slides.join('\n'),
  )
}

function document(
  layout: Layout,
  kind: 'text' | 'presentation',
  automatic: string,
  masters: string,
  body: string,
): string {
  const { language, title } = layout
  const isArabic = language === 'ar'
  const font = isArabic ? (layout.font ?? 'Noto Naskh Arabic') : 'Liberation Serif'
  const slides = kind === 'presentation'
  const style = (name: string, size: number, isBold = false, more = '') =>
    `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:text-align="${isArabic ? 'right' : 'left'}" fo:margin-bottom="2mm" style:writing-mode="${isArabic ? 'rl-tb' : 'lr-tb'}" ${more}/><style:text-properties style:font-name="${font}" style:font-name-complex="${font}" fo:font-family="'${font}'" style:font-family-complex="'${font}'" fo:font-size="${size}pt" style:font-size-complex="${size}pt" ${isBold ? 'fo:font-weight="bold" style:font-weight-complex="bold"' : ''} fo:language="${language}" style:language-complex="${language}"/></style:style>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}">
<office:meta><dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">${escaped(title)}</dc:title></office:meta>
<office:automatic-styles>
${style('Heading', slides ? 30 : 16, true)}
${style('Subheading', 11.5, true)}
${style('Plain', 10)}
${style('OnNewPage', 16, true, 'fo:break-before="page"')}
${style('SubOnNewPage', 11.5, true, 'fo:break-before="page"')}
${style('Bullet', slides ? 18 : 10)}
${style('Field', 10, false, 'fo:margin-left="48mm" fo:text-indent="-48mm"')}
${style('Margin', 8)}
<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:padding="1mm"/></style:style>
<style:style style:name="Clear" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none"/></style:style>
${automatic}
</office:automatic-styles>
<office:master-styles>${masters}</office:master-styles>
<office:body><office:${kind}>
${body}
</office:${kind}></office:body>
</office:document>
`
}

function blocks(parts: readonly Part[], isOnNewPage: boolean): string {
  return parts.map((part, at) => blockOf(part, parts, at, isOnNewPage && at === 0)).join('\n')
}

function blockOf(part: Part, parts: readonly Part[], at: number, isOnNewPage: boolean): string {
  switch (part.kind) {
    case 'heading':
      return paragraphOf(isOnNewPage ? 'OnNewPage' : 'Heading', escaped(part.text))
    case 'subheading':
      return paragraphOf(isOnNewPage ? 'SubOnNewPage' : 'Subheading', escaped(part.text))
    case 'field':
      return paragraphOf('Field', `${escaped(part.label)}<text:tab/>${escaped(part.value)}`)
    case 'item':
      return paragraphOf('Bullet', `• ${escaped(part.text)}`)
    case 'step': {
      const number = stepNumber(parts, at)
      return paragraphOf('Plain', `${number}. ${escaped(part.text)}`)
    }
    case 'table': {
      const cell = (text: string) =>
        `<table:table-cell table:style-name="Cell">${paragraphOf('Plain', escaped(text))}</table:table-cell>`
      const rows = part.rows.map(
        (cells) => `<table:table-row>${cells.map((text) => cell(text)).join('')}</table:table-row>`,
      )
      return `<table:table><table:table-column table:number-columns-repeated="${part.rows[0]?.length ?? 0}"/>${rows.join('')}</table:table>`
    }
    default:
      return paragraphOf('Plain', escaped(part.text))
  }
}

function paragraphOf(style: string, content: string): string {
  return `<text:p text:style-name="${style}">${content}</text:p>`
}

function counted(number: string): string {
  return escaped(number)
    .replace('{page}', '<text:page-number text:select-page="current"/>')
    .replace('{pages}', '<text:page-count/>')
    .replace('{arabic}', '<text:page-number text:select-page="current"/>')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
