import { useFormatter, useLocale, useTranslations } from 'use-intl'

/** Formats a number, or a dash if it is unknown. The Arabic-Indic zero (٠) looks like a dot, so a word replaces it. */
export function useFigure(): (count: number | undefined) => string {
  const format = useFormatter()
  const t = useTranslations('app')
  const isArabicIndic = useLocale().endsWith('nu-arab')
  return (count) => {
    if (count === undefined) return '–'
    return count === 0 && isArabicIndic ? t('zero') : format.number(count)
  }
}
