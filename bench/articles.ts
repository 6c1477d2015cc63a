import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { wordCountOf } from '#core/reading/text-measures.ts'
import { openParsers, type Parsers } from '#server/reading/parsing/parser-pool.ts'
import { decodePage } from '#server/reading/articles/decode-page.ts'
import { textOfHtml } from '#server/reading/text-of-html.ts'
import { report } from './report.ts'
import { matchOf } from './shingles.ts'

/**
 * Compares our article reader with Readability on the 181 pages of a public benchmark. The folder in
 * `ARTICLE_BENCHMARK` holds a copy of https://github.com/scrapinghub/article-extraction-benchmark. A page that our
 * reader refuses counts as an empty text. Pages behind a paywall are counted separately.
 */
export async function benchArticles({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  const folder = process.env.ARTICLE_BENCHMARK
  if (!folder) {
    const missing = 'ARTICLE_BENCHMARK names no copy of scrapinghub/article-extraction-benchmark'
    if (isNamed) console.error(missing)
    else console.log(`articles: skipped, ${missing}`)
    return !isNamed
  }
  await using parsers = openParsers()
  const results: PageResult[] = []
  for (const page of benchmarkPages(folder)) results.push(await resultOf(page, parsers))
  const whole = results.filter(({ isStub }) => !isStub)
  const stubs = results.filter(({ isStub }) => isStub)
  const refused = whole.filter(({ refusal }) => refusal !== null)

  const worst = whole.toSorted((one, other) => one.match - other.match).slice(0, 5)
  for (const { name, match, refusal } of worst) {
    console.log(`    ${name.slice(0, 12)}: ${refusal ?? `F1 ${percent(match)}`}`)
  }
  console.log(
    `    paywall stubs, counted apart: ${stubs.map(({ refusal }) => refusal ?? 'read').join(', ')} (${stubs.length})`,
  )
  const matchHolds = report({
    what: `mean F1 by page on ${whole.length} pages of the article benchmark`,
    value: meanOf(whole.map(({ match }) => match)) * 100,
    unit: '%',
    atLeast: 95,
    baseline: { what: 'Readability', value: meanOf(whole.map(({ baseline }) => baseline)) * 100 },
  })
  const refusalsHold = report({
    what: 'of these refused',
    value: refused.length,
    unit: 'pages',
    atMost: 1,
    baseline: { what: 'all', value: whole.length },
  })
  return matchHolds && refusalsHold
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (share: number) => (share * 100).toFixed(1)

interface BenchmarkPage {
  name: string
  url: string
  html: Uint8Array
  /** The text that a person marked as the article. */
  wanted: string
}

interface PageResult {
  name: string
  isStub: boolean
  refusal: ErrorCode | null
  /** How well our reader's text matches the marked text, from 0 to 1. `baseline` is the match of Readability's text. */
  match: number
  baseline: number
}

const Truth = z.record(z.string(), z.object({ articleBody: z.string(), url: z.string() }))

function benchmarkPages(folder: string): BenchmarkPage[] {
  const truth = Truth.parse(JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')))
  return Object.entries(truth).map(([name, { articleBody, url }]) => ({
    name,
    url,
    html: gunzipSync(readFileSync(join(folder, 'html', `${name}.html.gz`))),
    wanted: articleBody,
  }))
}

async function resultOf({ name, url, html, wanted }: BenchmarkPage, parsers: Parsers): Promise<PageResult> {
  const about = { contentType: 'text/html; charset=utf-8', url }
  const read = await parsers.parse('article', html, about).then(
    ({ content }) => ({ content, refusal: null }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { content: '', refusal: error.code }
    },
  )
  return {
    name,
    isStub: isStub(wanted),
    refusal: read.refusal,
    match: read.refusal === null ? matchOf(read.content, wanted) : 0,
    baseline: matchOf(readabilityOf(decodePage(html, about.contentType)), wanted),
  }
}

/** Whether the marked text is only the beginning of an article before a paywall. */
const isStub = (wanted: string) => wanted.endsWith('...') && wordCountOf(wanted) < 150

/** Reads a page's text with Readability and formats it like our reader's text, so that paragraphs stay separate. */
function readabilityOf(html: string): string {
  const { document } = parseHTML(html)
  const article = new Readability(document, { serializer: (node) => node }).parse()
  return article?.content ? textOfHtml(article.content) : ''
}
