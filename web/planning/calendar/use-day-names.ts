import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import { dayNames, type DayNames } from '#core/posts/day-names.ts'

export function useDayNames(): DayNames {
  const locale = useLocale()
  return useMemo(() => dayNames(locale), [locale])
}
