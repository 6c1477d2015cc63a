import { randomBytes } from 'node:crypto'
import type { Answer } from './network.ts'
import { STYLE } from './style.ts'

/** A piece of safe HTML. Text that enters a `Markup` is escaped. */
export class Markup {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toString(): string {
    return this.source
  }
}

type Part = string | number | Markup | undefined | false | Part[]

export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.source
  if (Array.isArray(part)) return part.map(render).join('')
  return escape(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char] ?? char)
}

/** Responds with a page whose content security policy allows only the server's own files and scripts with its nonce. */
export function html(status: number, page: (nonce: string) => Markup): Answer {
  const nonce = randomBytes(16).toString('base64url')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    // Allow all hosts. Browsers also apply form-action to the redirect after the form, which leads to the app.
    "form-action 'self' http: https:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      vary: 'accept-language',
    },
    body: page(nonce).source,
  }
}

export function shell(options: { language: 'en' | 'ar'; title: string; nonce: string; body: Markup; script?: string }) {
  const { language, title, nonce, body, script } = options
  return markup`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(STYLE)}</style>
</head>
<body>
${body}
${script !== undefined && markup`<script nonce="${nonce}">${new Markup(script)}</script>`}
</body>
</html>
`
}
