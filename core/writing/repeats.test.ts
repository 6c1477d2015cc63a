import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languageOf } from '../words.ts'
import { comparable, isComparable, isRepeat } from './repeats.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const ENGLISH =
  'Seven signatures stand on each order, and four of the seven people have never refused one. We took those four names off the form in March. Orders now leave a day earlier, and nobody has asked for the names back. Which signature in your process has never said no?'
const ARABIC =
  'على كل طلب سبعة تواقيع، وأربعة من أصحابها لم يرفضوا طلبًا قط. حذفنا هذه الأسماء الأربعة من النموذج في مارس الماضي، فصارت الطلبات تخرج قبل موعدها بيوم، ولم يسأل أحد عن الأسماء المحذوفة. أي توقيع في إجراءاتكم لم يقل «لا» يومًا؟'

const repeats = (draft: string, post: string) => isRepeat(comparable(draft), comparable(post))

test('finds a repeated post despite small changes, another order and other hashtags', () => {
  expect(repeats(ENGLISH, `${ENGLISH}\n\n#Work https://a.example/1`)).toBe(true)
  const [first = '', ...others] = ENGLISH.split(/(?<=\.) /u)
  expect(repeats([...others, first, '#Approvals'].join(' '), ENGLISH)).toBe(true)
  expect(repeats(ENGLISH.replace('four of the seven', 'most of the').replace('in March', 'last spring'), ENGLISH)).toBe(
    true,
  )
  expect(repeats(ENGLISH.slice(0, 160), ENGLISH)).toBe(true)
})

test('finds a repeated Arabic post despite different vowel signs, tatweel, hamza and digits', () => {
  const spelled = ARABIC.replaceAll('أ', 'ا')
    .replace('طلبًا', 'طلباً')
    .replace('تواقيع', 'تواقيـــع')
    .replaceAll('ة', 'ه')
  expect(repeats(spelled, ARABIC)).toBe(true)
  const figures = 'ارتفعت الطلبات في 2024 إلى 350 طلبًا في الشهر مقابل 210 طلبات في العام السابق، بحسب إدارة المستودع'
  expect(repeats(figures.replace('2024', '٢٠٢٤').replace('350', '٣٥٠').replace('210', '٢١٠'), figures)).toBe(true)
})

test('does not compare a text of only a few words', () => {
  expect(isComparable(comparable('Good morning, and thank you all!'))).toBe(false)
  const tags = '#One #Two #Three #Four #Five #Six #Seven #Eight #Nine #Ten #Eleven'
  expect(isComparable(comparable(tags))).toBe(false)
})

test('ignores a signature and hashtags that all posts share', () => {
  const ending = '\n\nI write about trust at work every Sunday. Follow me for more of it.\n\n#Trust #Work #Approvals'
  const other =
    'The canteen now posts the queue on a screen, so lunch takes twenty minutes instead of forty. Nobody had to move a wall for that.'
  expect(repeats(ENGLISH + ending, other + ending)).toBe(false)
  expect(repeats(other + ending, ENGLISH + ending)).toBe(false)
})

interface Corpus {
  sources: { text: string }[]
  drafts: { text: string; source: number }[]
}

test('does not report drafts of the corpus from different sources as repetitions', () => {
  const folder = join(import.meta.dirname, '../../tests/corpus')
  const drafts = globSync(['grounding/*.json', 'grounding-unseen/*.json'], { cwd: folder }).flatMap((file) => {
    const corpus = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Corpus
    return (corpus.drafts ?? []).map(({ text, source }) => ({
      text,
      read: comparable(text),
      from: `${file} ${source}`,
      language: languageOf(text),
    }))
  })
  const alarms: string[] = []
  let pairs = 0
  for (const [at, one] of drafts.entries()) {
    for (const other of drafts
      .slice(at + 1)
      .filter(({ from, language }) => from !== one.from && language === one.language)) {
      pairs++
      if (isRepeat(one.read, other.read) || isRepeat(other.read, one.read))
        alarms.push(`${one.from}: ${one.text.slice(0, 60)} = ${other.from}`)
    }
  }
  expect(pairs).toBeGreaterThan(1_000)
  expect(alarms).toEqual([])
})

test.each(['a.b ', '#a ', 'ءأ', "'s ", 'e\u0301\u0323', 'word '])('reads a text of only %j in linear time', (part) => {
  const text = part.repeat(10_000 / part.length)
  const spent = processorTimer()
  expect(isRepeat(comparable(text), comparable(text))).toBe(isComparable(comparable(text)))
  expect(spent()).toBeLessThan(1_000)
})
