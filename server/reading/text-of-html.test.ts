import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import type { HtmlNode } from './html-tree.ts'
import { textOfHtml } from './text-of-html.ts'

const textOf = (html: string) => textOfHtml(parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body)

test('separates blocks of text with one blank line', () => {
  expect(textOf('<h1>Water</h1><div><div><p>First.</p></div>\n\n<p>Second.</p></div>Loose<p></p><hr>End')).toBe(
    'Water\n\nFirst.\n\nSecond.\n\nLoose\n\nEnd',
  )
})

test('collapses white space, and joins a word that inline elements split', () => {
  expect(textOf('<p>  one\n\ttwo&nbsp;&nbsp;<b> three </b>\n four<i>th</i> <span>fi</span>ve </p>')).toBe(
    'one two three fourth five',
  )
})

test('removes invisible characters, keeps joiners, and composes letters with their marks', () => {
  expect(textOf('<p>in&shy;ter\u200Bnal\uFEFF \u0007bell, می\u200Cخواهم, e\u0301</p>')).toBe(
    'internal bell, می\u200Cخواهم, \u00E9',
  )
})

test('keeps Arabic letters and marks', () => {
  expect(textOf('<h2>المياه</h2><p>قالَ الوزيرُ: «وفّرنا <b>12</b>٪».</p>')).toBe('المياه\n\nقالَ الوزيرُ: «وفّرنا 12٪».')
})

test('starts a line at one `br`, a block at two, and ignores a `br` at the end', () => {
  expect(textOf('<p>Street 1<br>City<br><br>Country<br></p><p>Next</p>')).toBe('Street 1\nCity\n\nCountry\n\nNext')
})

test('writes list items on consecutive lines and indents nested lists', () => {
  const list = '<ul><li>Tea<ul><li>Green</li><li>Black</li></ul>and milk</li><li></li><li>Coffee</li></ul>'
  expect(textOf(`<p>Buy</p>${list}<p>Today</p>`)).toBe(
    'Buy\n\n• Tea\n  • Green\n  • Black\n  and milk\n• Coffee\n\nToday',
  )
})

test('reads paragraphs and lists that are directly inside a list', () => {
  expect(textOf('<ol><li><p>One.</p><p>More.</p></li><ul><li>Sub</li></ul><li>Two.</li></ol>')).toBe(
    '1. One.\n  More.\n  • Sub\n2. Two.',
  )
})

test('numbers list items by the attributes start, value and reversed', () => {
  expect(textOf('<ol start=3><li>c</li><li value=7>g</li><li>h</li></ol>')).toBe('3. c\n7. g\n8. h')
  expect(textOf('<ol reversed><li>gold</li><li>silver</li></ol>')).toBe('2. gold\n1. silver')
  expect(textOf('<ol style="list-style: none"><li>(a) own</li><li>(b) numbers</li></ol>')).toBe('(a) own\n(b) numbers')
})

test('writes one line per table row and skips empty rows', () => {
  const rows = '<tr><th>City<th>Rain</tr><tr><td></td><td> </td></tr><tr><td>جدة</td><td><p>55</p><p>mm</p></td></tr>'
  expect(textOf(`<table><caption>Rain in 2024</caption><thead></thead><tbody>${rows}</tbody></table>After`)).toBe(
    'Rain in 2024\n\nCity | Rain\nجدة | 55 mm\n\nAfter',
  )
})

test('keeps the columns of a table with merged and empty cells', () => {
  const rows = [
    '<tr><td rowspan=2>North</td><td>A</td><td>1</td></tr>',
    '<tr><td>B</td><td>2</td></tr>',
    '<tr><td colspan=2>Sum</td><td>3</td></tr>',
    '<tr><td>x</td><td></td><td>9</td></tr>',
    '<tr><td>y</td><td></td><td></td></tr>',
  ]
  expect(textOf(`<table>${rows.join('')}</table>`)).toBe('North | A | 1\n| B | 2\nSum | | 3\nx | | 9\ny')
})

test('reads a table as separate blocks if the table only arranges the page', () => {
  expect(textOf('<table><tr><td>A box</td></tr><tr><td>with text</td></tr></table>')).toBe('A box\n\nwith text')
  expect(textOf('<table role=presentation><tr><td>Left</td><td>Right</td></tr></table>')).toBe('Left\n\nRight')
  expect(textOf('<table><tr><td><h2>News</h2><p>Text</p></td><td>Side</td></tr></table>')).toBe('News\n\nText\n\nSide')
  const data = '<table><tr><td>a</td><td>b</td></tr></table>'
  expect(textOf(`<table><tr><td>Menu</td><td>Body ${data}</td></tr></table>`)).toBe('Menu\n\nBody\n\na | b')
})

test('keeps the lines and blanks of preformatted text', () => {
  expect(textOf('<p>Run</p><pre>\n<b>if</b> x:\n    go()  \n\n    stop()\n</pre><p>Done</p>')).toBe(
    'Run\n\nif x:\n    go()\n\n    stop()\n\nDone',
  )
})

test('writes a term and its definition on one line', () => {
  expect(textOf('<p>Terms</p><dl><dt>Tide:</dt><dd><p>The sea rises</p></dd><dt>Ebb</dt><dd>It falls</dd></dl>')).toBe(
    'Terms\n\nTide: The sea rises\nEbb: It falls',
  )
  expect(textOf('<dl><div><dt>Ebb</dt><dd>one</dd><dd>two</dd></div><div><dt></dt><dd>three</dd></div></dl>')).toBe(
    'Ebb: one\ntwo\nthree',
  )
})

test('does not read hidden elements and elements without text', () => {
  const hidden = [
    '<p hidden>1</p><p style="color:red; DISPLAY : none">3</p>',
    '<p style="visibility:hidden">4</p><span style="font-size:0px">5</span><template><p>6</p></template>',
    '<script>7</script><style>8</style><noscript>9</noscript><svg><text>10</text></svg><img alt="11" src="x">',
    '<textarea>12</textarea><dialog>13</dialog>',
  ]
  expect(textOf(`${hidden.join('')}<p style="font-size:0.9em">Seen</p>`)).toBe('Seen')
  expect(textOf('<div hidden="until-found">Folded on a phone</div><p aria-hidden="true">Shown</p>')).toBe(
    'Folded on a phone\n\nShown',
  )
})

test('removes footnote marks, but keeps other raised text and its meaning', () => {
  expect(textOf('<p>It rose<sup class=reference><a href="#n1">[1]</a></sup><sup>[note 2]</sup>.</p>')).toBe('It rose.')
  expect(
    textOf('<p>Sea level<sup><a href="#fn">4</a></sup> in km<sup>2</sup>, 10<sup>-6</sup>, 1<sup>st</sup></p>'),
  ).toBe('Sea level in km², 10⁻⁶, 1st')
})

test('does not read pronunciations in ruby text, and adds the quotation marks of q elements', () => {
  expect(textOf('<p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>: <q>hello </q> again</p>')).toBe(
    '東京: “hello” again',
  )
})

test('reads elements nested 50,000 deep within a time limit', () => {
  const before = process.threadCpuUsage().user
  for (const names of [['div'], ['ul', 'li'], ['table', 'tr', 'td'], ['sup'], ['dl', 'dd']]) {
    expect(textOfHtml(nested(names, 50_000, 'deep')).trim()).toMatch(/^(?:• )?deep$/)
  }
  expect(process.threadCpuUsage().user - before).toBeLessThan(5_000_000)
})

interface Node extends HtmlNode {
  parentNode: Node | null
}

/** Builds nested elements without a parser, which would take longer than the reading under test. */
function nested(names: string[], depth: number, text: string): Node {
  const alone = { parentNode: null, nextSibling: null, getAttribute: () => null }
  let inside: Node = { ...alone, nodeType: 3, nodeValue: text, firstChild: null }
  for (let level = 0; level < depth; level++) {
    const outside = { ...alone, nodeType: 1, nodeValue: null, localName: names.at(-1 - (level % names.length)) }
    inside.parentNode = { ...outside, firstChild: inside }
    inside = inside.parentNode
  }
  return inside
}
