import { useFormatter } from 'use-intl'
import { isolate } from './isolate.ts'

/** Formats a number of bytes: `12.4 MB`. */
export function useMegabytes(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) =>
    isolate(format.number(bytes / 1_000_000, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }))
}
