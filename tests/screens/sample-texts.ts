import type { Language } from '#core/language.ts'

/** A word that cannot break across lines, and a long URL. */
const UNBROKEN = `${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} https://news.example/2026/11/22/${'a-very-long-path-'.repeat(8)}`

const LONGEST = 2_990

/** Repeats a sentence as paragraphs until the text is as long as the longest posts. */
const atLength = (sentence: string): string =>
  Array.from(
    { length: Math.floor(LONGEST / (sentence.length + 2)) },
    (_, at) => sentence + (at % 4 === 3 ? '\n\n' : ' '),
  )
    .join('')
    .trim()

interface Words {
  /** The user's own text. Without an AI model, drafts are made from it. */
  topic: string
  /** A topic without a text. Without an AI model, Frogy makes an outline from it. */
  headline: string
  brief: string
  /** The texts of published and scheduled posts. */
  first: string
  second: string
  /** A text in the other language. */
  foreign: string
  unbroken: string
  /** A text of about 3,000 characters. */
  long: string
  lost: readonly [string, string, string]
  refused: string
  missed: string
  unsure: string
  underWay: string
  /** A user's very long name. */
  name: { firstName: string; lastName: string }
}

const ENGLISH =
  'We took four signatures off one form. Review time fell by 34% in a quarter, and suppliers now get an answer the same day.'
const ARABIC = 'حذفنا أربعة توقيعات من نموذج واحد، فانخفض زمن المراجعة بنسبة ٣٤٪ خلال ربع سنة.'

export const WORDS: Record<Language, Words> = {
  en: {
    topic:
      'Approvals slow logistics teams more than old software does. We took four signatures off one form, and review time fell by 34% in a quarter.',
    headline: 'Approvals, not software, slow logistics teams',
    brief: 'We moved the night shift to four days. Sick leave fell by a third within a quarter.',
    first: ENGLISH,
    second: 'Which signature in your process has never said no? #Operations #Leadership',
    foreign: ARABIC,
    unbroken: UNBROKEN,
    long: atLength(ENGLISH),
    lost: [
      'What nine days of waiting cost a small supplier',
      'Three names on a form are enough',
      'The night shift asked for a fourth day',
    ],
    refused: 'The same report again, with the new figures of the quarter',
    missed: 'Our warehouse in Dammam moved over one weekend',
    unsure: 'A routine purchase passed through seven people, and four of them had never refused one.',
    underWay: 'Suppliers noticed before the managers did.',
    name: { firstName: 'Maximiliane-Alexandrina', lastName: 'Abdulrahman-Featherstonehaugh von Hohenzollern' },
  },
  ar: {
    topic:
      'الموافقات تُبطئ فرق اللوجستيات أكثر من البرامج القديمة. حذفنا أربعة توقيعات من نموذج واحد، فانخفض زمن المراجعة بنسبة ٣٤٪ خلال ربع سنة.',
    headline: 'الموافقات لا البرامج هي ما يُبطئ فرق اللوجستيات',
    brief: 'نقلنا مستودع الدمام إلى مبنى جديد. وانخفض زمن التسليم بمقدار الثلث خلال ربع واحد.',
    first: ARABIC,
    second: 'أيُّ توقيع في إجراءاتكم لم يرفض شيئًا قط؟ #العمليات #القيادة',
    foreign: ENGLISH,
    unbroken: UNBROKEN,
    long: atLength(ARABIC),
    lost: [
      'ما كلفة تسعة أيام من الانتظار على مورّد صغير؟',
      'ثلاثة أسماء في النموذج تكفي',
      'طلبت الوردية الليلية يومًا رابعًا',
    ],
    refused: 'التقرير نفسه مرة أخرى، بأرقام الربع الجديدة',
    missed: 'انتقل مستودعنا في الدمام خلال عطلة أسبوع واحدة',
    unsure: 'كانت عملية الشراء العادية تمر بسبعة أشخاص، أربعة منهم لم يرفضوا شيئًا قط.',
    underWay: 'لاحظ الموردون ذلك قبل المديرين.',
    name: { firstName: 'عبد الرحمن محمد الأمين', lastName: 'آل سليمان بن عبد العزيز الحضرمي الشنقيطي' },
  },
}
