import { DIRECTION, type Language } from '#core/language.ts'
import { manifestLink, type BuiltPage, type BuiltPages } from './built-pages.ts'
import type { FirstAnswer } from './first-reads.ts'

interface PageParts {
  page: BuiltPage
  language: Language
  first: FirstAnswer | undefined
  /** What it shows at once. */
  drawn: string | undefined
  /** Whether Google sign-in is offered: what was drawn by the build knows nothing of it. */
  hasGoogle: boolean
  /** This answer's own: for the script inside the page, and for the styles that libraries add. */
  nonce: { script: string; style: string }
}

/** What the build put into the page to start the app. */
const SCRIPTS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`

/** The page as it is sent: in its language, with what it needs named and its data inside. */
export function pageHtml(
  { template, fonts }: BuiltPages,
  { page, language, first, drawn, hasGoogle, nonce }: PageParts,
): string {
  const scripts = [...(template.match(SCRIPTS) ?? []), ...page.files[language].map(modulePreload)].join('')
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fonts[language]}">`
  // What can be read already is painted before what makes it move is fetched: boot.js takes that from the template.
  const inHead = drawn ? font : font + scripts
  const inBody = (drawn ? `<template id="scripts">${scripts}</template>` : '') + (first ? inert(first) : '')
  // Replaced by functions: in a text, `$&` and its kin would mean something.
  return withNonces(template.replaceAll(SCRIPTS, ''), nonce)
    .replace('<html ', () => `<html lang="${language}" dir="${DIRECTION[language]}" ${hasGoogle ? 'data-google ' : ''}`)
    .replace('</head>', () => `${manifestLink(language)}${inHead}</head>`)
    .replace('<div id="root">', (root) => root + (drawn ?? ''))
    .replace('</body>', () => `${inBody}</body>`)
}

/** A page that finds out in the browser where it is, and in which language. */
export const emptyHtml = ({ template }: BuiltPages, nonce: PageParts['nonce']): string => withNonces(template, nonce)

const withNonces = (html: string, { script, style }: PageParts['nonce']): string =>
  html.replace('nonce=""', `nonce="${style}"`).replace('<script>', `<script nonce="${script}">`)

/** As JSON that no parser of HTML sees an end or a beginning in. The browser reads it; it is never run. */
function inert(first: FirstAnswer): string {
  const json = JSON.stringify(first).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="first-answer">${json}</script>`
}
