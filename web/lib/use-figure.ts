import { useFormatter, useLocale, useTranslations } from 'use-intl'

/** Formats a number, or a dash if unknown. An Arabic-Indic zero is only a dot, so it is written as a word. */
export function useFigure(): (count: number | undefined) => string {
  const format = useFormatter()
  const t = useTranslations('app')
  const isArabicIndic = useLocale().endsWith('nu-arab')
  return (count) => {
    if (count === undefined) return '–'
    return count === 0 && isArabicIndic ? t('zero') : format.number(count)
  }
}
