import { useFormatter } from 'use-intl'
import { withoutLeadingZero } from '#core/hour.ts'

/** Writes a time with the interface's digits: `09:30` becomes `٩:٣٠`. */
export function useLocalDigits(): (text: string) => string {
  const format = useFormatter()
  return (text) => withoutLeadingZero(text).replace(/\d/g, (figure) => format.number(Number(figure)))
}
