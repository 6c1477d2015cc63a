import { useMemo } from 'react'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { Video } from '#core/posts/contract.ts'

interface AddedTextProps {
  content: string
  hashtags: readonly string[]
  videos: readonly Video[]
}

/** Shows hashtags and video links that the network adds below the text. */
export function AddedText({ content, hashtags, videos }: AddedTextProps) {
  const below = useMemo(() => {
    const trimmed = content.trim()
    return publishedText({ content, hashtags, videos }).slice(trimmed.length).trim()
  }, [content, hashtags, videos])
  if (below === '') return null
  return (
    <p
      dir={textDirection(content)}
      className="post-text mt-[1lh] text-16 break-words whitespace-pre-wrap text-net-link"
    >
      {below.split(/(\s+)/u).map((part, at) => (/\S/u.test(part) ? <bdi key={at}>{part}</bdi> : part))}
    </p>
  )
}
