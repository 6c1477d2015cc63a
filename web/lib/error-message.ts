import { useTranslations } from 'use-intl'
import type { Issue, Values } from '#core/errors.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { ApiError } from './api.ts'

/**
 * A message that can be translated again when the language changes. `message` is the server's text, if the page has
 * no translation.
 */
export type StoredMessage = { key?: string; values?: Values; message?: string }

/** The message of an error. For a validation error it names the invalid field. */
export function messageOfError(error: unknown): StoredMessage {
  if (!(error instanceof ApiError)) return { key: 'app.errors.unknown' }
  if (error.code === 'timed_out') return { key: 'app.errors.timedOut' }
  if (error.code === 'server_limit') return { key: 'app.errors.serverLimit' }
  if (error.code === 'unavailable') return { key: 'app.errors.unavailable' }
  if (error.status === 0) return { key: 'app.errors.noAnswer' }
  const [issue] = error.issues
  if (issue?.code) return messageOfIssue(issue)
  return {
    message: issue?.message || error.message,
    ...(error.code && { key: `errors.${error.code}` }),
    ...(error.values && { values: error.values }),
  }
}

export function messageOfIssue({ code, values, message }: Issue): StoredMessage {
  return { message, ...(code && { key: `errors.issues.${code}` }), ...(values && { values }) }
}

export function messageOfFailure(
  { code, message }: { code: string; message: string },
  platform: Platform,
): StoredMessage {
  return { key: `publishing.failures.${code}`, values: { platform: rulesOf(platform).name }, message }
}

export function useMessageText(): (stored: StoredMessage) => string {
  const t = useTranslations() as unknown as Translator
  return ({ key, values, message }) => {
    if (key && t.has(key)) return t(key, values)
    return message || t('app.errors.unknown')
  }
}

type Translator = { (key: string, values?: Values): string; has: (key: string) => boolean }
