import type { Figure } from './figure.ts'
import type { Token } from './tokens.ts'

/** How a figure relates two others: "35 fewer" is a difference, "a fifth of them" a part. */
export function relationOf(tokens: readonly Token[], at: number, next: number, isShare: boolean): Figure['of'] {
  const keys = (from: number, to: number) => tokens.slice(Math.max(0, from), to).map(({ key }) => key)
  const isBy = keys(at - 3, at).some((key) => BY.test(key)) || BY_THAT_MUCH.test(tokens[at]?.key ?? '')
  if (isShare && keys(at - 1, at)[0] === 'الي') return 'change'
  if (isShare) return isBy ? 'change' : 'part'
  const after = keys(at, next + 2)
  // Percentage points are a difference of two percentages.
  const isPoints = /^(?:points?|ميويه)$/u.test(keys(next - 1, next)[0] ?? '')
  return isPoints ||
    isBy ||
    after.some((key) => MORE.test(key)) ||
    /^(?:to go|left)/.test(keys(next, next + 2).join(' '))
    ? 'difference'
    : undefined
}

const MORE =
  /^(?:more|fewer|less|higher|lower|above|below|longer|shorter|dearer|cheaper|slower|faster|older|younger|extra|اكثر|اقل|اعلي|ادني|اضافي|اضافيه)$/u

const BY = /^(?:by|margin|gap|difference|بفارق|بمقدار|بنسبه|بزياده|بانخفاض|بواقع|زياده|فارق|الفارق|فرق)$/u

/** The Arabic prefix ب, "by", before the amount of a change: تراجع بثلاثة عشر, "fell by thirteen". */
export const BY_THAT_MUCH = /^ب(?!عض)[\u0620-\u06FF]{2}/u
