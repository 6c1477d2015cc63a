import type { Analytics, PostWithMetrics } from '#core/analytics/contract.ts'
import { isEntered, type Metric } from '#core/analytics/metrics.ts'
import { DIRECTION, formatLocale, type Language, type Numerals } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { translator } from '../messages.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import type { OpenedReport } from './reports.ts'

// The page that the link to a report opens. It has no script, so that every browser can print it or save it as PDF.

const BAR_HEIGHT = 104
/** The space above the highest bar for its figure. */
const FIGURE_HEIGHT = 18
const CHART_HEIGHT = BAR_HEIGHT + FIGURE_HEIGHT
/** The maximum number of posts in a report. */
export const LISTED_POSTS = 100

/**
 * Renders the page of a shared report.
 * @param posts the listed posts, best first
 * @param fonts the `@font-face` rules of the app
 */
export function reportPage(
  report: OpenedReport,
  analytics: Analytics,
  posts: readonly PostWithMetrics[],
  made: Date,
  fonts: string,
): string {
  const { language, numerals, owner, title, range, logo } = report
  const t = translator(language, numerals)
  const text = formats(language, numerals)
  const heading = title || t('analytics.report.title')
  const period = `${text.day(range.from)} – ${text.day(range.to)}`
  const network = range.platform ? ` · ${rulesOf(range.platform).name}` : ''
  const standing = t.markup(analytics.reported > 0 ? 'analytics.standing' : 'analytics.standingUnreported', {
    posts: analytics.published,
    times: analytics.engagement,
    from: text.day(range.from),
    to: text.day(range.to),
    // The text in bold needs no escaping, because it is a formatted number and its noun.
    b: (words) => `<strong>${words}</strong>`,
  })
  const none = t('analytics.standingNone', { from: text.day(range.from), to: text.day(range.to) })
  return `<!doctype html><html lang="${language}" dir="${DIRECTION[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(heading)}</title><style>${fonts}${STYLE}</style></head><body>
<header>${logo ? `<img class="logo" src="${escapeHtml(logo)}" alt="${escapeHtml(owner)}">` : '<img src="icon.svg" alt="" width="48" height="48">'}<div>
<h1 dir="auto">${escapeHtml(heading)}</h1>
<p><bdi>${escapeHtml(owner)}</bdi> · ${escapeHtml(period + network)}</p></div></header>
<main><p class="standing">${analytics.published === 0 ? escapeHtml(none) : standing}</p>
${analytics.published === 0 ? '' : results(analytics, posts, language, t, text)}</main>
<footer><p>${escapeHtml(t('analytics.report.made', { day: text.date(made, range.timeZone) }))}</p>
<p class="screen">${escapeHtml(t('analytics.report.print'))}</p></footer></body></html>`
}

/** The page for a report link that was closed, has expired or never existed. */
export function endedReportPage(language: Language, fonts: string): string {
  const words = escapeHtml(translator(language)('analytics.report.ended'))
  return `<!doctype html><html lang="${language}" dir="${DIRECTION[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words}</title><style>${fonts}${STYLE}</style></head><body><main><p class="standing">${words}</p></main></body></html>`
}

type Translate = ReturnType<typeof translator>
type Formats = ReturnType<typeof formats>

function results(
  analytics: Analytics,
  posts: readonly PostWithMetrics[],
  language: Language,
  t: Translate,
  text: Formats,
): string {
  const refused = analytics.platforms.filter((entry) => entry.refused.length > 0)
  const hasEntered = analytics.platforms.some(({ entered }) => entered.length > 0)
  const figure = figures(t, text)
  return `${chart(analytics, language, t, text)}
${table(
  t('analytics.byNetwork.title'),
  [t('analytics.table.network'), ...['published', 'seen', 'engagement'].map((key) => t(`analytics.table.${key}`))],
  analytics.platforms
    .filter(({ published }) => published > 0)
    .map((one) => [
      `<bdi>${escapeHtml(rulesOf(one.platform).name)}</bdi>`,
      text.figure(one.published),
      ...(['impressions', 'engagement'] as const).map((name) => figure(one[name], name, one.entered)),
    ]),
  1,
)}
${table(
  t('analytics.table.posts'),
  [
    t('analytics.table.post'),
    t('analytics.table.network'),
    t('analytics.table.date'),
    ...['seen', 'reactions', 'comments', 'shares', 'engagement'].map((key) => t(`analytics.table.${key}`)),
  ],
  posts.map((post) => postRow(post, analytics.timeZone, text, figure)),
  3,
  'posts',
)}
${hasEntered ? `<p class="note">${escapeHtml(t('analytics.report.entered'))}</p>` : ''}
${analytics.published > posts.length ? `<p class="note">${escapeHtml(t('analytics.report.best', { count: posts.length }))}</p>` : ''}
${refused.length > 0 ? `<p class="note">${escapeHtml(t('analytics.report.withheld'))}</p>` : ''}`
}

type Figure = ReturnType<typeof figures>

/** Writes a metric, with a mark if a member entered it. */
const figures =
  (t: Translate, text: Formats) =>
  (value: number | null, name: Metric | 'engagement', entered: readonly Metric[]): string =>
    text.figure(value) +
    (isEntered(entered, name)
      ? `<span class="mark" aria-hidden="true">*</span> <span class="unseen">${escapeHtml(t('analytics.entered.mark'))}</span>`
      : '')

function postRow(post: PostWithMetrics, timeZone: string, text: Formats, figure: Figure): string[] {
  const opening = `<span dir="auto">${escapeHtml(post.opening)}</span>`
  const isLink = post.permalink !== null && /^https?:\/\//i.test(post.permalink)
  return [
    isLink ? `<a href="${escapeHtml(post.permalink ?? '')}" rel="noreferrer">${opening}</a>` : opening,
    `<bdi>${escapeHtml(rulesOf(post.platform).name)}</bdi>`,
    escapeHtml(text.short(new Date(post.publishedAt), timeZone)),
    ...(['impressions', 'likes', 'comments', 'shares', 'engagement'] as const).map((name) =>
      figure(post[name], name, post.entered?.metrics ?? []),
    ),
  ]
}

/**
 * Renders a table of a report.
 * @param firstFigure the index of the first column of figures
 * @param kind a CSS class with which a phone shows each row as an entry of a list
 */
function table(title: string, heads: string[], rows: string[][], firstFigure: number, kind = ''): string {
  if (rows.length === 0) return ''
  const look = (column: number) => (column < firstFigure ? '' : ' class="figure"')
  const head = heads.map((name, column) => `<th scope="col"${look(column)}>${escapeHtml(name)}</th>`).join('')
  const cell = (content: string, column: number) =>
    `<td${look(column)} data-head="${escapeHtml(heads[column] ?? '')}">${content}</td>`
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`).join('\n')
  const name = escapeHtml(title)
  // On a phone the table scrolls by touch and by keyboard.
  return `<section tabindex="0" role="region" aria-label="${name}"><h2>${name}</h2><table class="${kind}" aria-label="${name}"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></section>`
}

/** Bars of the published posts of each day, week or month, with their figures. */
function chart({ columns }: Analytics, language: Language, t: Translate, text: Formats): string {
  const most = Math.max(1, ...columns.map(({ published }) => published))
  const width = 100 / columns.length
  const figure = figureAbove(columns, text)
  const bars = columns
    .map(({ published }, index) => {
      const height = (published / most) * BAR_HEIGHT
      // Time runs in the direction of the text, as in the charts of Analytics.
      const place = DIRECTION[language] === 'rtl' ? columns.length - 1 - index : index
      const x = place * width + width * 0.15
      return `<rect x="${x.toFixed(2)}%" y="${(CHART_HEIGHT - height).toFixed(1)}" width="${(width * 0.7).toFixed(2)}%" height="${height.toFixed(1)}"/>${figure(published, (place + 0.5) * width, CHART_HEIGHT - height)}`
    })
    .join('')
  const [first, last] = [columns.at(0)?.from ?? '', columns.at(-1)?.to ?? '']
  return `<section><h2>${escapeHtml(t('analytics.published.title'))}</h2>
<svg width="100%" height="${CHART_HEIGHT}" role="img" aria-label="${escapeHtml(t('analytics.published.title'))}">${bars}</svg>
<p class="ends"><span>${escapeHtml(text.day(first))}</span><span>${escapeHtml(text.day(last))}</span></p></section>`
}

/** Writes the number of posts above a bar. Numbers that would overlap are left out, except above the highest bars. */
function figureAbove(columns: Analytics['columns'], text: Formats) {
  const most = Math.max(...columns.map(({ published }) => published))
  const fits = most < 10 || columns.length <= 16
  return (published: number, x: number, y: number): string =>
    published > 0 && (fits || published === most)
      ? `<text x="${x.toFixed(2)}%" y="${(y - 5).toFixed(1)}">${text.figure(published)}</text>`
      : ''
}

function formats(language: Language, numerals: Numerals) {
  const locale = formatLocale(language, numerals)
  const number = new Intl.NumberFormat(locale)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return {
    /** Formats a day such as `2025-12-03`. */
    day: (day: string) =>
      new Intl.DateTimeFormat(locale, { ...long, timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`)),
    date: (at: Date, timeZone: string) => new Intl.DateTimeFormat(locale, { ...long, timeZone }).format(at),
    short: (at: Date, timeZone: string) =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(at),
    /** A dash for a figure that is neither reported nor entered. */
    figure: (value: number | null) => (value === null ? '–' : number.format(value)),
  }
}

const STYLE = `:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0 auto;max-width:900px;padding:32px 20px 48px;background:#fff;color:#15211a;font:15px/1.55 "Hanken Grotesk","IBM Plex Sans Arabic","Noto Sans Arabic",system-ui,"Segoe UI",Tahoma,sans-serif}
[lang=ar] body{font-family:"Arabic Marks","IBM Plex Sans Arabic","Hanken Grotesk","Noto Sans Arabic",Tahoma,sans-serif;line-height:1.7}
h1,h2,strong{font-weight:600}
header{display:flex;flex-wrap:wrap;gap:12px 16px;align-items:center;border-bottom:2px solid #14603f;padding-bottom:16px}
h1{font-size:26px;line-height:1.25;margin:0;overflow-wrap:anywhere}h2{font-size:17px;margin:28px 0 8px}header p,footer p{margin:2px 0;color:#45524a}
header div{flex:1 1 220px;min-width:0}.logo{max-width:min(240px,100%);max-height:80px}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}section{position:relative}
.standing{font-size:17px;margin:20px 0 0}table{width:100%;border-collapse:collapse}
th,td{padding:7px 8px;border-bottom:1px solid #dadbd0;text-align:start;vertical-align:top}
th{font-size:13px;color:#45524a;font-weight:600}td{font-variant-numeric:tabular-nums;white-space:nowrap}th:first-child,td:first-child{padding-inline-start:0}td:last-child{font-weight:600}.figure{text-align:end;position:relative}.mark{position:absolute}td:first-child{white-space:normal;overflow-wrap:anywhere}.posts td:first-child{min-width:150px}
tr{break-inside:avoid}thead{display:table-header-group}section{overflow-x:auto}
rect{fill:#14603f;print-color-adjust:exact;-webkit-print-color-adjust:exact}svg{border-bottom:1px solid #858d84}text{font-size:12px;font-weight:600;fill:#14603f;text-anchor:middle}
.ends{display:flex;justify-content:space-between;margin:4px 0 0;font-size:13px;color:#45524a}
@media screen and (max-width:640px){.posts thead{display:none}.posts tr{display:grid;grid-template-columns:repeat(5,1fr);gap:2px 12px;padding:12px 0;border-bottom:1px solid #dadbd0}
.posts td{padding:0;border:0;text-align:start}.posts td:first-child{grid-column:1/-1;font-weight:600}.posts td:nth-child(2){grid-column:1/4;color:#45524a}.posts td:nth-child(3){grid-column:4/-1;color:#45524a;text-align:end}
.posts td:nth-child(n+4)::before{content:attr(data-head);display:block;font-size:13px;color:#45524a}}
.note,footer{font-size:13px;color:#45524a}footer{margin-top:32px;border-top:1px solid #dadbd0;padding-top:12px}
a{color:#14603f;text-underline-offset:4px;text-decoration-color:#b9d3c3}
@media print{@page{margin:16mm}body{max-width:none;padding:0;font-size:9.5pt}th,td{padding:4px}.screen{display:none}a{color:inherit;text-decoration:none}section{overflow:visible}h2{break-after:avoid}}`
