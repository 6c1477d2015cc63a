import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readText, type EditKind } from './voice-edits.ts'
import { draftOf, proposalFrom } from './voice-proposal.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const LIST = '• The finance team\n• The warehouse\n• The legal team'
const ENGLISH = (n: number) =>
  `Seven signatures stand on order ${n}! 🚀 Most of the people who signed it in week ${n} had never refused one, and two had left the company.\n\n${LIST}\n\nWe took four names off the form in branch ${n}, and the median order then left a day earlier than before. Which signature would you remove first in team ${n}?\n\n#Approvals #Work #Trust #Orders`
const ARABIC = (n: number) =>
  `سبعة تواقيع على الطلب رقم ${n}! 🚀 معظم من وقّعوا في الأسبوع ${n} لم يرفضوا طلبًا قط، واثنان منهم غادرا الشركة قبل عام.\n\n• الفريق المالي\n• المستودع\n• الفريق القانوني\n\nحذفنا أربعة أسماء من نموذج الفرع ${n}، فخرجت الطلبات قبل موعدها بيوم كامل في المتوسط. أي توقيع تحذفونه أولًا في الفريق ${n}؟\n\n#موافقات #عمل #ثقة #طلبات`
const TEXTS = { en: ENGLISH, ar: ARABIC }

type Change = (text: string, n: number) => string
const isNever = () => false

/** Builds five posts, newest first. The author edits only the drafts whose numbers are in `changed`. */
const propose = (
  language: 'en' | 'ar',
  change: Change,
  changed: readonly number[] = [0, 1, 2, 3, 4],
  isAnswered: Parameters<typeof proposalFrom>[2] = isNever,
) =>
  proposalFrom(
    [0, 1, 2, 3, 4].map((n) => {
      const text = TEXTS[language](n)
      return { written: readText(text).traits, posted: readText(changed.includes(n) ? change(text, n) : text) }
    }),
    language,
    isAnswered,
  )

const CHANGES: [EditKind, Change, Change][] = [
  ['question_removed', (text) => text.replace(/ Which [^?]*\?/u, ''), (text) => text.replace(/ أي توقيع [^؟]*؟/u, '')],
  ['hashtags_removed', withoutHashtags, withoutHashtags],
  ['hashtags_reduced', keepOneHashtag, keepOneHashtag],
  ['list_removed', listToProse, listToProse],
  ['emoji_removed', (text) => text.replace('🚀 ', ''), (text) => text.replace('🚀 ', '')],
  ['exclamations_removed', (text) => text.replace('!', '.'), (text) => text.replace('!', '.')],
  ['greeting_added', (text) => `Good morning from Riyadh.\n\n${text}`, (text) => `صباح الخير من الرياض.\n\n${text}`],
  ['closing_added', addClosing('More every Sunday.'), addClosing('نلتقي كل أحد.')],
  [
    'shortened',
    (text) => text.replace(/We took[^.]*\. /u, '').replace(' and two had left the company', ''),
    (text) => text.replace(/حذفنا[^.]*\. /u, '').replace('، واثنان منهم غادرا الشركة قبل عام', ''),
  ],
  [
    'opening_replaced',
    (text, n) => text.replace(/^[^!]*/u, `Branch ${n} taught me something about paper forms`),
    (text, n) => text.replace(/^[^!]*/u, `تعلّمنا درسًا من فرعنا الجديد في المدينة ${n}`),
  ],
]

function withoutHashtags(text: string): string {
  return text.replace(/\n\n#[^]*$/u, '')
}
function keepOneHashtag(text: string): string {
  return text.replace(/(#\S+) #[^]*$/u, '$1')
}
function listToProse(text: string): string {
  return text.replaceAll(/• (.*)\n/gu, '$1, ').replace('• ', '')
}
function addClosing(phrase: string): Change {
  return (text) => text.replace('\n\n#', `\n\n${phrase}\n\n#`)
}

for (const [kind, english, arabic] of CHANGES) {
  test.each(['en', 'ar'] as const)(
    `proposes a rule for the edit ${kind} after four of five posts (language: %s)`,
    (language) => {
      const change = language === 'en' ? english : arabic
      expect(propose(language, change)).toMatchObject({ kind, language, count: 5, of: 5 })
      expect(propose(language, change, [0, 1, 3, 4])).toMatchObject({ kind, count: 4, of: 5 })
      expect(propose(language, change, [0, 1, 4])).toBeNull()
      expect(propose(language, change, [0, 1, 2, 3, 4], () => true)).toBeNull()
    },
  )
}

test('proposes a rule about emoji when the author adds emoji to drafts without any', () => {
  const plain = (n: number) => ENGLISH(n).replace('🚀 ', '')
  const pairs = [0, 1, 2, 3, 4].map((n) => ({
    written: readText(plain(n)).traits,
    posted: readText(plain(n).replace('Seven', '👋 Seven')),
  }))
  expect(proposalFrom(pairs, 'en', isNever)).toMatchObject({ kind: 'emoji_added', count: 5 })
})

test('names in a proposed rule the added phrase, the share of removed words or the count of kept hashtags', () => {
  expect(propose('ar', addClosing('نلتقي كل أحد.'))?.phrase).toBe('نلتقي كل أحد.')
  expect(propose('en', keepOneHashtag)?.amount).toBe(1)
  const half: Change = (text) => text.replace(/We took[^.]*\. /u, '').replace(' and two had left the company', '')
  const amount = propose('en', half)?.amount ?? 0
  expect(amount).toBeGreaterThanOrEqual(20)
  expect(amount).toBeLessThan(50)
})

test('proposes no phrase that is different in each post', () => {
  expect(propose('en', (text, n) => addClosing(`Greetings from office ${n} in town ${n}.`)(text, n))).toBeNull()
})

test('does not count a closing question as removed if it only moved', () => {
  expect(propose('en', (text, n) => addClosing(`Ours took ${n + 2} days.`)(text, n))).toBeNull()
})

test('proposes no rule before the fifth post', () => {
  const pairs = [0, 1, 2, 3].map((n) => ({
    written: readText(ENGLISH(n)).traits,
    posted: readText(withoutHashtags(ENGLISH(n))),
  }))
  expect(proposalFrom(pairs, 'en', isNever)).toBeNull()
})

test('finds the draft of an edited post among others in English and Arabic, and none for an unrelated post', () => {
  for (const language of ['en', 'ar'] as const) {
    const drafts = [0, 1, 2].map((n) => readText(TEXTS[language](n)).traits)
    for (const [, english, arabic] of CHANGES)
      expect(draftOf(readText((language === 'en' ? english : arabic)(TEXTS[language](1), 1)), drafts)).toBe(1)
    expect(draftOf(readText('Trains to Jeddah now leave twice an hour, says the operator.'), drafts)).toBe(-1)
  }
})

test('never proposes a rule for unchanged posts', () => {
  const word = fc.constantFrom(
    'order',
    'طلب',
    'why?',
    'go!',
    '🚀',
    '#Trust',
    '\n\n',
    '• one\n• two\n',
    'توقيع.',
    'nine names',
    'a.example',
  )
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { minLength: 5, maxLength: 9 }), (texts) => {
      const pairs = texts.map((one) => ({ written: readText(one).traits, posted: readText(one) }))
      expect(proposalFrom(pairs, 'en', isNever)).toBeNull()
    }),
  )
})

test('never proposes a rule for random small edits of words', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: 5, maxLength: 5 }), (swaps) => {
      const pairs = swaps.map(([from, to], n) => {
        const words = ENGLISH(n).split(' ')
        const at = 12 + (from % 30)
        words[at] = words[at]?.replace(/^[a-z]+$/u, `other${to}`) ?? ''
        return { written: readText(ENGLISH(n)).traits, posted: readText(words.join(' ')) }
      })
      expect(proposalFrom(pairs, 'en', isNever)).toBeNull()
    }),
  )
})

test('never proposes a rule for edits that an author makes in three of five posts', () => {
  const some = fc.subarray(
    CHANGES.map((_, at) => at),
    { maxLength: CHANGES.length },
  )
  fc.assert(
    fc.property(fc.subarray([0, 1, 2, 3, 4], { maxLength: 3 }), some, (changed, kinds) => {
      const change: Change = (text, n) => kinds.reduce((so, at) => CHANGES[at]?.[1](so, n) ?? so, text)
      expect(propose('en', change, changed)).toBeNull()
    }),
  )
})

test.each(['? ', '! • \n', '#a ', 'a.b ', 'ء', 'e\u0301\u0323', '• \n', 'word ', '🚀'])(
  'reads a text of only %j in linear time',
  (part) => {
    const spent = processorTimer()
    const read = readText(part.repeat(20_000))
    expect(draftOf(read, [read.traits])).toBeLessThanOrEqual(0)
    expect(spent()).toBeLessThan(3_000)
  },
)
