import type { DocxContent } from './docx-file.ts'
import {
  cell,
  field,
  headerRow,
  item,
  list,
  number,
  paragraph,
  row,
  run,
  style,
  styled,
  table,
  USUAL_STYLES,
} from './docx-file.ts'

/**
 * A Word document and its expected text, which was written from the document and not from the output of Frogy's reader.
 */
interface DocxCase {
  /** The feature that makes this document difficult for the DOCX reader. */
  name: string
  file: DocxContent
  title: string | null
  author: string | null
  language: string | null
  pageCount: number | null
  content: string
}

const NO_METADATA = { title: null, author: null, language: null, pageCount: null }

/** A right-to-left paragraph as Word writes it: the paragraph and each of its runs are marked as right-to-left. */
const arabic = (text: string, properties = '') =>
  paragraph(run(text, '<w:rtl/><w:lang w:bidi="ar-EG"/>'), `<w:bidi/>${properties}`)

const textBox = (blocks: string) => ({
  drawing: `<w:drawing><wp:anchor><wp:docPr id="1" name="Box" descr="A box"/><a:graphic><a:graphicData uri="wps"><wps:wsp><wps:txbx><w:txbxContent>${blocks}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`,
  picture: `<w:pict><v:oval><v:textbox><w:txbxContent>${blocks}</w:txbxContent></v:textbox></v:oval></w:pict>`,
})

const both = (blocks: string) =>
  `<mc:AlternateContent><mc:Choice Requires="wps">${textBox(blocks).drawing}</mc:Choice><mc:Fallback>${textBox(blocks).picture}</mc:Fallback></mc:AlternateContent>`

const changed = 'w:id="1" w:author="Nour" w:date="2025-02-03T10:00:00Z"'

export const DOCUMENTS: DocxCase[] = [
  {
    name: 'an English report with title, headings, a header row and words split into runs',
    file: {
      styles: USUAL_STYLES,
      core: '<dc:title>Harbour Report 2024</dc:title><dc:creator>Mona Adel;Karim Saad</dc:creator><dc:language>en-GB</dc:language>',
      app: '<Template>Normal.dotm</Template><Pages>7</Pages>',
      body: [
        styled('Title', 'The harbour in 2024'),
        styled('Heading1', 'Ships'),
        paragraph(`${run('In 2024, 1,')}${run('204', '<w:b/>')}${run(' ships ca')}${run('lled', '<w:i/>')}${run('.')}`),
        paragraph(''),
        styled('Heading2', 'By quarter'),
        table(headerRow('Quarter', 'Ships', 'Change'), row('Q1', '288', '+4%'), row('Q2', '', '−1%'), row('', '', '')),
        paragraph('“We expect more,” said the harbour master, Dina Fouad.'),
      ].join(''),
    },
    title: 'Harbour Report 2024',
    author: 'Mona Adel, Karim Saad',
    language: 'en',
    pageCount: 7,
    content: [
      'The harbour in 2024',
      'Ships',
      'In 2024, 1,204 ships called.',
      'By quarter',
      'Quarter | Ships | Change\nQ1 | 288 | +4%\nQ2 | | −1%',
      '“We expect more,” said the harbour master, Dina Fouad.',
    ].join('\n\n'),
  },
  {
    name: 'an Arabic press release with vowel marks, quotations, figures, a table and a list',
    file: {
      styles: USUAL_STYLES,
      numbering: list(1, ['bullet', '\uF0B7']) + number(1),
      core: '<dc:title>  افتتاح مكتبة\nالميناء </dc:title><dc:creator>سلمى الحداد</dc:creator>',
      app: '<Pages>0</Pages>',
      body: [
        arabic('افتتاحُ مكتبةِ الميناء', '<w:pStyle w:val="Heading1"/>'),
        arabic('الإسكندرية، ١٢ مارس ٢٠٢٥ – افتتحت البلدية مكتبة الميناء التي تضم 45,000 كتاب.'),
        paragraph(
          run('وقالت المديرة ', '<w:rtl/>') +
            run('سلمى الحداد', '<w:rtl/><w:bCs/>') +
            run(': «القِراءةُ حقٌّ للجميع، ولن نُغلِقَ بابًا أمام قارئ».', '<w:rtl/>'),
          '<w:bidi/>',
        ),
        table(row('القسم', 'عدد الكتب'), row('الأطفال', '12,500'), row('العلوم', '٨٬٣٠٠')),
        item(1, 0, run('الدخول مجاني', '<w:rtl/>')),
        item(1, 0, run('الموقع الإلكتروني: library.example', '<w:rtl/>')),
      ].join(''),
    },
    title: 'افتتاح مكتبة الميناء',
    author: 'سلمى الحداد',
    language: 'ar',
    pageCount: null,
    content: [
      'افتتاحُ مكتبةِ الميناء',
      'الإسكندرية، ١٢ مارس ٢٠٢٥ – افتتحت البلدية مكتبة الميناء التي تضم 45,000 كتاب.',
      'وقالت المديرة سلمى الحداد: «القِراءةُ حقٌّ للجميع، ولن نُغلِقَ بابًا أمام قارئ».',
      'القسم | عدد الكتب\nالأطفال | 12,500\nالعلوم | ٨٬٣٠٠',
      '• الدخول مجاني\n• الموقع الإلكتروني: library.example',
    ].join('\n\n'),
  },
  {
    name: 'text boxes of every form once, after their paragraph',
    file: {
      body: [
        paragraph(`${run('Before ')}<w:r>${both(paragraph('In both forms'))}</w:r>${run('and after.')}`),
        paragraph(`<w:r>${textBox(paragraph('Only new')).drawing}</w:r>${run('Second.')}`),
        paragraph(`<w:r>${textBox(paragraph('Only old') + paragraph('with two')).picture}</w:r>`),
        paragraph(
          `<w:r><mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing><wp:inline><a:graphic><a:graphicData uri="wpg"><wpg:wgp>${['One', 'Two'].map((name) => `<wps:wsp><wps:txbx><w:txbxContent>${paragraph(name)}</w:txbxContent></wps:txbx></wps:wsp>`).join('')}</wpg:wgp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>`,
        ),
        paragraph(`<w:r>${both(table(row('a', '1'), row('b', '2')))}</w:r>${run('Last.')}`),
      ].join(''),
    },
    ...NO_METADATA,
    content: [
      'Before and after.',
      'In both forms',
      'Second.',
      'Only new',
      'Only old',
      'with two',
      'One',
      'Two',
      'Last.',
      'a | 1\nb | 2',
    ].join('\n\n'),
  },
  {
    name: 'notes at the end in order of reference, and skips a missing one',
    file: {
      footnotes: [
        `<w:footnote w:type="separator" w:id="-1">${paragraph('<w:r><w:separator/></w:r>')}</w:footnote>`,
        `<w:footnote w:id="2">${paragraph(`<w:r><w:footnoteRef/></w:r>${run(' Counted in May.')}`)}</w:footnote>`,
        `<w:footnote w:id="3">${paragraph('Never referred to.')}</w:footnote>`,
        `<w:footnote w:id="4">${paragraph('By boat.')}${paragraph('And by train.')}</w:footnote>`,
      ].join(''),
      endnotes: `<w:endnote w:id="2">${paragraph(`<w:r><w:endnoteRef/></w:r>${run(' See the archive.')}`)}</w:endnote>`,
      body: [
        paragraph(
          `${run('There were 40 visitors')}<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="2"/></w:r>${run('.')}`,
        ),
        paragraph(
          `${run('All came')}<w:r><w:endnoteReference w:id="2"/></w:r>${run(' early')}<w:r><w:footnoteReference w:id="4"/></w:r><w:r><w:footnoteReference w:id="99"/></w:r>`,
        ),
      ].join(''),
    },
    ...NO_METADATA,
    content: [
      'There were 40 visitors.',
      'All came early',
      '1. Counted in May.\n2. See the archive.\n3. By boat.\n  And by train.',
    ].join('\n\n'),
  },
  {
    name: 'Japanese text without its ruby',
    file: {
      styles: USUAL_STYLES,
      body: paragraph(
        `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>${run('は大きいです。')}`,
      ),
    },
    ...NO_METADATA,
    language: 'ja',
    content: '東京は大きいです。',
  },
  {
    name: 'tracked changes as accepted, without comments',
    file: {
      more: {
        'word/comments.xml': {
          xml: '<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0"><w:p><w:r><w:t>Really?</w:t></w:r></w:p></w:comment></w:comments>',
          type: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments',
        },
      },
      body: [
        paragraph(
          `<w:commentRangeStart w:id="0"/>${run('The price is ')}<w:del ${changed}><w:r><w:delText>200</w:delText></w:r></w:del><w:ins ${changed}>${run('250')}</w:ins>${run(' pounds')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
        ),
        `<w:moveFromRangeStart w:id="5" w:name="m"/>${paragraph(`<w:moveFrom ${changed}>${run('Moved sentence.')}</w:moveFrom>`, `<w:rPr><w:moveFrom ${changed}/></w:rPr>`)}<w:moveFromRangeEnd w:id="5"/>`,
        paragraph('These two ', `<w:rPr><w:del ${changed}/></w:rPr>`),
        paragraph('became one.'),
        `<w:moveToRangeStart w:id="6" w:name="m"/>${paragraph(`<w:moveTo ${changed}>${run('Moved sentence.')}</w:moveTo>`)}<w:moveToRangeEnd w:id="6"/>`,
        table(
          row('kept', 'row'),
          row('dropped', 'row').replace('<w:tr>', `<w:tr><w:trPr><w:del ${changed}/></w:trPr>`),
          row('new', 'row').replace('<w:tr>', `<w:tr><w:trPr><w:ins ${changed}/></w:trPr>`),
        ),
      ].join(''),
    },
    ...NO_METADATA,
    content: ['The price is 250 pounds', 'These two became one.', 'Moved sentence.', 'kept | row\nnew | row'].join(
      '\n\n',
    ),
  },
  {
    name: 'content controls, without placeholders and the table of contents',
    file: {
      styles: USUAL_STYLES,
      body: [
        `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph('Contents')}${paragraph('Start ..... 1')}</w:sdtContent></w:sdt>`,
        `<w:sdt><w:sdtPr><w:alias w:val="Chapter"/></w:sdtPr><w:sdtContent>${styled('Heading1', 'Start')}${paragraph('In a control.')}</w:sdtContent></w:sdt>`,
        paragraph(
          `${run('Name: ')}<w:sdt><w:sdtPr/><w:sdtContent>${run('Hala')}</w:sdtContent></w:sdt>${run(', date: ')}<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${run('Click to enter a date.')}</w:sdtContent></w:sdt>`,
        ),
        paragraph(
          `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run(' Agreed')}`,
        ),
        table(
          row('Item', 'Pieces'),
          `<w:sdt><w:sdtPr/><w:sdtContent>${row('Bolts', '12')}</w:sdtContent></w:sdt>`,
          `<w:tr>${cell(paragraph('Nuts'))}<w:sdt><w:sdtPr/><w:sdtContent>${cell(paragraph('15'))}</w:sdtContent></w:sdt></w:tr>`,
        ),
        `<w:customXml w:element="part"><w:p><w:smartTag w:element="place"><w:r><w:t>Cairo</w:t></w:r></w:smartTag></w:p></w:customXml>`,
      ].join(''),
    },
    ...NO_METADATA,
    title: 'Start',
    language: 'en',
    content: [
      'Start',
      'In a control.',
      'Name: Hala, date:',
      '☒ Agreed',
      'Item | Pieces\nBolts | 12\nNuts | 15',
      'Cairo',
    ].join('\n\n'),
  },
  {
    name: 'field results without codes and generated lists, despite a field without an end',
    file: {
      body: [
        paragraph(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('One')}<w:r><w:tab/></w:r>${field('PAGEREF _Toc1 \\h', run('3'))}`,
        ),
        paragraph(`${run('Two')}<w:r><w:tab/></w:r>${run('9')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`),
        paragraph(`${run('Read ')}${field('HYPERLINK "https://port.example/a"', run('the plan'))}${run(' first.')}`),
        paragraph(
          `<w:hyperlink w:anchor="x">${run('Linked')}</w:hyperlink>${run(' on ')}<w:fldSimple w:instr=" DATE \\@ &quot;d MMMM&quot; ">${run('5 May')}</w:fldSimple>`,
        ),
        paragraph(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF </w:instrText></w:r>${field('MERGEFIELD sex', run('f'))}<w:r><w:instrText> = "f" "Mrs" "Mr" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run('Mrs')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run(' Amin')}<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> XE "Amin" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
        ),
        paragraph(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC </w:instrText></w:r>${run('Not lost.')}`,
        ),
        paragraph('Nor is this.'),
      ].join(''),
    },
    ...NO_METADATA,
    content: ['Read the plan first.', 'Linked on 5 May', 'Mrs Amin', 'Not lost.', 'Nor is this.'].join('\n\n'),
  },
  {
    name: 'merged cells with aligned columns, and layout tables as blocks',
    file: {
      body: [
        table(
          row(
            cell(paragraph('Region'), '<w:vMerge w:val="restart"/>'),
            cell(paragraph('Sales'), '<w:gridSpan w:val="2"/>'),
          ),
          row(cell(paragraph(''), '<w:vMerge/>'), '2023', '2024'),
          row(cell(paragraph('Delta') + paragraph('(north)')), '10', '12'),
        ),
        table(row(cell(paragraph('Note') + paragraph('All in thousands.')))),
        table(row(cell(paragraph('Left') + table(row('x', '1'), row('y', '2')) + paragraph('')), 'Right')),
        paragraph('End'),
      ].join(''),
    },
    ...NO_METADATA,
    content: [
      'Region | Sales\n| 2023 | 2024\nDelta (north) | 10 | 12',
      'Note',
      'All in thousands.',
      'Left',
      'x | 1\ny | 2',
      'Right',
      'End',
    ].join('\n\n'),
  },
  {
    name: "lists with Word's numbers across levels, breaks and restarts",
    file: {
      styles:
        USUAL_STYLES +
        style('paragraph', 'ListBullet', 'List Bullet', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>') +
        style('paragraph', 'ListBulletOwn', 'My bullets', '<w:basedOn w:val="ListBullet"/>'),
      numbering: [
        list(1, ['decimal', '%1.'], ['lowerLetter', '(%2)'], ['lowerRoman', '%3)']),
        list(2, ['decimal', '%1'], ['decimal', '%1.%2']),
        list(3, ['bullet', '\uF0B7']),
        number(1),
        number(2),
        number(3),
        number(4, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'),
      ].join(''),
      body: [
        item(1, 0, 'Wash'),
        item(1, 1, 'warm'),
        item(1, 1, 'cold'),
        item(1, 2, 'ice'),
        item(1, 0, 'Dry'),
        item(1, 1, 'air'),
        paragraph('A break.'),
        item(1, 0, 'Fold'),
        item(4, 0, 'Anew'),
        item(4, 0, 'Next'),
        paragraph('Sections:'),
        item(2, 0, 'Scope'),
        item(2, 1, 'Goods'),
        item(2, 1, 'Services'),
        paragraph('Bullets:'),
        styled('ListBullet', 'by style'),
        styled('ListBulletOwn', 'by the style of its style'),
        paragraph('not in a list', '<w:pStyle w:val="ListBullet"/><w:numPr><w:numId w:val="0"/></w:numPr>'),
      ].join(''),
    },
    ...NO_METADATA,
    language: 'en',
    content: [
      '1. Wash\n  (a) warm\n  (b) cold\n    i) ice\n2. Dry\n  (a) air',
      'A break.',
      '3. Fold\n5. Anew\n6. Next',
      'Sections:',
      '1 Scope\n  1.1 Goods\n  1.2 Services',
      'Bullets:',
      '• by style\n• by the style of its style',
      'not in a list',
    ].join('\n\n'),
  },
  {
    name: 'an Arabic contract with numbered headings and Arabic letter numbering',
    file: {
      styles:
        USUAL_STYLES +
        style('paragraph', 'Clause', 'heading 3', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
        style('numbering', 'Points', 'Points', '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>'),
      numbering: [
        list(1, ['decimal', 'المادة %1:', '<w:pStyle w:val="Clause"/>']),
        '<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Points"/></w:abstractNum>',
        list(3, ['arabicAlpha', '%1)'], ['arabicAbjad', '%2.']),
        number(1),
        number(2),
        number(3),
      ].join(''),
      core: '<dc:title>Document1</dc:title><dc:creator>Microsoft Office User</dc:creator>',
      app: '<Pages>2</Pages>',
      body: [
        styled('Title', run('عقد إيجار', '<w:rtl/>')),
        styled('Clause', run('الأطراف', '<w:rtl/>')),
        arabic('أُبرم هذا العقد بين السيد ياسر النجار والسيدة ليلى منصور.'),
        item(2, 0, run('المؤجِّر', '<w:rtl/>')),
        item(2, 0, run('المستأجِرة', '<w:rtl/>')),
        item(2, 1, run('المفوَّض عنها', '<w:rtl/>')),
        item(2, 1, run('الضامن', '<w:rtl/>')),
        item(2, 0, run('الشاهد', '<w:rtl/>')),
        styled('Clause', run('القيمة', '<w:rtl/>')),
        arabic('القيمة الشهرية 3,500 جنيه، تُدفع في اليوم الأول من كل شهر.'),
      ].join(''),
    },
    title: 'عقد إيجار',
    author: null,
    language: 'ar',
    pageCount: 2,
    content: [
      'عقد إيجار',
      'المادة 1: الأطراف',
      'أُبرم هذا العقد بين السيد ياسر النجار والسيدة ليلى منصور.',
      'أ) المؤجِّر\nب) المستأجِرة\n  أ. المفوَّض عنها\n  ب. الضامن\nت) الشاهد',
      'المادة 2: القيمة',
      'القيمة الشهرية 3,500 جنيه، تُدفع في اليوم الأول من كل شهر.',
    ].join('\n\n'),
  },
  {
    name: 'symbols, hyphens, tabs, breaks and raised figures',
    file: {
      body: [
        paragraph(
          `<w:r><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>${run(' done, ')}<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>${run(' and ')}<w:r><w:sym w:font="Arial" w:char="00A9"/></w:r>${run(' 2025')}`,
        ),
        paragraph(
          '<w:r><w:t>com</w:t><w:softHyphen/><w:t>pound, e</w:t><w:noBreakHyphen/><w:t>mail, hy\u00ADphen</w:t></w:r>',
        ),
        paragraph('<w:r><w:t>Name</w:t><w:tab/><w:t>Age</w:t><w:ptab w:alignment="right"/><w:t>City</w:t></w:r>'),
        paragraph('<w:r><w:t>Line 1</w:t><w:br/><w:t>Line 2</w:t><w:cr/><w:t>Line 3</w:t></w:r>'),
        paragraph(
          '<w:r><w:t>end</w:t><w:br w:type="page"/><w:t>start</w:t><w:lastRenderedPageBreak/><w:t>ed</w:t></w:r>',
        ),
        paragraph(
          `${run('5 km')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' of H')}${run('2', '<w:vertAlign w:val="subscript"/>')}${run('O')}`,
        ),
        paragraph('A&#160;B&amp;C &lt;b&gt;no tag&lt;/b&gt; &#x1F438;'),
      ].join(''),
    },
    ...NO_METADATA,
    content: [
      '✓ done, α and © 2025',
      'compound, e\u2011mail, hyphen',
      'Name Age City',
      'Line 1\nLine 2\nLine 3',
      'end\nstarted',
      '5 km² of H2O',
      'A B&C <b>no tag</b> 🐸',
    ].join('\n\n'),
  },
  {
    name: 'visible text without text hidden by a run or style',
    file: {
      styles:
        USUAL_STYLES +
        style('character', 'Secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>') +
        style('character', 'SecretToo', 'Secret too', '<w:basedOn w:val="Secret"/>') +
        style('paragraph', 'Draft', 'Draft', '<w:rPr><w:vanish/></w:rPr>'),
      body: [
        paragraph(
          `${run('Seen')}${run(' hidden', '<w:vanish/>')}${run(' styled', '<w:rStyle w:val="SecretToo"/>')}${run(' again', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')}`,
        ),
        styled('Draft', run('All hidden')),
        styled('Draft', `${run('All hidden but ')}${run('this', '<w:vanish w:val="false"/>')}`),
      ].join(''),
    },
    ...NO_METADATA,
    language: 'en',
    content: 'Seen again\n\nthis',
  },
  {
    name: 'a file in the strict format',
    file: {
      isStrict: true,
      styles: USUAL_STYLES,
      footnotes: `<w:footnote w:id="1">${paragraph('Strictly speaking.')}</w:footnote>`,
      core: '<dc:title>Strict</dc:title>',
      app: '<Pages>3</Pages>',
      body:
        styled('Heading1', 'A strict document') +
        paragraph(`${run('Same text')}<w:r><w:footnoteReference w:id="1"/></w:r>`) +
        paragraph(`<w:r>${both(paragraph('Boxed'))}</w:r>`),
    },
    title: 'Strict',
    author: null,
    language: 'en',
    pageCount: 3,
    content: 'A strict document\n\nSame text\n\nBoxed\n\n1. Strictly speaking.',
  },
  {
    name: 'a macro template with a moved main part in UTF-16',
    file: {
      mainType: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
      mainPart: 'content/main text.xml',
      isUtf16: true,
      more: { 'content/vbaProject.bin': { xml: 'AutoOpen MsgBox' } },
      styles: USUAL_STYLES,
      body: styled('Heading1', 'نموذج طلب') + paragraph(run('الاسم:', '<w:rtl/>')),
    },
    ...NO_METADATA,
    title: 'نموذج طلب',
    language: 'ar',
    content: 'نموذج طلب\n\nالاسم:',
  },
  {
    name: 'a document without its headers, footers, glossary and pictures',
    file: {
      more: Object.fromEntries(
        ['header', 'footer', 'glossaryDocument'].map((kind) => [
          `word/${kind}1.xml`,
          {
            xml: `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>Page 1 of ${kind}</w:t></w:r></w:p></w:hdr>`,
            type: `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}`,
          },
        ]),
      ),
      body: paragraph(
        `${run('Only this')}<w:r><w:drawing><wp:inline><wp:docPr id="3" name="Picture" descr="A frog"/><a:graphic><a:graphicData uri="pic"/></a:graphic></wp:inline></w:drawing></w:r>${run('.')}`,
      ),
    },
    ...NO_METADATA,
    content: 'Only this.',
  },
  {
    name: 'equations with fractions, powers and roots',
    file: {
      body: [
        paragraph(
          `${run('Half is ')}<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>${run('.')}`,
        ),
        paragraph(
          '<m:oMathPara><m:oMath><m:r><m:t>c=</m:t></m:r><m:rad><m:radPr/><m:deg/><m:e><m:sSup><m:e><m:r><m:t>a</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup><m:r><m:t>+b</m:t></m:r></m:e></m:rad></m:oMath></m:oMathPara>',
        ),
      ].join(''),
    },
    ...NO_METADATA,
    content: 'Half is 1/2.\n\nc=√(a^2+b)',
  },
  {
    name: 'paragraphs of both directions in logical order',
    file: {
      styles: USUAL_STYLES,
      body: [
        paragraph(
          `${run('The word ')}<w:dir w:val="rtl">${run('كتاب', '<w:rtl/>')}</w:dir>${run(' means “book”, and ')}<w:bdo w:val="ltr">${run('MV-204')}</w:bdo>${run(' is a ship.')}`,
        ),
        arabic('أبحرت السفينة MV-204 يوم 14/03/2025 وعلى متنها 1,250 حاوية.'),
        paragraph('Most of this document is in English, so English is its language.'),
      ].join(''),
    },
    ...NO_METADATA,
    language: 'en',
    content: [
      'The word كتاب means “book”, and MV-204 is a ship.',
      'أبحرت السفينة MV-204 يوم 14/03/2025 وعلى متنها 1,250 حاوية.',
      'Most of this document is in English, so English is its language.',
    ].join('\n\n'),
  },
  {
    name: 'Persian with joiners in a document that defaults to Arabic',
    file: {
      styles: USUAL_STYLES,
      body: paragraph(run('کتاب\u200Cها را می\u200Cخوانم.', '<w:rtl/><w:lang w:bidi="fa-IR"/>'), '<w:bidi/>'),
    },
    ...NO_METADATA,
    language: 'fa',
    content: 'کتاب\u200Cها را می\u200Cخوانم.',
  },
  {
    name: 'French declared by its runs, with the heading as title instead of a file name',
    file: {
      styles: USUAL_STYLES,
      core: '<dc:title>rapport_final.docx</dc:title><dc:creator></dc:creator>',
      body:
        styled('Heading1', run('Le port', '<w:lang w:val="fr-FR"/>')) +
        paragraph(run('Les bateaux arrivent\nà midi.', '<w:lang w:val="fr-FR"/>')),
    },
    ...NO_METADATA,
    title: 'Le port',
    language: 'fr',
    content: 'Le port\n\nLes bateaux arrivent à midi.',
  },
  {
    name: 'a minimal document of one part without styles',
    file: { body: '<w:p><w:r><w:t>Just this</w:t></w:r></w:p>' },
    ...NO_METADATA,
    content: 'Just this',
  },
]
