const OPEN = /<(?:think|thinking|reasoning)>/i
const CLOSE = /<\/(?:think|thinking|reasoning)>/gi

/**
 * Separates an answer from the reasoning that some models include. Some answers contain only the closing tag, because
 * the prompt contains the opening one.
 */
export function splitThinking(answer: string): { text: string; isThinking: boolean } {
  const last = [...answer.matchAll(CLOSE)].at(-1)
  const rest = last ? answer.slice(last.index + last[0].length) : answer
  const open = OPEN.exec(rest)
  return open ? { text: rest.slice(0, open.index), isThinking: true } : { text: rest, isThinking: false }
}

export const withoutThinking = (answer: string): string => splitThinking(answer).text
