import { useFormatter } from 'use-intl'
import { isolate } from './isolate.ts'

/** Formats millionths of a dollar: below one dollar with two significant digits, because drafts cost a few cents. */
export function useDollars(): (micros: number) => string {
  const format = useFormatter()
  return (micros) => {
    const dollars = micros / 1_000_000
    const digits = dollars < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 }
    const currency = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
    // In Arabic, `narrowSymbol` gives US$, which right-to-left text shows as $US. So write $.
    return isolate(format.number(dollars, { ...currency, ...digits }).replace('US$', '$'))
  }
}
