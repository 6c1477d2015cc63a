import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'

/**
 * Returns the text of an error on a sign-in page. The specification (§8) gives these pages their own text for a missing
 * response.
 */
export function useAuthErrorText(): (error: unknown) => string {
  const t = useTranslations('auth')
  const errorText = useErrorText()
  return (error) => {
    const hasNoAnswer = error instanceof ApiError && error.status === 0 && error.code !== 'timed_out'
    return hasNoAnswer ? t('noAnswer') : errorText(error)
  }
}
