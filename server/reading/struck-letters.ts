/**
 * Removes text that is struck out letter by letter with combining strokes: `9̶0̶0̶`. A single letter with a stroke stays,
 * because phonetic spellings use it.
 */
export function withoutStruckLetters(text: string): string {
  if (!/[\u0335-\u0338]/.test(text)) return text
  const kept = text.replace(STRUCK, (run, offset: number) => {
    const bases = run.replaceAll(/\p{M}/gu, '')
    if ([...bases.trim()].length < 2 && !/\p{N}/u.test(bases)) return run
    const isApart = /(?:^|\s)$/u.test(text.slice(Math.max(0, offset - 1), offset)) && /\s$/u.test(bases)
    return isApart ? '' : /\s$/u.test(bases) ? ' ' : ''
  })
  return kept.trim() === '' ? text : kept
}

/** A run of letters, digits and blanks with a stroke each, with the blank after it. */
const STRUCK = /(?:[\p{L}\p{N}\p{P}\p{Sc}\p{Zs}]\p{M}{0,3}?[\u0335-\u0338]\p{M}{0,3})+ ?/gu
