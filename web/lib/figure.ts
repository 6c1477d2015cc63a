import { useFormatter, useTranslations } from 'use-intl'
import { useLanguage } from './language.ts'

/** A figure that stands alone, or a dash for one that is not known. A zero among Arabic-Indic figures is a mere dot: there it is said as a word. */
export function useFigure(): (count: number | undefined) => string {
  const format = useFormatter()
  const t = useTranslations('app')
  const { language } = useLanguage()
  return (count) => {
    if (count === undefined) return '–'
    return count === 0 && language === 'ar' ? t('zero') : format.number(count)
  }
}
