import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { namesOf } from '../platforms/looks.ts'
import { PLATFORMS } from '../platforms/platform.ts'
import { serverRulesOf } from '../platforms/server-rules.ts'
import { hashtagKey, parseHashtags } from '../posts/hashtags.ts'
import { authorsWords } from './authors-words.ts'
import { foreignHashtags } from './form-faults.ts'
import type { WritingTask } from './prompt.ts'

type Draft = { content: string; hashtags: string[] }

/** Removes what models add to a post: Markdown, remarks around it and surplus hashtags. Uses no model. */
export function tidyDraft(task: WritingTask, { content, hashtags }: Draft): Draft {
  const { text, tags } = withoutClosingHashtags(tidyText(content))
  const all = parseHashtags([...hashtags, ...tags])
  // Keep all hashtags if the author mentions hashtags: the author may want more of them, or others.
  if (/hashtags?(?!\p{L})|هاشتا[قغج]|وسم|وسوم/iu.test(authorsWords(task))) return { content: text, hashtags: all }
  const given = [text, authorsWords(task), task.source?.title, task.source?.text].filter(Boolean).join('\n')
  const foreign = all.length === 0 ? [] : foreignHashtags(all, task.language, given)
  const fitting = foreign.length < all.length ? all.filter((tag) => !foreign.includes(tag)) : all
  const contained = new Set(findHashtags(text).map(({ tag }) => hashtagKey(tag)))
  let remaining = serverRulesOf(task.platform).writing.mostHashtags - contained.size
  return { content: text, hashtags: fitting.filter((tag) => contained.has(hashtagKey(tag)) || remaining-- > 0) }
}

/** Removes Markdown and a model's remarks around its post. */
export const tidyText = (content: string): string => withoutWordsAround(withoutMarkdown(withLineBreaks(content)))

/** Writes real line breaks: a model that escapes its JSON twice writes \n as two characters. */
const withLineBreaks = (text: string): string =>
  text.includes('\n') || !text.includes('\\n') ? text : text.replaceAll(/\\n/gu, '\n').replaceAll(/\\"/gu, '"')

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/^[ \t]*```[a-z]{0,12}[ \t]*$\n?/gimu, '')
    .replaceAll(/^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$\n?/gmu, '')
    .replaceAll(/^[ \t]{0,9}\|?(?:[ \t]{0,9}:?-{3,40}:?[ \t]{0,9}\|){1,20}[ \t]{0,9}:?-{0,40}:?[ \t]{0,9}$\n?/gmu, '')
    .replaceAll(/^[ \t]*\|([^\n]{1,2000})\|[ \t]*$/gmu, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(' – '),
    )
    .replaceAll(/^[ \t]{0,3}#{1,6}[ \t]+(?=\S)/gmu, '')
    .replaceAll(/^[ \t]{0,3}>[ \t]?(?=\S)/gmu, '')
    .replaceAll(/^([ \t]*)[*+][ \t]+(?=\S)/gmu, '$1• ')
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^)\s]{1,2000}\)/gu, '')
    .replaceAll(/\[([^\]\n]{1,300})\]\((https?:\/\/[^)\s]{1,2000})\)/gu, (_, words: string, address: string) =>
      words === address ? address : `${words} (${address})`,
    )
    .replaceAll(/<br ?\/?>/giu, '\n')
    .replaceAll(/<\/?(?:p|b|i|u|strong|em|h[1-6]|ul|ol|li|div|span)>/giu, '')
    .replaceAll(/(\*\*\*|\*\*)(?=\S)([^*\n]{1,600}?)(?<=\S)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=\S)([^_\n]{1,600}?)(?<=\S)__(?![\p{L}\p{N}_])/gu, (whole, words: string) =>
      words.includes(' ') ? words : whole,
    )
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]{1,600}?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]{1,600}?)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/`([^`\n]{1,300})`/gu, '$1')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()

const POST = '(?:post|draft|tweet|caption|version|rewrite|revision|text|thread|copy)s?'
const ARABIC_POST = '(?:ال)?(?:منشور|مسودة|تغريدة|نص|صياغة|نسخة|تعليق)\\p{L}{0,3}'
const NETWORKS = `(?:${PLATFORMS.flatMap(namesOf).join('|')})`

/** Lines with which a model introduces its post. Each ends with a colon or a line break. */
const OPENINGS = [
  new RegExp(
    `^(?:(?:sure|certainly|of course|absolutely|okay|ok|great|understood|no problem|gladly)(?!\\p{L})[^\\n:]{0,60}?)?(?:here(?:['’]s| is| are| you go| it is)|below is|this is|i(?:['’]ve| have) (?:written|drafted|prepared))(?!\\p{L})[^\\n:]{0,80}?(?:(?<!\\p{L})(?:${POST}|it is|you go)(?!\\p{L}))[^\\n:]{0,80}(?::[ \\t]*\\n*|\\n+)`,
    'iu',
  ),
  /^(?:sure|certainly|of course|absolutely|okay|understood|no problem|gladly)(?: thing)?[!.,:][ \t]*\n+/iu,
  new RegExp(`^(?:${NETWORKS} )?(?:post|draft|tweet|caption)(?: \\(?\\p{L}{1,20}\\)?)?:[ \\t]*\\n*`, 'iu'),
  new RegExp(
    `^(?:(?:بالتأكيد|بالطبع|حسن[ًا]{1,2}|طبع[ًا]{1,2}|تفضل\\p{L}{0,2}|بكل سرور)(?!\\p{L})[^\\n:]{0,30}?)?(?:إليك|إليكم|إليكِ|هذا هو|هذه هي|فيما يلي|هاك|تفضلوا|تفضل|هذا)(?![\\p{L}])[^\\n:]{0,60}?(?<!\\p{L})${ARABIC_POST}(?!\\p{L})[^\\n:]{0,80}(?::[ \\t]*\\n*|\\n+)`,
    'u',
  ),
  /^(?:بالتأكيد|بالطبع|حسن[ًا]{1,2}|طبع[ًا]{1,2}|بكل سرور)[!.،:][ \t]*\n+/u,
  new RegExp(`^${ARABIC_POST}(?: ${NETWORKS})?:[ \\t]*\\n*`, 'iu'),
]

/** Final paragraphs in which a model addresses the author. */
const CLOSINGS = [
  /\n+(?:let me know if you(?:['’]d| would)? (?:like|want|need)|feel free to (?:adjust|edit|tweak|modify|change|let me)|would you like me to|do you want me to|i hope this (?:helps|post)|i can also (?:write|adjust|make)|want me to)[^\n]{0,300}\s*$/iu,
  /\n+\(?\[?(?:word count|character count|characters|note|عدد الكلمات|عدد الأحرف|ملاحظة)\s?:[^\n]{0,300}\s*$/iu,
  /\n+(?:أخبرني إذا|أخبروني إذا|أعلمني إذا|إذا (?:أردت|رغبت|أردتم)|هل (?:ترغب|تريد|تود|تريدون) (?:في |أن |مني)|يمكنني (?:أيضًا |أيضا )?(?:تعديل|كتابة)|آمل أن)[^\n]{0,300}\s*$/u,
]

function withoutWordsAround(text: string): string {
  const opened = OPENINGS.reduce((rest, pattern) => nonEmpty(rest.replace(pattern, '').trimStart(), rest), text)
  const closed = CLOSINGS.reduce((rest, pattern) => nonEmpty(rest.replace(pattern, '').trimEnd(), rest), opened)
  // Remove quotation marks around the whole post, which some models add.
  const [, within] = /^(?:"([^"]{20,10000})"|“([^“”]{20,10000})”)$/u.exec(closed)?.filter(Boolean) ?? []
  return within?.trim() ?? closed
}

const nonEmpty = (rest: string, before: string): string => (rest === '' ? before : rest)

/** Moves a final line of hashtags out of the text, because hashtags have their own list. */
function withoutClosingHashtags(text: string): { text: string; tags: string[] } {
  const lines = text.split('\n')
  const tags: string[] = []
  while (lines.length > 1) {
    const line = (lines.at(-1) ?? '').replace(/^\s*(?:hashtags?|الوسوم|هاشتاقات?)\s*:/iu, '')
    const found = findHashtags(line)
    const isOnlyTags =
      found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), line).trim() === ''
    if (!isOnlyTags || (found.length === 0 && line.trim() !== '')) break
    tags.unshift(...found.map(({ start, end }) => line.slice(start, end)))
    lines.pop()
  }
  return tags.length === 0 ? { text, tags } : { text: lines.join('\n').trimEnd(), tags }
}
