import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'

/** The specification (§8) words a missing response differently here. */
export function useAuthErrorText(): (error: unknown) => string {
  const t = useTranslations('auth')
  const errorText = useErrorText()
  return (error) => {
    const hasNoAnswer = error instanceof ApiError && error.status === 0 && error.code !== 'timed_out'
    return hasNoAnswer ? t('noAnswer') : errorText(error)
  }
}
