import { useTranslations } from 'use-intl'
import { ApiError } from './api.ts'

/** What to tell the person: the server's words, or ours where no answer came. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations('app.errors')
  return (error) => {
    if (!(error instanceof ApiError)) return t('unknown')
    if (error.code === 'timed_out') return t('timedOut')
    if (error.status === 0) return t('noAnswer')
    // "Validation failed" alone helps nobody: the server names what is wrong.
    return error.issues[0]?.message || error.message || t('unknown')
  }
}
