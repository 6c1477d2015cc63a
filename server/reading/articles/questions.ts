import { hasText } from './blocks.ts'
import type { PageElement } from './page-element.ts'

/**
 * Reduces a page with one question and its answers to their texts, which microdata marks (https://schema.org/Question).
 */
export function reduceToQuestion(body: PageElement): void {
  // Keep all questions of a page with several, because it is a FAQ.
  if ([...body.querySelectorAll('[itemtype$="schema.org/Question"]')].length !== 1) return
  const texts = [...body.querySelectorAll('[itemprop~="text"]')].filter((text) => hasText(text))
  const typesOf = texts.map((text) => text.closest('[itemtype]')?.getAttribute('itemtype')?.replace(/^.*\//, ''))
  if (typesOf[0] !== 'Question' || !typesOf.includes('Answer')) return
  const kept = texts.filter((_, at) => typesOf[at] === 'Question' || typesOf[at] === 'Answer')
  while (body.firstChild) body.removeChild(body.firstChild)
  for (const text of kept) body.appendChild(text)
}

export const isQuestionPage = (body: PageElement): boolean =>
  body.querySelector('[class*="answer" i], [id*="answer" i], [class*="question" i], [id*="question" i]') !== null

/** Whether a line without vowel marks describes a question or answer: its author, time or available actions. */
export const isAboutQuestion = (line: string | null): boolean =>
  line !== null && line !== '' && !/[.!]$/.test(line) && (ACTIONS.test(line) || FIGURES.test(line))

/** Labels of buttons below a question. A line of two or more of them is not text. */
const ACTIONS = new RegExp(
  `^(?:(?:${[
    'share|cite|edit|follow|flag|report|reply|quote|like|save|link|delete|(?:add|leave) a comment|permalink|accepted',
    'newest|oldest|active|votes|highest score|trending|الأحدث|الأقدم|الأعلى تقييما|الأكثر (?:تصويتا|تقييما|نشاطا)',
    '(?:improve|edit|share|cite|follow|answer) this(?: (?:question|answer|post))?|ask(?: a)? question',
    'مشاركة|تعديل|متابعة|إبلاغ|اقتباس|رد|أعجبني|حفظ|(?:حسن|شارك|تابع) (?:هذا |هذه )?(?:السؤال|الجواب|الإجابة)',
    '(?:أضف|إضافة) تعليقا?|الإجابة المقبولة',
  ].join('|')})(?:[\\s|·•,–-]+|$)){2,}$`,
  'iu',
)

const FIGURES = new RegExp(
  [
    '^(?:asked|answered|edited|modified|viewed)(?: \\p{L}+)?:? .{0,12}(?:\\d.{0,40}|today|yesterday)$',
    '^(?:\\d+|one|no) (?:answers?|votes?|إجابات|إجابة)(?: sorted by.{0,40})?$|^(?:إجابتان|إجابة واحدة)$',
    '^sorted by:? .{0,60}$|^(?:ترتيب|رتب) (?:حسب|الإجابات).{0,60}$|^accepted(?: answer)?$',
    '^(?:improve this (?:question|answer)|add a comment|ask(?: a)? question|your answer|الإجابة المقبولة)$',
    "^not the answer you(?:[’']re| are) looking for\\b.{0,200}$|^browse other questions\\b.{0,200}$",
    '^لي(?:س|ست) (?:هذا|هذه) (?:ما|الإجابة التي) تبحث عنها?(?=\\s|؟|$).{0,200}$',
    '^(?:سئل|طرح|أجيب|أجاب|عدل|شوهد)ت? .{0,12}\\d.{0,40}$',
  ].join('|'),
  'iu',
)
