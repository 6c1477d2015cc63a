import { foldIndex } from '#core/platforms/preview-fold.ts'
import { findHashtags } from '#core/platforms/hashtags-in-text.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { overflowStart } from '#core/platforms/text-count.ts'
import { findWebAddresses } from '#core/platforms/web-addresses.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { TextMark } from './text-marks.ts'

interface FieldText {
  account: LimitedAccount
  content: string
  hashtags: readonly string[]
  videos: readonly { url: string }[]
}

/** Finds a text's links, the part beyond the network's limit, and the offset where the feed hides the rest. */
export function networkMarks({ account, content, hashtags, videos }: FieldText): {
  marks: TextMark[]
  /** The offset at which the feed hides the rest. Null if the feed shows the whole content. */
  fold: number | null
} {
  const text = publishedText({ content, hashtags, videos })
  const leading = content.length - content.trimStart().length
  const overflow = overflowStart(account, text)
  const links = [...findHashtags(content), ...findWebAddresses(content)].map(({ start, end }): TextMark => ({
    start,
    end,
    kind: 'link',
  }))
  const excess: TextMark[] =
    overflow !== null && overflow + leading < content.length
      ? [{ start: overflow + leading, end: content.length, kind: 'excess' }]
      : []
  const index = foldIndex(account.platform, text)
  const fold = index === null ? null : index + leading
  return { marks: [...excess, ...links], fold: fold !== null && fold < content.trimEnd().length ? fold : null }
}
