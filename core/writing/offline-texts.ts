import type { OutputLanguage } from '../words.ts'
import type { BasicRequest } from './contract.ts'

export type Closing = 'question' | 'sharing' | 'connection' | 'action' | 'none'

type ContentType = BasicRequest['contentType']

interface OfflineTexts {
  /** Closing questions. They mention no subject, so that they fit every post. */
  questions: Record<ContentType, readonly string[]>
  /**
   * Last lines of a draft that ask readers to do something. `none` asks for nothing and only completes a short outline.
   */
  calls: Record<Exclude<Closing, 'question'>, string>
  /**
   * First lines of a post about another author's article. `{quote}` is a sentence of it, `{who}` its author and site,
   * and `{work}` also its title.
   */
  quoting: Record<ContentType, string>
  /** The first line of a post about another author's article of which only the title is known. */
  quotingTitle: string
  /** The first line of a post about another author's article if its author, site and title are unknown. */
  quotingUnknown: string
  secondQuote: string
  /** Mentions the article in a draft that has no room for a quoted sentence of it. */
  reference: string
  /** Joins author and site, or title and site. */
  comma: string
  quotes: readonly [open: string, close: string]
  /** Marks for a quotation inside a quotation. */
  innerQuotes: readonly [open: string, close: string]
}

export const OFFLINE_TEXTS: Record<OutputLanguage, OfflineTexts> = {
  english: {
    questions: {
      educational: [
        'Which part of this is new to you?',
        'What would you add from your own experience?',
        'Which point would you check first?',
        'Where have you seen this turn out differently?',
        'What would you want to know next?',
      ],
      promotional: [
        'Which part of this would help you in your work?',
        'What is the first thing you would ask about it?',
        'What would you still want to know?',
        'What matters most to you here?',
        'What would have to be true for this to suit you?',
      ],
      personal: [
        'What has your own experience been?',
        'When did you last see something like this?',
        'What did you learn from something similar?',
        'What would you add from your own life?',
        'Which part of this do you know from your own life?',
      ],
      engagement: [
        'Do you see it the same way, or have you seen the opposite?',
        'Does this match what you have seen?',
        'What would you do differently?',
        'Does this always hold, in your experience?',
        'What would change your mind about this?',
      ],
    },
    calls: {
      sharing: 'If this would help someone you know, pass it on.',
      connection: 'If you are working on something similar, get in touch.',
      action: 'One step for this week: look at the same thing in your own work, and write down what you find.',
      none: 'This is one case, and others may have gone another way.',
    },
    quoting: {
      educational: '{quote} — {who}',
      promotional: 'Worth reading: {work}.\n\nOne sentence from it: {quote}',
      personal: 'From {who}: {quote}',
      engagement: 'A claim to test, from {who}: {quote}',
    },
    quotingTitle: 'From {work}: {quote}',
    quotingUnknown: 'From a text by another author: {quote}',
    secondQuote: 'From the same text: {quote}',
    reference: 'About {work}.',
    comma: ', ',
    quotes: ['“', '”'],
    innerQuotes: ['‘', '’'],
  },
  arabic: {
    questions: {
      educational: [
        'ما الجديد عليكم في هذا؟',
        'ما الذي تضيفونه من تجربتكم إلى ما ورد هنا؟',
        'أي نقطة هنا تستحق التدقيق أولًا؟',
        'أين رأيتم نتيجة مختلفة؟',
        'ما الذي تودون معرفته بعد ذلك؟',
      ],
      promotional: [
        'أي جزء من هذا يفيدكم في عملكم؟',
        'ما أول سؤال يخطر لكم عن هذا؟',
        'ما الذي لا يزال يحتاج إلى توضيح قبل أي خطوة؟',
        'ما الأهم في هذا عندكم؟',
        'ما الذي يجعل هذا مناسبًا لكم؟',
      ],
      personal: [
        'كيف كانت تجربتكم؟',
        'متى رأيتم شيئًا مشابهًا آخر مرة، وكيف انتهى؟',
        'ماذا تعلّمتم من أمر مشابه؟',
        'ما الذي تضيفونه من حياتكم؟',
        'أي جزء من هذا مرّ بكم من قبل؟',
      ],
      engagement: [
        'هل ترون الأمر كذلك، أم رأيتم عكسه في تجربتكم؟',
        'هل يشبه هذا ما رأيتموه؟',
        'ما الذي كنتم ستفعلونه بطريقة أخرى؟',
        'هل يصح هذا دائمًا في تجربتكم؟',
        'ما الذي قد يغيّر رأيكم في هذا؟',
      ],
    },
    calls: {
      sharing: 'قد يفيد هذا شخصًا تعرفونه، فشاركوه معه.',
      connection: 'إن كنتم تعملون على أمر مشابه، فتواصلوا معي.',
      action: 'خطوة لهذا الأسبوع: راجعوا الأمر نفسه في عملكم، ودوّنوا ما تجدونه.',
      none: 'هذه حالة واحدة، وربما سارت الأمور في غيرها على نحو آخر.',
    },
    quoting: {
      educational: '{quote} ({who}).',
      promotional: 'يستحق القراءة: {work}.\n\nجملة منه: {quote}.',
      personal: 'نقلًا عن {who}: {quote}.',
      engagement: 'قول يستحق النقاش، من {who}: {quote}.',
    },
    quotingTitle: 'من {work}: {quote}.',
    quotingUnknown: 'من نص لكاتب آخر: {quote}.',
    secondQuote: 'ومن النص نفسه: {quote}.',
    reference: 'عن {work}.',
    comma: '، ',
    quotes: ['«', '»'],
    innerQuotes: ['“', '”'],
  },
}
