import { useFormatter } from 'use-intl'
import { withoutLeadingZero } from '#core/hour.ts'

/** Returns a function that writes a time with the digits of the interface language, such as `٩:٣٠` for `09:30`. */
export function useLocalDigits(): (text: string) => string {
  const format = useFormatter()
  return (text) => withoutLeadingZero(text).replace(/\d/g, (figure) => format.number(Number(figure)))
}
