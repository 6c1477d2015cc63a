import type { Token } from './tokens.ts'
import { wordSet } from '../../word-lists.ts'

/** A Latin-script name of a person, company or product. Offsets are in UTF-16 units. */
export interface Name {
  start: number
  end: number
  keys: string[]
}

/** Capitalised words that are no names, or names too common to verify. */
const COMMON = wordSet(`i b ai ceo cfo coo cto cmo hr it kpi kpis pdf roi b2b b2c sme smes pr ux ui api faq ok tv usa
  us uk uae eu un gcc gdp vat linkedin x twitter facebook instagram threads whatsapp telegram english arabic ps ps.
  pm am q a an the celsius fahrenheit`)
/** If more than this share of a sentence's words is capitalised, capitals do not indicate names. */
const MAX_LARGE = 0.6

/**
 * Finds Latin-script names by their capitals. Skips a single word at the start of a sentence, because every first word
 * is capitalised.
 */
export function namesIn(text: string, tokens: readonly Token[]): Name[] {
  const found: Name[] = []
  for (let at = 0; at < tokens.length;) {
    const from = at
    while (isLarge(tokens[at]) && (at === from || isJoined(text, tokens[at - 1], tokens[at]))) at++
    if (at === from) {
      at++
      continue
    }
    const isFirst = isSentenceStart(text, tokens[from]?.start ?? 0)
    // Skips two-letter abbreviations such as WA, because the source may spell them out.
    const run = tokens
      .slice(isFirst ? from + 1 : from, at)
      .filter(({ key, text: word }) => !COMMON.has(key) && !/^\p{Lu}{1,2}$/u.test(word))
    const [first, last] = [run[0], run.at(-1)]
    if (first && last && !isTitle(text, tokens, from))
      found.push({ start: first.start, end: last.end, keys: run.map(({ key }) => key) })
  }
  return found
}

const SAYING =
  /^[وف]?(?:قال|قالت|يقول|تقول|اضاف|اضافت|اوضح|اوضحت|صرح|صرحت|اكد|اكدت|ذكر|ذكرت|يضيف|تضيف|يوضح|توضح|بحسب|بقول|السيد|السيده|الدكتور|الدكتوره|المهندس|المهندسه|الاستاذ|الاستاذه)$/u
const ROLES =
  /^(?:مدير|رييس|مسوول|متحدث|خبير|وزير|نايب|محافظ|مشرف|ناطق|عضو|استاذ|طبيب|مهندس|معلم|باحث|منسق|مزارع|صاحب|قايد|كبير|موظف|عامل|سايق|ممرض|امين|عميد|مالك|موسس|قبطان|والي|ولي)[هي]?$/u
const GOES_ON =
  /^[وف]?(?:ان|انه|انها|انهم|بان|لان|في|من|علي|عن|الي|مع|هذا|هذه|ذلك|تلك|هناك|التي|الذي|الذين|كل|بعض|احد|احدي|لا|لم|لن|ما|قد|كان|كانت|هو|هي|هم|كما|بعد|قبل|خلال|عند|بين|ثم|او|له|لها|لهم|به|بها|فيه|فيها)$/u
const LONGEST_NAME = 3 // In words.

/** Finds Arabic names as two or more words after a verb of speaking, because Arabic has no capitals. */
export function arabicNamesIn(text: string, tokens: readonly Token[]): Name[] {
  const isJoinedTo = (at: number) => /^ +$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.start))
  const isWord = (at: number) => tokens[at]?.kind === 'word' && /^[\u0620-\u06FF]/u.test(tokens[at]?.key ?? '')
  return tokens.flatMap(({ key }, verbAt) => {
    if (!SAYING.test(key)) return []
    let at = verbAt + 1
    while (isWord(at) && isJoinedTo(at) && (ROLES.test(tokens[at]?.key ?? '') || isOfRole(tokens, at, verbAt))) at++
    const run: Token[] = []
    for (; run.length < LONGEST_NAME && isWord(at) && isJoinedTo(at); at++) {
      const token = tokens[at]
      // An adverb such as مبتسمًا, "smiling", ends the name.
      if (!token || GOES_ON.test(token.key) || /(?:ًا|اً)$/u.test(token.text)) break
      run.push(token)
    }
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last || run.length < 2 || /^ال|ات$/u.test(first.key)) return []
    return [{ start: first.start, end: last.end, keys: run.map((token) => token.key) }]
  })
}

/**
 * Whether a word belongs to a job title, not to the name: العمليات, "operations", in مديرة العمليات, "director of
 * operations".
 */
const isOfRole = (tokens: readonly Token[], at: number, verbAt: number): boolean =>
  at > verbAt + 1 && (tokens[at]?.key.startsWith('ال') ?? false)

const isLarge = (token: Token | undefined): boolean => token?.kind === 'word' && /^[A-ZÀ-ÖØ-Þ]/u.test(token.text)

const isJoined = (text: string, one: Token | undefined, next: Token | undefined): boolean =>
  one !== undefined && next !== undefined && /^(?:[ '’&-]|\.[A-Z]?|& | & )$/u.test(text.slice(one.end, next.start))

function isSentenceStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4), at).trimEnd()
  // Words after an opening mark or an emoji also count as the start of a sentence: «Layla», 👉 Second.
  return before === '' || /\n\s*$/u.test(text.slice(Math.max(0, at - 4), at)) || /[^\p{L}\p{N},;'’&]$/u.test(before)
}

function isTitle(text: string, tokens: readonly Token[], at: number): boolean {
  const start = tokens[at]?.start ?? 0
  const lineStart = text.lastIndexOf('\n', start) + 1
  const lineEnd = text.indexOf('\n', start)
  const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trimEnd()
  if (/[.!?؟…:]$/u.test(line)) return false
  const words = line.match(/\p{L}{4,}/gu) ?? []
  return words.length >= 3 && words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length > MAX_LARGE
}
