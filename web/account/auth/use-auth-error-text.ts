import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'

/** Says what went wrong on the pages that lead in, where the specification has words of its own for no answer (§8). */
export function useAuthErrorText(): (error: unknown) => string {
  const t = useTranslations('auth')
  const errorText = useErrorText()
  return (error) => {
    const hasNoAnswer = error instanceof ApiError && error.status === 0 && error.code !== 'timed_out'
    return hasNoAnswer ? t('noAnswer') : errorText(error)
  }
}
