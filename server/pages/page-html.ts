import { DIRECTION, type Language } from '#core/language.ts'
import type { BuiltPage, BuiltPages } from './built-pages.ts'
import type { FirstAnswer } from './first-reads.ts'

interface PageParts {
  page: BuiltPage
  language: Language
  first: FirstAnswer | undefined
  /** Whether it shows at once what was drawn when Frogy was built. */
  isDrawn: boolean
  /** This answer's own: for the script inside the page, and for the styles that libraries add. */
  nonce: { script: string; style: string }
}

/** The page as it is sent: in its language, with what it needs named and its data inside. */
export function pageHtml(
  { template, fonts, prerendered }: BuiltPages,
  { page, language, first, isDrawn, nonce }: PageParts,
): string {
  // What can be read already comes before what makes it move.
  const priority = isDrawn && prerendered[page.path] ? ' fetchpriority="low"' : ''
  const preloads = [
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fonts[language]}">`,
    ...page.files[language].map((file) => `<link rel="modulepreload" crossorigin${priority} href="${file}">`),
  ]
  // Replaced by functions: in a text, `$&` and its kin would mean something.
  return template
    .replace('nonce=""', `nonce="${nonce.style}"`)
    .replace('<script>', `<script nonce="${nonce.script}">`)
    .replace('<html ', () => `<html lang="${language}" dir="${DIRECTION[language]}" `)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload") crossorigin(?= )/g, (tag) => tag + priority)
    .replace('</head>', () => `${preloads.join('')}</head>`)
    .replace('<div id="root">', (root) => root + ((isDrawn && prerendered[page.path]?.[language]) || ''))
    .replace('</body>', () => `${first ? inert(first) : ''}</body>`)
}

/** As JSON that no parser of HTML sees an end or a beginning in. The browser reads it; it is never run. */
function inert(first: FirstAnswer): string {
  const json = JSON.stringify(first).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="first-answer">${json}</script>`
}
