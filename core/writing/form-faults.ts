import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { spellingOf } from './grounding/tokens.ts'
import { withoutQuotations, withoutVowelSigns } from './authors-words.ts'
import { splitSentences } from './sentences.ts'

const MIN_LINES = 4

/** The number of lines if every line holds one sentence; otherwise 0. Ignores lists. */
export function singleSentenceLines(content: string): number {
  const lines = content.split('\n').filter((line) => /\p{L}/u.test(withoutHashtags(line)) && !LIST_ITEM.test(line))
  if (lines.length < MIN_LINES) return 0
  return lines.every((line) => splitSentences(line).length <= 1) ? lines.length : 0
}

const LIST_ITEM = /^\s*(?:[-–•*▪✅✔→]|\p{Nd}{1,2}[.)-])\s*/u

const withoutHashtags = (line: string): string =>
  findHashtags(line).reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), line)

const COMMENT_CALLS = [
  /(?<!\p{L})(?:(?:tell|let) (?:me|us)|share|drop|leave|write|post|add|comment|answer|reply|say|put|what)(?!\p{L})[^.!?؟\n]{0,80}?(?<!\p{L})(?:in (?:the )?comments?|comments? below|a comment|your comment)(?: below)?(?!\p{L})/giu,
  /(?<!\p{L})comment below(?!\p{L})/giu,
  /(?<!\p{L})[وف]?(?:شارك|أخبر|اكتب|اترك|ضع|أضف|دون|انتظر|ننتظر|أنتظر|ناقش|نلتقي|قولوا|علقوا)\p{L}{0,6}(?!\p{L})[^.!?؟\n]{0,60}?(?<!\p{L})(?:في التعليقات|بالتعليقات|تعليق(?:كم|ك|اتكم|ا)?)(?!\p{L})/gu,
]

/** Sentences that ask readers for comments, unless the author asked for such a sentence. */
export function commentCalls(content: string, own: string): string[] {
  if (/comments?(?!\p{L})|تعليق/iu.test(own)) return []
  const text = withoutVowelSigns(withoutQuotations(content))
  return [...new Set(COMMENT_CALLS.flatMap((pattern) => text.match(pattern) ?? []))]
}

/** Finds hashtags in the script of the other language, except names that occur in `given`. */
export function foreignHashtags(hashtags: readonly string[], language: 'english' | 'arabic', given: string): string[] {
  const foreign = language === 'arabic' ? /\p{Script=Latin}/u : /\p{Script=Arabic}/u
  const known = spellingOf(given)
  return hashtags.filter((tag) => {
    const name = tag.replace(/^[#＃]/u, '')
    // Abbreviations and product names such as #AI and #ISO9001 have no translation, so they are allowed.
    if (!foreign.test(name) || /^[A-Z\d_]{2,12}$/u.test(name)) return false
    return !known.includes(spellingOf(name.replaceAll('_', ' '))) && !known.includes(spellingOf(name))
  })
}

/** Placeholders that a model leaves for the author to fill in: [Your name], {{figure}}, [أدخل الرقم]. */
export const blanksIn = (content: string): string[] => [...new Set(content.match(BLANK))]

const BLANK =
  /\[(?:insert|your|add|enter|name|company|link|date|number|figure|x)(?!\p{L})[^\]\n]{0,60}\]|\[(?:أدخل|أدخلوا|أضف|أضيفوا|اسم|رابط|تاريخ|رقم|اكتب)(?!\p{L})[^\]\n]{0,60}\]|\{\{[^{}\n]{1,60}\}\}|(?<!\p{L})lorem ipsum(?!\p{L})/giu
