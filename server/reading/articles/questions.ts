import { hasText } from './blocks.ts'
import type { PageElement } from './page-element.ts'

/**
 * Leaves on the page of a question only that and its answers, where its microdata (https://schema.org/Question) tells
 * what they are: all else there is about who asked and answered, and what others thought of it.
 */
export function reduceToQuestion(body: PageElement): void {
  // Lists of frequent questions have more of them.
  if ([...body.querySelectorAll('[itemtype$="schema.org/Question"]')].length !== 1) return
  const texts = [...body.querySelectorAll('[itemprop~="text"]')].filter((text) => hasText(text))
  const typesOf = texts.map((text) => text.closest('[itemtype]')?.getAttribute('itemtype')?.replace(/^.*\//, ''))
  if (typesOf[0] !== 'Question' || !typesOf.includes('Answer')) return
  const kept = texts.filter((_, at) => typesOf[at] === 'Question' || typesOf[at] === 'Answer')
  while (body.firstChild) body.removeChild(body.firstChild)
  for (const text of kept) body.appendChild(text)
}

/** Whether a page has parts that it calls questions or answers. */
export const isQuestionPage = (body: PageElement): boolean =>
  body.querySelector('[class*="answer" i], [id*="answer" i], [class*="question" i], [id*="question" i]') !== null

/** Whether a line, without its vowel marks, is about a question or its answers: who asked when, and what can be done with it. */
export const isAboutQuestion = (line: string | null): boolean =>
  line !== null && line !== '' && !/[.!]$/.test(line) && (ACTIONS.test(line) || FIGURES.test(line))

/** Two of these in a row are no text. */
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
