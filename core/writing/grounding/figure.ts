import { hedgeOf, type Hedge } from './hedges.ts'
import type { Pole } from './poles.ts'
import type { Token } from './tokens.ts'
import type { Trend } from './trends.ts'

export interface Figure {
  /** UTF-16 offsets of the figure, including its unit or the noun that it counts. */
  start: number
  end: number
  /** Possible values of the figure. 1.234 can mean 1,234 or a decimal, and 50 percent has the value 50. */
  values: number[]
  /** The tolerance of the values, so that "a third" equals 33 percent. */
  within: number
  /** The figure's unit, if known (percent, day, money:dollar …), else null. */
  unit: string | null
  /** Stems of the nouns that the figure may count, such as "school" in "eleven secondary schools". */
  nouns: readonly string[]
  /** The values as written, if they were converted to a base unit. */
  writtenValues?: number[]
  /** The factor from the written value to the base unit. */
  times?: number
  /** The unit as written, before the conversion to a base unit. */
  writtenUnit?: string | undefined
  /** The period of a rate: "day" in "18,000 litres a day". */
  per?: string | undefined
  /** The end of the rate's period in the text. */
  perEnd?: number | undefined
  /** The index of the figure's sentence in the text. */
  sentence: number
  /** The index of the figure's first token, and of the token after its last one. */
  at: number
  next: number
  /** The scale, if written as a word: thousand, million … */
  scale?: number | undefined
  /**
   * Whether the figure means a rise or a fall. If a plus or minus sign says so (`isSigned`), the sign must match
   * exactly.
   */
  trend?: Trend | undefined
  /** The word that states the trend. */
  mover?: Token | undefined
  isSigned?: boolean
  /** Whether the value is the level that was reached or left, as in "rose to 5%", and not the change itself. */
  isLevel?: boolean
  /** Whether the figure is written as a part of a whole: "a third", "one in five". */
  isShare?: boolean
  hedge: Hedge
  /** The side of a comparison that the figure states, such as "warmer" in "2 degrees warmer". */
  pole?: Pole | undefined
  /** The previous figure, if this figure has no unit and may share the unit of that figure. */
  elided?: Figure
  /**
   * Whether only the form of a noun states the number, as in مدينتان, "two cities". Such a number supports claims, but
   * is not a claim itself.
   */
  isImplied?: boolean
  /** How the figure relates to another figure: nine more than before, a third of it, down by a third. */
  of?: 'difference' | 'part' | 'change' | undefined
}

/** A figure that still lacks its position among the tokens. */
export type Reading = Omit<Figure, 'sentence' | 'at' | 'next'>

export interface ReadFigure {
  figure: Reading
  next: number
}

export const exactFigure = (
  tokens: readonly Token[],
  at: number,
  next: number,
  value: number,
  unit: string,
): Reading => ({
  start: tokens[at]?.start ?? 0,
  end: tokens[next - 1]?.end ?? 0,
  values: [value],
  within: 0,
  unit,
  nouns: [],
  hedge: hedgeOf(tokens, at, next),
})
