import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// Frogy may be served under a base path (docs/decisions/062), so no URL may be hard-coded. Every URL that begins with
// `/` must pass a function that adds the base path. These rules find URLs that do not.

const ROOT = join(import.meta.dirname, '..')

interface Rule {
  pattern: RegExp
  /** The function to use instead of a hard-coded URL. */
  instead: string
  /** Files that may match the pattern, because they define the function or need the complete URL. */
  allowed?: string[]
}

const ATTRIBUTES = String.raw`<(?:a|area|form|iframe|img|link|script|source|use|video)\b(?:=>|[^>])*?\s(?:href|src|action)=`

const WEB: Rule[] = [
  { pattern: new RegExp(ATTRIBUTES + String.raw`(?:"/|\{['"\x60]/)`, 'g'), instead: 'addressAt, or a Link' },
  { pattern: new RegExp(ATTRIBUTES + String.raw`\{(?!connectPath\b)[\w.]*[pP]ath\b`, 'g'), instead: 'addressAt' },
  { pattern: /\b(?:fetch|EventSource|Worker|openWindow|register|sendBeacon)\(\s*['"`]\//g, instead: 'addressAt' },
  { pattern: /\b(?:location\.(?:assign|replace)|window\.open)\(\s*['"`]\//g, instead: 'addressAt' },
  { pattern: /\blocation\.href\s*=\s*['"`]\//g, instead: 'addressAt' },
  { pattern: /\blocation\.origin\s*\+\s*['"`]|\$\{location\.origin\}/g, instead: 'location.origin + addressAt' },
  {
    // Lines with `replaceState` are allowed, because the address bar must keep the base path.
    pattern: /^(?!.*replaceState).*\blocation\.pathname\b/gm,
    instead: 'currentPath',
    allowed: ['web/lib/base-path.ts', 'web/worker/base-path.ts'],
  },
  {
    pattern: /import \{[^}]*\bnavigate\b[^}]*\} from 'wouter\/use-browser-location'/g,
    instead: 'useLocation',
    allowed: ['web/lib/start-worker.ts'],
  },
  {
    pattern: /\b(?:local|session)Storage\b/g,
    instead: 'lib/local-storage.ts',
    allowed: ['web/lib/local-storage.ts', 'web/lib/install-offer.ts'],
  },
  { pattern: /\bcaches\??\.(?:open|has|delete)\(\s*['"`]/g, instead: 'storageName' },
  { pattern: /\bindexedDB\.open\(\s*['"`]|new BroadcastChannel\(\s*['"`]/g, instead: 'storageName' },
  { pattern: /Path=\/;/g, instead: 'BASE_PATH' },
]

const SERVER: Rule[] = [
  // Allow lines with `baseUrl`, because the simulator has its own URL and no base path.
  { pattern: /new URL\(\s*['"`]\/(?!['"`])(?!.*, baseUrl\))/g, instead: '`${publicUrl}/…`' },
  {
    pattern: /new URL\([^()]*,\s*(?:\w+\.)*publicUrl\b/g,
    instead: '`${publicUrl}${path}`',
    allowed: ['server/programs/oauth/sdk-router.ts'],
  },
  {
    pattern: /publicUrl(?:\(\))?\)\.origin\b/g,
    instead: 'publicUrl, or browserUrl',
    allowed: ['server/http/address.ts', 'server/http/base-path.ts'],
  },
  {
    pattern: /\bbrowserOrigin\(/g,
    instead: 'browserUrl',
    // Passkeys need the origin, because they are bound to it and not to the base path.
    allowed: ['server/http/address.ts', 'server/people/passkeys/routes.ts'],
  },
  {
    pattern: /\s(?:href|src|action)=\\?"\/(?!\/)/g,
    instead: 'basePath in front',
    // This file replaces links of a page that the build has rendered. The base path is added to all links afterwards.
    allowed: ['server/pages/opening.ts'],
  },
  { pattern: /\blocation:\s*['"`]\//g, instead: "Fastify's redirect, or basePath in front" },
  { pattern: /Path=\/;/g, instead: 'basePathOf' },
]

const STYLES: Rule[] = [{ pattern: /url\(["']?\/(?!\/)/g, instead: 'a relative address' }]

const SIDES = [
  // Skip public pages, because the build renders them and the server adds the base path later.
  { files: globSync('web/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['web/landing/**'] }), rules: WEB },
  { files: globSync('{server,core}/**/*.ts', { cwd: ROOT }), rules: SERVER },
  { files: globSync('web/**/*.css', { cwd: ROOT }), rules: STYLES },
]

function findIn(text: string, rules: Rule[], file = ''): string[] {
  return rules.flatMap(({ pattern, instead, allowed = [] }) =>
    allowed.includes(file)
      ? []
      : [...text.matchAll(pattern)].map(
          ({ 0: found, index }) =>
            `${file}:${text.slice(0, index).split('\n').length}: ${found.trim()} (use ${instead})`,
        ),
  )
}

describe('links in the app', () => {
  test.each([
    '<a href="/faq">',
    '<a\n  className={x}\n  onClick={() => go()}\n  href={`/api/export/${id}`}\n>',
    '<img alt="" src="/icon.svg" />',
    '<form method="post" action="/data-deletion">',
    '<a href={place.path} className={ROW}>',
    "await fetch('/api/user')",
    'new EventSource(`/api/events${query}`)',
    "location.assign('/')",
    "location.href = '/auth'",
    'const address = `${location.origin}/mcp`',
    'signInPath(location.pathname + location.search)',
    "import { navigate } from 'wouter/use-browser-location'",
    "navigator.serviceWorker.register('/service-worker.js')",
    "localStorage.getItem('theme')",
    "await caches.open('frogy-shared')",
    'document.cookie = `language=${language}; Path=/; SameSite=Lax`',
  ])('detects a hard-coded URL: %s', (text) => expect(findIn(text, WEB)).not.toEqual([]))
})

describe('links on the server', () => {
  test.each([
    "new URL('/schedule', publicUrl).href",
    'new URL(`/data-deletion?code=${code}`, publicUrl())',
    'new URL(PATHS[kind], config.publicUrl)',
    '`${new URL(publicUrl()).origin}/shared.png`',
    '`${browserOrigin(request, config.publicUrl)}/api/auth/oidc/callback`',
    '<a href="/api/openapi.json">',
    "response.writeHead(302, { location: '/auth' })",
    '`${name}=${value}; Path=/; HttpOnly`',
  ])('detects a hard-coded URL: %s', (text) => expect(findIn(text, SERVER)).not.toEqual([]))
})

describe('links in the app', () => {
  test.each([
    '<Link href="/create">',
    "<a href={addressAt('/faq')}>",
    '<a href={connectPath(platform)}>',
    '<a href={post.permalink} target="_blank">',
    '<a href="#content">',
    "history.replaceState(history.state, '', location.pathname)",
    "call('GET /api/user')",
    "invalidate('/api/posts')",
  ])('accepts a URL that includes the base path or needs none: %s', (text) => expect(findIn(text, WEB)).toEqual([]))
})

test('finds no hard-coded URL in the web app, the server and the styles', () => {
  const found = SIDES.flatMap(({ files, rules }) =>
    files
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => findIn(readFileSync(join(ROOT, file), 'utf8'), rules, file)),
  )
  expect(SIDES.map(({ files }) => files.length > 0)).toEqual([true, true, true])
  expect(found).toEqual([])
})
