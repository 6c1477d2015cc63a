import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import {
  cell,
  docxFile,
  docxParts,
  field,
  paragraph,
  row,
  run,
  style,
  table,
  zipped,
} from '#tests/corpus/docx/docx-file.ts'
import { readDocx } from './read-docx.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'

const read = async (body: string, more: Partial<Parameters<typeof docxFile>[0]> = {}) =>
  (await readDocx(docxFile({ body, ...more }))).content

/** Reads a document with this file inserted (`w:altChunk`) between two paragraphs. */
async function withChunk(name: string, bytes: string | Uint8Array): Promise<string> {
  const parts = docxParts({
    body: `${paragraph('Before.')}<w:altChunk r:id="rId1"/>${paragraph('After.')}`,
    more: { [`word/${name}`]: { xml: '', type: `${OFFICE}/aFChunk` } },
  })
  parts[`word/${name}`] = typeof bytes === 'string' ? strToU8(bytes) : bytes
  return (await readDocx(zipped(parts))).content
}

describe('inserted files', () => {
  const html =
    '<html><head><title>x</title><style>p{}</style></head><body><h1>Note</h1><p>It handled <s>38</s> 412 ships – all of them.</p></body></html>'
  const right = 'Before.\n\nNote\n\nIt handled 412 ships – all of them.\n\nAfter.'
  const encoded = html.replaceAll('=', '=3D').replace('–', '=E2=80=93').replace('412 ', '412 =\r\n')
  const archive = (encoding: string, body: string) =>
    `From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n type="text/html"; boundary="=_b"\r\n\r\nArchive\r\n--=_b\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n--=_b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--=_b--\r\n`

  test.for<[string, string, string | Uint8Array]>([
    ['HTML', 'a.html', html],
    ['XHTML', 'a.xhtml', `<?xml version="1.0"?>${html}`],
    ['HTML in UTF-16', 'a.htm', Buffer.from(`\uFEFF${html}`, 'utf16le')],
    ['a web archive in quoted-printable', 'a.mht', archive('quoted-printable', encoded)],
    ['a web archive in base64', 'a.mht', archive('base64', Buffer.from(html).toString('base64'))],
    ['a web archive in eight bits', 'a.dat', archive('8bit', html)],
    [
      'a web archive of plain text',
      'a.mht',
      'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nNote\r\nIt handled 412 ships – all of them.\r\n',
    ],
    ['plain text', 'a.txt', 'Note\r\nIt handled 412 ships – all of them.\r\n'],
    [
      'RTF',
      'a.rtf',
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator x;}\f0 Note\par It handled {\strike 38 }{\v hidden }{\deleted 9 }412 ships \u8211\'96 all of them.\par}`,
    ],
    ['DOCX', 'a.docx', docxFile({ body: paragraph('Note') + paragraph('It handled 412 ships – all of them.') })],
  ])('reads an inserted file: %s', async ([, name, bytes]) => {
    expect(await withChunk(name, bytes)).toBe(right)
  })

  test('reads an inserted RTF file in Arabic', async () => {
    const arabic = String.raw`{\rtf1\ansi\ansicpg1256{\fonttbl{\f0\fcharset178 Arial;}}\f0 \'e3\'ed\'e4\'c7\'c1 \u1575?\u1604?\par}`
    expect(await withChunk('a.rtf', arabic)).toBe('Before.\n\nميناء ال\n\nAfter.')
  })

  const whole = docxFile({ body: paragraph('Note') })
  test.for<[string, string, Uint8Array]>([
    ['a DOCX that is cut off', 'a.docx', whole.subarray(0, whole.length / 2)],
    ['a DOCX without a document', 'a.docx', zipped({ 'word/other.xml': strToU8('<a/>') })],
    ['a DOCX with broken XML', 'a.docx', zipped({ 'word/document.xml': strToU8('<w:document><w:body>') })],
    ['a document of Word 97', 'a.doc', Buffer.from('D0CF11E0A1B11AE1000000000000000041424344', 'hex')],
  ])('reads a document without its inserted file if that is %s', async ([, name, bytes]) => {
    expect(await withChunk(name, bytes)).toBe('Before.\n\nAfter.')
  })

  test('does not read inserted documents that are nested too deeply', async () => {
    let inner = docxFile({ body: paragraph('Deepest.') })
    for (let depth = 0; depth < 8; depth++) {
      const parts = docxParts({
        body: `${paragraph(`Level ${depth}.`)}<w:altChunk r:id="rId1"/>`,
        more: { 'word/a.docx': { xml: '', type: `${OFFICE}/aFChunk` } },
      })
      parts['word/a.docx'] = inner
      inner = zipped(parts)
    }
    const { content } = await readDocx(inner)
    expect(content).toContain('Level 5.')
    expect(content).not.toContain('Deepest.')
  })
})

describe('drawn text', () => {
  const drawing = (inside: string) =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="x">${inside}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`

  test('reads the texts of a diagram in the order of its connections', async () => {
    const namespace = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'
    const point = (id: string, text: string, type = '') =>
      `<dgm:pt modelId="${id}"${type && ` type="${type}"`}><dgm:prSet/><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
    const joint = (from: string, to: string, order: number) =>
      `<dgm:cxn modelId="${from}${to}" srcId="${from}" destId="${to}" srcOrd="${order}" destOrd="0"/>`
    const xml = `<dgm:dataModel xmlns:dgm="${namespace}" ${DRAWING}><dgm:ptLst>${point('0', '', 'doc')}${point('2', 'Sail 412 ships')}${point('1', 'Build')}${point('3', 'Train the crew')}${point('9', 'not shown', 'pres')}</dgm:ptLst><dgm:cxnLst>${joint('0', '1', 0)}${joint('0', '2', 1)}${joint('1', '3', 0)}</dgm:cxnLst></dgm:dataModel>`
    const body =
      paragraph('The plan:') + paragraph(drawing(`<dgm:relIds xmlns:dgm="${namespace}" r:dm="rId1" r:lo="rId9"/>`))
    const more = { 'word/diagrams/data1.xml': { xml, type: `${OFFICE}/diagramData` } }
    expect(await read(body, { more })).toBe('The plan:\n\n• Build\n  • Train the crew\n• Sail 412 ships')
  })

  test('reads the titles of a chart and the names of its series and categories', async () => {
    const namespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
    const rich = (text: string) => `<c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx>`
    const names = (...texts: string[]) =>
      `<c:strRef><c:f>A1</c:f><c:strCache>${texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')}</c:strCache></c:strRef>`
    const xml = `<c:chartSpace xmlns:c="${namespace}" ${DRAWING}><c:chart><c:title>${rich('Ships in the harbour')}</c:title><c:plotArea><c:barChart><c:ser><c:tx>${names('Grain')}</c:tx><c:cat>${names('March', 'April')}</c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>412</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
    const body = paragraph('The chart:') + paragraph(drawing(`<c:chart xmlns:c="${namespace}" r:id="rId1"/>`))
    const more = { 'word/charts/chart1.xml': { xml, type: `${OFFICE}/chart` } }
    expect(await read(body, { more })).toBe('The chart:\n\nShips in the harbour\n\n• Grain\n• March\n• April')
  })

  test('reads chart titles that are linked to cells', async () => {
    const namespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
    const linked = (text: string) =>
      `<c:title><c:tx><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx="0"><c:v>${text}</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title>`
    const xml = `<c:chartSpace xmlns:c="${namespace}" ${DRAWING}><c:chart>${linked('Ships in the harbour')}<c:plotArea><c:valAx>${linked('Ships')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`
    const body = paragraph(drawing(`<c:chart xmlns:c="${namespace}" r:id="rId1"/>`))
    const more = { 'word/charts/chart1.xml': { xml, type: `${OFFICE}/chart` } }
    expect(await read(body, { more })).toBe('Ships in the harbour\n\n• Ships')
  })

  test('reads the word art of a DOCX, but no watermarks', async () => {
    const art = (id: string, text: string) =>
      `<w:r><w:pict><v:shape id="${id}" style="position:absolute"><v:textpath string="${text}"/></v:shape></w:pict></w:r>`
    const box = `<w:r><w:drawing><wp:anchor behindDoc="1"><wp:docPr id="1" name="Text Box 1"/><a:graphic><a:graphicData><wps:wsp><wps:spPr><a:xfrm rot="18900000"/></wps:spPr><wps:txbx><w:txbxContent>${paragraph('DRAFT')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`
    const body = paragraph(art('PowerPlusWaterMarkObject357', 'CONFIDENTIAL') + box + run('The text.'))
    expect(await read(body + paragraph(art('WordArt 1', 'Harbour News')))).toBe('The text.\n\nHarbour News')
  })

  test('reads the stored value that a content control shows', async () => {
    const control = (path: string, content: string, more = '') =>
      `<w:sdt><w:sdtPr>${more}<w:dataBinding w:xpath="${path}" w:storeItemID="{1}"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
    const xml = '<note xmlns="urn:x"><ship>412</ship><ship name="Amal">413</ship></note>'
    const placeholder = run('Click here')
    const body = paragraph(
      `${run('Ships ')}${control('/ns0:note[1]/ns0:ship[1]', placeholder, '<w:showingPlcHdr/>')}${run(' and ')}${control('/ns0:note[1]/ns0:ship[2]', '')}${run(', ')}${control('/ns0:note[1]/ns0:ship[2]/@name', run('Amal II'))}${control('/ns0:note[1]/ns0:none[1]', placeholder, '<w:showingPlcHdr/>')}${run('.')}`,
    )
    expect(await read(body, { more: { 'customXml/item1.xml': { xml, type: `${OFFICE}/customXml` } } })).toBe(
      'Ships 412 and 413, Amal II.',
    )
  })

  test('reads the chosen entry of a drop-down field', async () => {
    const mark = (type: string, data = '') => `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`
    const list =
      '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="open"/><w:listEntry w:val="closed"/></w:ddList></w:ffData>'
    expect(await read(paragraph(`${run('It is ')}${mark('begin', list)}${mark('end')}${run('.')}`))).toBe(
      'It is closed.',
    )
  })
})

describe('deleted text', () => {
  test('does not read text that is struck out, deleted or moved away', async () => {
    const text = paragraph(
      [
        run('It cost '),
        run('38 ', '<w:strike/>'),
        run('39 ', '<w:dstrike/>'),
        run('40 ', '<w:rStyle w:val="Gone"/>'),
        run('44 ', '<w:strike w:val="0"/>'),
        `<w:del><w:r><w:delText>50 </w:delText></w:r></w:del><w:moveFrom>${run('60 ')}</w:moveFrom>`,
        run('70 ', '<w:vanish/>'),
        run('million.', '<w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange>'),
      ].join(''),
    )
    expect(await read(text, { styles: style('character', 'Gone', 'Gone', '<w:rPr><w:strike/></w:rPr>') })).toBe(
      'It cost 44 million.',
    )
  })

  test('does not read deleted table cells and rows of a DOCX', async () => {
    const gone = cell(paragraph('38'), '<w:cellDel w:id="1"/>')
    const rows = [
      row('Quay', gone, '44'),
      row('Price', gone, '750'),
      row('Old', '1', '2').replace('<w:tr>', '<w:tr><w:trPr><w:del/></w:trPr>'),
    ]
    expect(await read(table(...rows))).toBe('Quay | 44\nPrice | 750')
  })

  test("reads the last paragraph of a DOCX if the paragraph's end mark is deleted", async () => {
    expect(await read(paragraph('One.') + paragraph('Two.', '<w:rPr><w:del/></w:rPr>'))).toBe('One.\n\nTwo.')
  })
})

describe('initial letters', () => {
  const frame = (text: string, more = 'w:dropCap="drop" w:lines="3"') =>
    paragraph(run(text, '<w:sz w:val="120"/>'), `<w:framePr ${more} w:wrap="around"/>`)
  const box = (letter: string) =>
    `<w:r><w:pict><v:shape id="a"><v:textbox><w:txbxContent>${paragraph(letter)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`

  test.for<[string, string, string]>([
    ['a dropped letter', frame('T') + paragraph('he ships came.'), 'The ships came.'],
    ['a letter in the margin', frame('T', 'w:dropCap="margin"') + paragraph('he ships came.'), 'The ships came.'],
    ['a quoted letter', frame('“T') + paragraph('he ships came.”'), '“The ships came.”'],
    ['a letter that is a word', frame('A') + paragraph(run(' ship came.')), 'A ship came.'],
    ['a dropped word', frame('The') + paragraph(run(' ships came.')), 'The ships came.'],
    ['an Arabic letter', frame('و') + paragraph('صلت السفن.'), 'وصلت السفن.'],
    ['a letter in a frame', frame('T', 'w:w="900"') + paragraph('he ships came.'), 'The ships came.'],
    ['a letter in a text box', paragraph(box('T') + run('he ships came.')), 'The ships came.'],
    ['a label in a text box', paragraph(box('A') + run('The ships came.')), 'The ships came.\n\nA'],
    ['a last letter', paragraph('The ships came.') + frame('T'), 'The ships came.\n\nT'],
  ])('joins a large initial letter only to a paragraph that it starts: %s', async ([, body, right]) => {
    expect(await read(body)).toBe(right)
  })
})

describe('numbers in formulas', () => {
  const math = (inside: string) => `<m:oMath>${inside}</m:oMath>`
  const r = (text: string, properties = '') => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
  const part = (name: string, text: string) => `<m:${name}>${r(text)}</m:${name}>`
  /** A field that Word has never calculated, so that it has no result. */
  const unsaved = (code: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const borderBox = (properties: string, text: string) =>
    `<m:borderBox><m:borderBoxPr>${properties}</m:borderBoxPr>${part('e', text)}</m:borderBox>`
  const threeQuarters = `<m:f>${part('num', '3')}${part('den', '4')}</m:f>`

  test.for<[string, string]>([
    [math(threeQuarters), '3/4'],
    [math(r('2') + threeQuarters), '2 3/4'],
    [run('2') + math(threeQuarters), '2 3/4'],
    [math(`<m:sSup>${part('e', '10')}${part('sup', '6')}</m:sSup>${r('5')}`), '10^6 5'],
    [math(`<m:rad><m:radPr/>${part('deg', '3')}${part('e', '8')}</m:rad>`), '³√8'],
    [math(`${r('2')}<m:box><m:e>${threeQuarters}</m:e></m:box>${r('5')}`), '2 3/4 5'],
    [math(`${r('2')}<m:borderBox><m:borderBoxPr/><m:e>${threeQuarters}</m:e></m:borderBox>${r('5')}`), '2 3/4 5'],
    [math(`<m:box><m:e><m:box><m:e>${r('1+')}${threeQuarters}</m:e></m:box></m:e></m:box>${r('5')}`), '1+3/4 5'],
    [math(`${r('5')}${borderBox('<m:strikeBLTR/>', '4')}${r('3')}`), '53'],
    [math(`${r('5')}${borderBox('<m:strikeH m:val="1"/><m:hideTop m:val="1"/>', '4')}`), '5'],
    [math(`${r('5')}${borderBox('<m:strikeV m:val="0"/>', '4')}`), '54'],
    [math(`<m:groupChr><m:groupChrPr/><m:e>${threeQuarters}</m:e></m:groupChr>${r('5')}`), '3/4 5'],
    [
      math(
        `${r('A')}<m:groupChr><m:groupChrPr><m:chr m:val="→"/></m:groupChrPr>${part('e', '12')}</m:groupChr>${r('B')}`,
      ),
      'A → 12 B',
    ],
    [math(`<m:sPre>${part('sub', '6')}${part('sup', '14')}${part('e', 'C')}</m:sPre>`), '^14_6 C'],
    [math(`<m:sPre>${part('sub', '')}${part('sup', '14')}${part('e', 'C')}</m:sPre>`), '¹⁴C'],
    [math(`<m:d>${part('e', '3')}${part('e', '4')}</m:d>`), '(3|4)'],
    [math(`<m:d><m:dPr><m:sepChr m:val=","/></m:dPr>${part('e', '3')}${part('e', '4')}</m:d>`), '(3,4)'],
    [math(`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>${part('num', '5')}${part('den', '2')}</m:f>`), '(5 choose 2)'],
    [
      math(`<m:m><m:mr>${part('e', '1')}${part('e', '2')}</m:mr><m:mr>${part('e', '3')}${part('e', '4')}</m:mr></m:m>`),
      '(1, 2; 3, 4)',
    ],
    [math(`${r('3')}<w:del>${r('8')}</w:del>${r('9', '<w:rPr><w:strike/></w:rPr>')}`), '3'],
    [run('10') + run('6', '<w:vertAlign w:val="superscript"/>'), '10⁶'],
    [run('10') + run('6', '<w:position w:val="8"/><w:sz w:val="14"/>'), '10⁶'],
    [
      run('10') + run('−', '<w:vertAlign w:val="superscript"/>') + run('6', '<w:vertAlign w:val="superscript"/>'),
      '10⁻⁶',
    ],
    [field('EQ \\f(3,4)', run('3/4')), '3/4'],
    [unsaved('EQ \\f(3,4)'), '3/4'],
    [run('2') + unsaved(' eq \\f(3;4)'), '2 3/4'],
    [unsaved('EQ \\r(3,8)'), '³√8'],
    [unsaved('EQ \\r(,\\f(1,2))'), '√(1/2)'],
    [unsaved('EQ 10\\s\\up8(6)'), '10^6'],
    [unsaved('EQ \\b(2\\f(3,4))+1'), '(2 3/4)+1'],
    [`${unsaved('PAGE')}${run('4')}`, '4'],
  ])('keeps adjacent numbers of the formula %s separate', async ([inside, right]) => {
    expect(await read(paragraph(`${run('It is ')}${inside}${run(' in all.')}`))).toBe(`It is ${right} in all.`)
  })
})
