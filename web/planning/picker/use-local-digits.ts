import { useFormatter } from 'use-intl'

/** Writes a text with the interface's digits: `09:30` becomes `٠٩:٣٠`. */
export function useLocalDigits(): (text: string) => string {
  const format = useFormatter()
  return (text) => text.replace(/\d/g, (figure) => format.number(Number(figure)))
}
