import { useFormatter, useLocale, useTranslations } from 'use-intl'

/** A figure that stands alone, or a dash for one that is not known. A zero among Arabic-Indic figures is a mere dot: there it is said as a word. */
export function useFigure(): (count: number | undefined) => string {
  const format = useFormatter()
  const t = useTranslations('app')
  const isArabicIndic = useLocale().endsWith('nu-arab')
  return (count) => {
    if (count === undefined) return '–'
    return count === 0 && isArabicIndic ? t('zero') : format.number(count)
  }
}
