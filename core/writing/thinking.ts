const OPEN = /<(?:think|thinking|reasoning)>/i
const CLOSE = /<\/(?:think|thinking|reasoning)>/gi

/**
 * Separates an answer from the reasoning that some models write into it. Some models open the reasoning in their
 * prompt, so that the answer has only the closing tag.
 */
export function splitThinking(answer: string): { text: string; isThinking: boolean } {
  const last = [...answer.matchAll(CLOSE)].at(-1)
  const rest = last ? answer.slice(last.index + last[0].length) : answer
  const open = OPEN.exec(rest)
  return open ? { text: rest.slice(0, open.index), isThinking: true } : { text: rest, isThinking: false }
}

export const withoutThinking = (answer: string): string => splitThinking(answer).text
