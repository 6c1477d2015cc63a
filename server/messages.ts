import { createTranslator } from 'use-intl/core'
import type { Issue, Values } from '#core/errors.ts'
import { catalogueInLatinDigits, formatLocale, type Language, type Numerals } from '#core/language.ts'
import arAnalytics from '#core/messages/ar/analytics.json' with { type: 'json' }
import arDashboard from '#core/messages/ar/dashboard.json' with { type: 'json' }
import arErrors from '#core/messages/ar/errors.json' with { type: 'json' }
import arFeeds from '#core/messages/ar/feeds.json' with { type: 'json' }
import arImport from '#core/messages/ar/import.json' with { type: 'json' }
import arLegal from '#core/messages/ar/legal.json' with { type: 'json' }
import arMail from '#core/messages/ar/mail.json' with { type: 'json' }
import arNotifications from '#core/messages/ar/notifications.json' with { type: 'json' }
import arPublishing from '#core/messages/ar/publishing.json' with { type: 'json' }
import enAnalytics from '#core/messages/en/analytics.json' with { type: 'json' }
import enDashboard from '#core/messages/en/dashboard.json' with { type: 'json' }
import enErrors from '#core/messages/en/errors.json' with { type: 'json' }
import enFeeds from '#core/messages/en/feeds.json' with { type: 'json' }
import enImport from '#core/messages/en/import.json' with { type: 'json' }
import enLegal from '#core/messages/en/legal.json' with { type: 'json' }
import enMail from '#core/messages/en/mail.json' with { type: 'json' }
import enNotifications from '#core/messages/en/notifications.json' with { type: 'json' }
import enPublishing from '#core/messages/en/publishing.json' with { type: 'json' }

const MESSAGES = {
  en: {
    analytics: enAnalytics,
    dashboard: enDashboard,
    errors: enErrors,
    feeds: enFeeds,
    import: enImport,
    legal: enLegal,
    mail: enMail,
    notifications: enNotifications,
    publishing: enPublishing,
  },
  ar: {
    analytics: arAnalytics,
    dashboard: arDashboard,
    errors: arErrors,
    feeds: arFeeds,
    import: arImport,
    legal: arLegal,
    mail: arMail,
    notifications: arNotifications,
    publishing: arPublishing,
  },
} satisfies Record<Language, unknown>

export interface Translate {
  (key: string, values?: Values): string
  /** Renders a message that contains tags. A function renders the text inside each tag. */
  markup: (key: string, values: Record<string, string | number | ((words: string) => string)>) => string
}

const translators = new Map<string, Translate>()

/** The server's texts in one language: `errors.not_found`, `mail.reset.subject` … */
export function translator(language: Language, numerals: Numerals = 'arab'): Translate {
  const locale = formatLocale(language, numerals)
  let translate = translators.get(locale)
  if (!translate) {
    const isLatin = language === 'ar' && numerals === 'latn'
    const messages = isLatin ? catalogueInLatinDigits(MESSAGES.ar) : MESSAGES[language]
    translate = createTranslator({ locale, messages: messages as never, timeZone: 'UTC' }) as unknown as Translate
    translators.set(locale, translate)
  }
  return translate
}

/** A localized validation issue: `errors.issues.<code>`. */
export function issueOf(language: Language, path: string, code: string, values: Values = {}): Issue {
  const message = translator(language)(`errors.issues.${code}`, values)
  return { path, message, code, ...(Object.keys(values).length > 0 && { values }) }
}
