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
