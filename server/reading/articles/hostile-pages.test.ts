import { describe, expect, test } from 'vitest'
import { AppError } from '#core/errors.ts'
import { openParsers } from '../parsing/parser-pool.ts'

// These tests read pages in parser processes, as in production. A page that exceeds their time or memory limits fails
// its test.

const SENTENCE =
  'The council has approved the plan for the old harbour, and work is to begin in the spring of next year. '
const PROSE = `<p>${SENTENCE}</p>`
const ARTICLE = PROSE.repeat(20)
const filled = (piece: string, length = 1_500_000) => piece.repeat(Math.ceil(length / piece.length))
const linked = (json: string) => `<script type="application/ld+json">${json}</script>${ARTICLE}`

/** Reads each page. Returns its error code, or whether the article was found. */
async function outcomesOf(pages: Record<string, string>): Promise<Record<string, string>> {
  await using parsers = openParsers()
  const outcomes: Record<string, string> = {}
  for (const [name, html] of Object.entries(pages)) {
    const about = { contentType: 'text/html; charset=utf-8', url: 'https://news.example/a' }
    outcomes[name] = await parsers.parse('article', new Uint8Array(Buffer.from(html)), about).then(
      ({ content }) => (content.includes('The council has approved') ? 'article' : 'text'),
      (error: unknown) => (error instanceof AppError && !error.cause ? error.code : `broken: ${String(error)}`),
    )
  }
  return outcomes
}

const settled = (pages: Record<string, string>) =>
  Object.fromEntries(Object.keys(pages).map((name) => [name, expect.stringMatching(/^(?:article|text|page_\w+)$/)]))

describe('hostile pages', () => {
  test('reads or rejects pages with endless nesting', async () => {
    const pages = Object.fromEntries(
      [
        '<li>',
        '<ul><li>',
        '<table><tr><td>',
        '<div>',
        '<blockquote>',
        '<nav>',
        '<a href=x>',
        '<a href=x><div>',
        '<div class=hidden>',
        '<svg><g>',
        '<math><mi>',
      ]
        .concat([
          '<p>a',
          '<form>',
          '<select><option>',
          '<font class=a>',
          '<ol><li><div><p>a</p></div>',
          '<div><p></div></p>',
        ])
        .map((tag) => [tag, filled(tag)]),
    )
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects pages with huge numbers of elements', async () => {
    const pages = Object.fromEntries(
      [PROSE, '<h2>Related articles</h2><p>abc</p>', '<table><tr><td>a<td>b</table>', '<a href="/">Home</a> ', 'x<br>']
        .concat(['<div class="share">abc</div>', '<p>© abc</p>', '<h1>a - b</h1>', '<style>.a{display:none}</style>'])
        .concat([
          '<div class="hidden">abc</div>',
          '<h3><a href="/a">abc</a></h3>',
          '<article>abc</article>',
          '<a href=x><p>',
        ])
        .concat([`${'<div>'.repeat(100)}a${'</div>'.repeat(100)}`, '<p>By Ann Lee</p>', '<p><sup>1</sup>', '</p>'])
        .map((piece) => [piece.slice(0, 60), ARTICLE + filled(piece)]),
    )
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects hostile pages in which only Readability might find an article', async () => {
    const aside = (html: string) => `<div role="complementary">${html}</div>`
    const pages = {
      'two thousand deep': `${'<div>'.repeat(2_000)}A few words.`,
      'two hundred thousand deep': `${'<div>'.repeat(200_000)}A few words.`,
      'paragraphs without end': filled(aside(PROSE), 2_000_000),
      'as large as it may be': aside(PROSE).repeat(4_000),
      'as large and deep as it may be': `${'<section>'.repeat(50)}${aside(PROSE).repeat(4_000)}`,
      'links without end': filled(`<p><a href="/a">${SENTENCE}</a></p>`, 2_000_000),
      'links, as many as there may be': `<p><a href="/a">${SENTENCE}</a></p>`.repeat(4_000),
      'boxes in boxes': `${'<span class="a">'.repeat(50)}a${'</span>'.repeat(50)}`.repeat(290),
      'tables in tables': `${'<table><tr><td>'.repeat(18)}a, b${'</table>'.repeat(18)}`.repeat(250),
      'a title': `<title>${filled('a - ')}</title>${aside(PROSE)}`,
    }
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects pages with text that looks like the start of markup', async () => {
    const signs = [
      '<',
      '<!',
      '</',
      '<?',
      '>',
      '&',
      '&amp;',
      '&notit',
      '&#1234567;',
      '<!-- a -->',
      '<!--',
      '<![CDATA[',
      '- -',
    ]
    const pages = Object.fromEntries(signs.map((sign) => [sign, ARTICLE + filled(sign)]))
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects pages that consist of one repeated piece of markup', async () => {
    const signs = ['<', '<!', '</', '<?', '< ', '&', '&amp;', '&nbsp;', '<a', '<a ', '<!--', '<p>', '<p><', '<a "', 'x']
    const pages = Object.fromEntries(signs.map((sign) => [sign, sign.repeat(200_000)]))
    const long = { 'five megabytes of &': '&'.repeat(5_000_000), 'five megabytes of <': '<'.repeat(5_000_000) }
    const roots = { 'shadow roots': '<a-a><template shadowrootmode=open><slot></slot>'.repeat(1_000) }
    const slots = {
      slots: `<a-a><template shadowrootmode=open>${'<slot name=a>'.repeat(20_000)}</template>${PROSE.repeat(500)}`,
    }
    const all = { ...pages, ...long, ...roots, ...slots }
    expect(await outcomesOf(all)).toEqual(settled(all))
  })

  test('reads or rejects pages with huge numbers of combining marks or invisible characters', async () => {
    const signs = ['\u0301\u0323', '\u200c', '\u00ad', '\u0000', ' ', '\u00a0', '\uFDFA', '\u1100\u1161', '.)', '1']
    const pages = Object.fromEntries(
      signs.map((sign) => [encodeURIComponent(sign), `${ARTICLE}<p>a${filled(sign, 1_500_000)}`]),
    )
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects pages with endless attributes, titles and style sheets', async () => {
    const pages = {
      'one class attribute': `<div class="${filled('a ')}">${ARTICLE}</div>`,
      attributes: `<div ${Array.from({ length: 300_000 }, (_, at) => `a${at}=1`).join(' ')}>${ARTICLE}</div>`,
      'a style': `<div style="${filled(';left ')}">${ARTICLE}</div>`,
      'an attribute without end': `${ARTICLE}<div class="${filled('x')}`,
      'a title': `<title>${filled('a - ')}</title>${ARTICLE}`,
      braces: `<style>${filled('{')}</style>${ARTICLE}`,
      selectors: `<style>${filled('.a,')}{display:none}</style>${ARTICLE}`,
      'descendant selectors': `<style>${'.a .a .a .z{display:none}'.repeat(20_000)}</style>${'<div class="a">'.repeat(2_000)}${filled('<p class="a z">x')}`,
      'media queries': `<style>${filled('@media (min-width:1px){')}</style>${filled('<style media="screen and (x)">')}${ARTICLE}`,
      'rules of one class': `<style>${'.a .b{left:-9999px}'.repeat(20_000)}</style><div class=a>${filled('<i class="b">x</i>')}${ARTICLE}`,
      'unclosed style elements': `${filled('<style ')}${ARTICLE}`,
      'hidden articles': `<h1>x</h1>${PROSE}${`<div hidden>${ARTICLE}</div>`.repeat(700)}`,
      'a description': `<meta name=description content="${filled('&amp;amp;')}">${ARTICLE}`,
    }
    expect(await outcomesOf(pages)).toEqual(settled(pages))
  })

  test('reads or rejects pages with endless, deep, broken or circular JSON-LD', async () => {
    const pages = {
      deep: linked('['.repeat(1_000_000)),
      quotes: linked(filled('"')),
      comments: linked(filled('/*')),
      braces: linked(filled('}    ')),
      'a headline': linked(`{"@type":"Article","headline":"${filled('ab - ')}"}`),
      scripts: filled('<script type="application/ld+json">{"@type":"Article"}</script>') + ARTICLE,
      itself: linked(
        '[{"@type":"Article","author":{"@id":"a"}},{"@id":"a","name":[{"@id":"a"},{"@id":"a"},{"@id":"a"}]}]',
      ),
      'a deep text': linked(`{"@type":"Article","articleBody":"${filled('<div><p>a', 900_000)}"}`),
    }
    expect(await outcomesOf(pages)).toEqual({ ...settled(pages), itself: 'article', 'a headline': 'article' })
  })
})

test('reads an article that precedes hostile markup', async () => {
  const page = `<html><body><article>${ARTICLE}</article>${filled('<div><p>a</p></div>')}`
  expect(await outcomesOf({ page })).toEqual({ page: 'article' })
})
