/** For a model that ignores the format: finds a JSON object with `content` anywhere in the text. */
export function readDraft(text: string): { content: string; hashtags: string[] } | undefined {
  // Skip the model's reasoning.
  const answer = text.slice(text.lastIndexOf('</think>') + 1)
  const from = answer.indexOf('{')
  const to = answer.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    const { content, hashtags } = JSON.parse(answer.slice(from, to + 1)) as { content?: unknown; hashtags?: unknown }
    if (typeof content !== 'string') return undefined
    const tags = Array.isArray(hashtags) ? hashtags : typeof hashtags === 'string' ? hashtags.split(/[\s,،]+/u) : []
    return { content, hashtags: tags.filter((tag): tag is string => typeof tag === 'string') }
  } catch {
    return undefined
  }
}

const CONTENT = /"content"\s*:\s*"/u
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** Takes the next piece of streamed JSON and returns `content` so far, in linear time. */
export function contentReader(): (piece: string) => string {
  let content = ''
  /** Unread rest: a possible start of `content`, later an incomplete escape. */
  let rest = ''
  let state: 'before' | 'within' | 'behind' = 'before'
  return (piece) => {
    if (state === 'behind') return content
    rest += piece
    if (state === 'before') {
      const start = CONTENT.exec(rest)
      // Keep only as much as a start can need.
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
