import { splitThinking, withoutThinking } from './thinking.ts'

/**
 * Reads an answer in which the model ignored the required format. Finds a JSON object with the key `content` anywhere
 * in it.
 */
export function readDraft(text: string): { content: string; hashtags: string[] } | undefined {
  const answer = /^\s*\{/u.test(text) ? text : withoutThinking(text)
  const from = answer.indexOf('{')
  const to = answer.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    const { content, hashtags } = JSON.parse(answer.slice(from, to + 1)) as { content?: unknown; hashtags?: unknown }
    if (typeof content !== 'string') return undefined
    const bare = withoutThinking(content)
    // Some models repeat the whole JSON object inside its field `content`, so read that inner object instead.
    const inner = /^\s*\{\s*"content"/u.test(bare) ? readDraft(bare) : undefined
    if (inner) return inner
    const tags = Array.isArray(hashtags) ? hashtags : typeof hashtags === 'string' ? hashtags.split(/[\s,،]+/u) : []
    return { content: bare, hashtags: tags.filter((tag): tag is string => typeof tag === 'string') }
  } catch {
    return undefined
  }
}

const CONTENT = /"content"\s*:\s*"/u
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Returns a function that takes the next piece of streamed JSON and returns `content` so far. Runs in linear time. */
export function contentReader(): (piece: string) => string {
  let content = ''
  /** Text that is not parsed yet: at first a possible start of `content`, later an incomplete escape sequence. */
  let rest = ''
  let state: 'before' | 'within' | 'behind' = 'before'
  return (piece) => {
    if (state === 'behind') return content
    rest += piece
    if (state === 'before') {
      const { text, isThinking } = splitThinking(rest)
      rest = isThinking ? `${THINKING}${rest.slice(-LONGEST_START)}` : text
      if (isThinking) return content
      const start = CONTENT.exec(rest)
      // Keep only as many characters as are needed to recognize the start of `content`.
      if (!start) rest = rest.slice(-LONGEST_START)
      if (!start) return content
      state = 'within'
      rest = rest.slice(start.index + start[0].length)
    }
    const whole = /^(?:[^"\\]|\\(?:u[\da-f]{4}|[^u]))*/iu.exec(rest)?.[0] ?? ''
    content += whole.replaceAll(/\\(u[\da-f]{4}|[^u])/giu, (_, escape: string) =>
      escape.length > 1 ? String.fromCharCode(Number.parseInt(escape.slice(1), 16)) : (ESCAPES[escape] ?? escape),
    )
    rest = rest.slice(whole.length)
    if (rest.startsWith('"')) state = 'behind'
    return content
  }
}

const LONGEST_START = 40
const THINKING = '<think>'
