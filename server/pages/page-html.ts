import { DIRECTION, type Language } from '#core/language.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import { asksForApproval } from '#core/workspaces/approval-rule.ts'
import { jsonBelow } from '../http/base-path.ts'
import type { Member } from '../http/caller.ts'
import { escapeHtml } from './escape-html.ts'
import { manifestLink, type BuiltPage, type BuiltPages } from './built-pages.ts'
import type { InitialData } from './initial-data.ts'
import type { Drawn } from './opening.ts'

interface PageParts {
  page: BuiltPage
  /** The page's title; undefined if the app's scripts set it. */
  title: string | undefined
  language: Language
  first: InitialData | undefined
  /** The prerendered content of the page, if there is any. */
  drawn: Drawn | undefined
  /** Whether Google sign-in is available, which the prerendered page cannot know. */
  hasGoogle: boolean
  /** The name of the OpenID Connect provider, if there is one. The prerendered page has an empty element for it. */
  oidcName: string | undefined
  /** Nonces of this response, for the inline script and for styles that libraries add. */
  nonce: { script: string; style: string }
  /** The path before each address in the page: the base path, and the workspace in its URL. */
  pathBefore: string
  /** The member's role and the rule of the workspace that the page shows; undefined for the user's own content. */
  member: Pick<Member, 'role' | 'approval'> | undefined
}

/** The tags in the built HTML that load the app's scripts. */
const SCRIPTS = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g

/** The start tag of the element that `web/account/auth/service-name.tsx` renders. */
const SERVICE_NAME = '<bdi data-part="service-name">'

const modulePreload = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`

/** Fills the template: language, preloads, data and prerendered content. */
export function pageHtml(
  { template, fonts, basePath }: BuiltPages,
  { page, title, language, first, drawn, hasGoogle, oidcName, nonce, pathBefore, member }: PageParts,
): string {
  const scripts = [...(template.match(SCRIPTS) ?? []), ...page.files[language].map(modulePreload)].join('')
  const font = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fonts[language]}">`
  // With prerendered content, the browser paints before it fetches scripts: they wait in a <template> element, and
  // boot.js starts them.
  const inHead = drawn ? font : font + scripts
  const inBody = (drawn ? `<template id="scripts">${scripts}</template>` : '') + (first ? inert(first, pathBefore) : '')
  const robots = page.access === 'link' ? '<meta name="robots" content="noindex, nofollow">' : ''
  const oidc = oidcName ? `data-oidc="${escapeHtml(oidcName)}" ` : ''
  const asks = member && PLATFORMS.filter((platform) => asksForApproval(member.approval, member.role, platform))
  const rights = member ? `data-role="${member.role}" data-asks="${asks?.join(' ') ?? ''}" ` : ''
  const replaced = drawn?.replacedBy ? `data-replaced-by="${drawn.replacedBy}" ` : ''
  const content = drawn?.html.replaceAll(SERVICE_NAME, (element) => element + escapeHtml(oidcName ?? ''))
  // Use functions as replacements, because `$&` has a special meaning in a replacement string.
  return withNonces(template.replaceAll(SCRIPTS, ''), nonce)
    .replace(
      '<html ',
      () =>
        `<html lang="${language}" dir="${DIRECTION[language]}" ${pathBefore === basePath ? '' : `data-base="${pathBefore}" `}${rights}${replaced}${hasGoogle ? 'data-google ' : ''}${oidc}`,
    )
    .replace('<title>Frogy</title>', () => `<title>${escapeHtml(title ?? 'Frogy')}</title>`)
    .replace('</head>', () => `${manifestLink(language, basePath)}${robots}${inHead}</head>`)
    .replace('<div id="root">', (root) => root + (content ?? ''))
    .replace('</body>', () => `${inBody}</body>`)
}

/** A page without content: the app determines the route and language in the browser. */
export const emptyHtml = ({ template }: BuiltPages, nonce: PageParts['nonce']): string => withNonces(template, nonce)

const withNonces = (html: string, { script, style }: PageParts['nonce']): string =>
  html.replace('nonce=""', `nonce="${style}"`).replace('<script>', `<script nonce="${script}">`)

/** JSON without characters that could end or start HTML. The browser parses it and never runs it. */
function inert(first: InitialData, basePath: string): string {
  const json = jsonBelow(first, basePath).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="first-answer">${json}</script>`
}
