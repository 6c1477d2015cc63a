import { withoutVowelSigns } from './authors-words.ts'

const REFUSALS = [
  /^(?:i(?:['’]m| am) (?:so |very |really )?sorry|sorry|my apologies|i apologi[sz]e|apologies|unfortunately)(?!\p{L})[^.!?\n]{0,80}?(?<!\p{L})(?:can['’]?t|cannot|can not|unable|not able|won['’]?t|must decline|have to decline)(?!\p{L})/iu,
  /^(?:as|being) an? (?:ai|artificial intelligence|language model|large language model)(?!\p{L})/iu,
  /^i(?:['’]m| am) (?:an ai|a language model|not able to|unable to)(?!\p{L})/iu,
  /^i (?:can['’]?t|cannot|can not|won['’]?t|must decline|have to decline|decline|do not feel comfortable|don['’]t feel comfortable)(?: to)? (?:help|assist|comply|fulfil|fulfill|create|creating|generate|provide|produce|write|writing|discuss|support|do|continue|engage)(?: (?:you|with|this|that|a|an|the|any|such|posts?|content|about|it|on)(?!\p{L})|[.!])/iu,
  /^(?:عذرا|أعتذر|اعتذر|نعتذر|آسف|آسفة|أنا آسف|المعذرة|معذرة|للأسف)(?!\p{L})[^.!؟\n]{0,80}?(?<!\p{L})(?:لا (?:أستطيع|استطيع|يمكنني|يمكننا|نستطيع|أقدر)|لن (?:أتمكن|أستطيع|أكتب)|لست قادرا|غير قادر|لا يسعني)(?!\p{L})/u,
  /^لا (?:أستطيع|استطيع|يمكنني|يسعني) (?:كتابة|الكتابة|المساعدة|مساعدتك|مساعدتكم|إنشاء|تقديم|تلبية|تنفيذ|أن أكتب|أن أساعد|إعداد)(?!\p{L})/u,
  /^(?:بصفتي|كوني|باعتباري|أنا) (?:نموذجا?|ذكاء)(?!\p{L})/u,
]

/** The maximum length of a refusal. A longer text is a post, even if it starts like a refusal. */
const LONGEST_REFUSAL = 700

/** Whether a model's text declines the request instead of being a post. */
export function isRefusal(text: string): boolean {
  const opening = withoutVowelSigns(text.trim().replace(/^["“«'*_\s]+/u, ''))
  return opening.length <= LONGEST_REFUSAL && REFUSALS.some((pattern) => pattern.test(opening))
}
