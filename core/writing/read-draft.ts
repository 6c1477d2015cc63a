/**
 * The draft in what a model wrote that keeps no format: the JSON object with a content, whatever stands around it.
 * @returns undefined where there is none
 */
export function readDraft(text: string): { content: string; hashtags: string[] } | undefined {
  // What it thought before it wrote.
  const said = text.slice(text.lastIndexOf('</think>') + 1)
  const from = said.indexOf('{')
  const to = said.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    const { content, hashtags } = JSON.parse(said.slice(from, to + 1)) as { content?: unknown; hashtags?: unknown }
    if (typeof content !== 'string') return undefined
    const tags = Array.isArray(hashtags) ? hashtags : typeof hashtags === 'string' ? hashtags.split(/[\s,،]+/u) : []
    return { content, hashtags: tags.filter((tag): tag is string => typeof tag === 'string') }
  } catch {
    return undefined
  }
}

/** Where the content begins in what a model writes as JSON. */
const CONTENT = /"content"\s*:\s*"/u
const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/**
 * Reads the content of a draft while it is written. Looks at each piece once, however long the whole becomes.
 * @returns what takes the next piece and gives the content so far, '' before it begins
 */
export function contentReader(): (piece: string) => string {
  let content = ''
  /** Not read yet: what may be the beginning of the content, then an escape that is not whole. */
  let rest = ''
  let state: 'before' | 'within' | 'behind' = 'before'
  return (piece) => {
    if (state === 'behind') return content
    rest += piece
    if (state === 'before') {
      const start = CONTENT.exec(rest)
      // Between the name and its text there are a few blanks at most.
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
