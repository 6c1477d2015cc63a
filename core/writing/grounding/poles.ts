import { wordSet } from '../../word-lists.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** Pairs of opposite comparisons: warmer and cooler, faster and slower. */
const SCALES = [
  ['warmer hotter ادفا اسخن احر', 'cooler colder ابرد'],
  ['faster quicker اسرع', 'slower ابطا'],
  ['longer اطول', 'shorter اقصر'],
  ['older', 'younger'],
  ['heavier اثقل', 'lighter اخف'],
  ['dearer costlier pricier اغلي', 'cheaper ارخص'],
  ['earlier sooner ابكر', 'later'],
  ['wider deeper اوسع اعمق', 'narrower shallower اضيق اضحل'],
].map((ends) => ends.map(wordSet))

export interface Pole {
  scale: number
  end: number
  word: Token
}

/** The comparison that a figure states: "cooler" in "0.4 degrees cooler"; أبطأ بدقيقتين, "slower by two minutes". */
export function poleOf(tokens: readonly Token[], at: number, next: number): Pole | undefined {
  for (const token of [...tokens.slice(next, next + 1), ...tokens.slice(Math.max(0, at - 4), at).toReversed()]) {
    if (token.kind !== 'word' || token.sentence !== tokens[at]?.sentence) return undefined
    const pole = scaleOf(token)
    if (pole) return { ...pole, word: token }
  }
  return undefined
}

/** The scale of a comparison word, and its end of the scale. */
export function scaleOf({ key }: Token): Omit<Pole, 'word'> | undefined {
  for (const [scale, ends] of SCALES.entries()) {
    const end = ends.findIndex((words) => withoutPrefixes(key).some((form) => words.has(form)))
    if (end >= 0) return { scale, end }
  }
  return undefined
}

export const areOppositePoles = (one: Pole | undefined, other: Pole | undefined): boolean =>
  one !== undefined && other !== undefined && one.scale === other.scale && one.end !== other.end
