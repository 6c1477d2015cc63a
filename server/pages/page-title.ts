import arAdmin from '#core/messages/ar/admin.json' with { type: 'json' }
import arAuth from '#core/messages/ar/auth.json' with { type: 'json' }
import enAdmin from '#core/messages/en/admin.json' with { type: 'json' }
import enAuth from '#core/messages/en/auth.json' with { type: 'json' }
import type { Language } from '#core/language.ts'

const MESSAGES = { en: { admin: enAdmin, auth: enAuth }, ar: { admin: arAdmin, auth: arAuth } } satisfies Record<
  Language,
  unknown
>

/** The title of a page that visitors open, before its scripts run; undefined for other pages. */
export function pageTitle(path: string, mode: string | null, language: Language): string | undefined {
  const { admin, auth } = MESSAGES[language]
  if (path === '/admin' || path.startsWith('/admin/')) return `${admin.title} · Frogy`
  if (path === '/reset-password') return `${auth.reset.title} · Frogy`
  if (path !== '/auth') return undefined
  const form = { 'sign-up': auth.signUp, forgot: auth.forgot, code: auth.code }[mode ?? ''] ?? auth.signIn
  return `${form.title} · Frogy`
}
