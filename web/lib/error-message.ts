import { useTranslations } from 'use-intl'
import type { Issue, Values } from '#core/errors.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { ApiError } from './api.ts'

/**
 * A sentence as it is kept on a page or in the browser: what it is made of, so that it can be said in the language of
 * the moment. `message` is how the server put it, for what this page has no words for.
 */
export type StoredMessage = { key?: string; values?: Values; message?: string }

/** What went wrong with a call. "Validation failed" alone helps nobody: what is wrong is named. */
export function messageOfError(error: unknown): StoredMessage {
  if (!(error instanceof ApiError)) return { key: 'app.errors.unknown' }
  if (error.code === 'timed_out') return { key: 'app.errors.timedOut' }
  if (error.status === 0) return { key: 'app.errors.noAnswer' }
  const [issue] = error.issues
  if (issue?.code) return messageOfIssue(issue)
  return {
    message: issue?.message || error.message,
    ...(error.code && { key: `errors.${error.code}` }),
    ...(error.values && { values: error.values }),
  }
}

/** What is wrong with one field. */
export function messageOfIssue({ code, values, message }: Issue): StoredMessage {
  return { message, ...(code && { key: `errors.issues.${code}` }), ...(values && { values }) }
}

/** Why a post is not out, as it stands on the post. */
export function messageOfFailure(
  { code, message }: { code: string; message: string },
  platform: Platform,
): StoredMessage {
  return { key: `publishing.failures.${code}`, values: { platform: rulesOf(platform).name }, message }
}

/** Says it in the interface's language, or as it was said before where that language has no words for it yet. */
export function useMessageText(): (said: StoredMessage) => string {
  const t = useTranslations() as unknown as Translator
  return ({ key, values, message }) => {
    if (key && t.has(key)) return t(key, values)
    return message || t('app.errors.unknown')
  }
}

type Translator = { (key: string, values?: Values): string; has: (key: string) => boolean }
