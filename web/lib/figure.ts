import { useFormatter, useTranslations } from 'use-intl'
import { useLanguage } from './language.ts'

/** A figure that stands alone. A zero among Arabic-Indic figures is a mere dot: there it is said as a word. */
export function useFigure(): (count: number) => string {
  const format = useFormatter()
  const t = useTranslations('app')
  const { language } = useLanguage()
  return (count) => (count === 0 && language === 'ar' ? t('zero') : format.number(count))
}
