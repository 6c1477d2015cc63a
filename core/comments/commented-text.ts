import { publishedText } from '../posts/published-text.ts'

interface CommentedPost {
  content: string
  hashtags: readonly string[]
  videos?: readonly { url: string }[]
  /** All parts of a thread, the post itself first. */
  parts?: readonly { content: string }[] | undefined
}

/** The texts of a post as its network shows them: one, or one for each part of a thread. */
export function commentedTexts({ content, hashtags, videos = [], parts }: CommentedPost): string[] {
  const [, ...further] = parts ?? []
  return [publishedText({ content, hashtags, videos }), ...further.map((part) => publishedText(part))]
}

const BETWEEN = '\n\n'

/** Joins the texts of a post into one text, in which the words that a comment quotes are searched for. */
export const commentedText = (texts: readonly string[]): string => texts.join(BETWEEN)

/** Where each text of a post begins in its `commentedText`. */
export function startsOf(texts: readonly string[]): number[] {
  let at = 0
  return texts.map((text) => {
    const start = at
    at += text.length + BETWEEN.length
    return start
  })
}
