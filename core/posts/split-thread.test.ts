import { expect, test } from 'vitest'
import { countFor } from '../platforms/text-count.ts'
import { isNumberedThread, joinThread, partNumber, splitThread, withoutPartNumbers } from './split-thread.ts'

const ENGLISH =
  'Frogs hear through their lungs. The sound crosses the body before it reaches the ear. A study of Dr. Norman Lee measured 3.5 million samples in 2021, and it changed what we know.\n\n' +
  'The lungs make some sounds quieter. This helps a female find her own kind in a loud pond. “She hears less of the others. She hears more of him,” the authors write. Read it at https://example.com/frogs/lungs/2021?page=2 today.'
const ARABIC =
  'تسمع الضفادع عبر رئتيها. يعبر الصوت الجسم قبل أن يصل إلى الأذن. قاس د. نورمان لي ٣٫٥ مليون عينة في عام ٢٠٢١، فتغيّر ما كنا نعرفه. ' +
  'هل يفيد ذلك الأنثى؟ نعم، فهي تميّز ذكر نوعها في بركة صاخبة. كتب الباحثون: «تسمع الآخرين أقل. وتسمعه هو أكثر». التفاصيل في https://example.com/ar/frogs اليوم. ' +
  'وتبيّن الدراسة أن الرئتين تخفضان بعض الأصوات، وهذا يشبه ما تفعله السماعات الحديثة في المقاهي المزدحمة.'

for (const [language, text] of [
  ['English', ENGLISH],
  ['Arabic', ARABIC],
] as const) {
  test(`splits a long ${language} text at the ends of sentences`, () => {
    const parts = splitThread(text, { platform: 'twitter' })
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) {
      expect(countFor('twitter', part)).toBeLessThanOrEqual(280)
      expect(part).toMatch(/[.؟!”»]$/u)
    }
    expect(parts.join(' ').replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '))
  })
}

test('does not split a text that fits in one part', () => {
  expect(splitThread('Short.', { platform: 'twitter' })).toEqual(['Short.'])
  expect(splitThread('', { platform: 'twitter' })).toEqual([])
})

test('splits an overlong sentence between words, preferably at a comma', () => {
  const clause = `${'word '.repeat(40).trim()}, `
  const [first, second] = splitThread(clause + 'more '.repeat(40).trim(), { platform: 'twitter' })
  expect(first).toBe(clause.trim())
  expect(second).toBe('more '.repeat(40).trim())
})

test('splits no link, number, hashtag or mention', () => {
  const whole = ['https://example.com/a/b?c=d', '1 250 000', '3.5 million', '#frogs_of_the_world', '@frogy']
  for (const one of whole) {
    for (let filler = 255; filler < 285; filler++) {
      const parts = splitThread(`${'a'.repeat(filler)} ${one} and the rest of the words`, { platform: 'twitter' })
      expect(
        parts.filter((part) => part.includes(one)),
        `${one} after ${filler}`,
      ).toHaveLength(1)
    }
  }
})

test('does not split a quotation that fits in one part', () => {
  for (const quotation of ['“She hears less. She hears more.”', '«تسمع أقل. وتسمع أكثر.»']) {
    const parts = splitThread(`${'word '.repeat(50)}${quotation} ${'end '.repeat(20)}`, { platform: 'twitter' })
    expect(parts.some((part) => part.includes(quotation))).toBe(true)
  }
})

test('does not end a sentence after a title such as “Dr.”', () => {
  const parts = splitThread(`${'word '.repeat(53)}Dr. Lee wrote this`, { platform: 'twitter' })
  expect(parts.some((part) => part.endsWith('Dr.'))).toBe(false)
})

test('splits an overlong word between its letters', () => {
  const parts = splitThread('👨‍👩‍👧'.repeat(300), { platform: 'threads' })
  expect(parts.join('')).toBe('👨‍👩‍👧'.repeat(300))
  for (const part of parts) expect(countFor('threads', part)).toBeLessThanOrEqual(500)
  expect(parts.every((part) => part.startsWith('👨‍👩‍👧') && part.endsWith('👨‍👩‍👧'))).toBe(true)
})

test('adds part numbers within the limit, in English and Arabic', () => {
  const long = 'A sentence with some words in it. '.repeat(120)
  for (const language of ['en', 'ar'] as const) {
    const parts = splitThread(long, { platform: 'twitter' }, (part, total) => partNumber(part, total, language))
    expect(parts.length).toBeGreaterThan(9)
    for (const part of parts) expect(countFor('twitter', part)).toBeLessThanOrEqual(280)
    expect(parts[0]).toMatch(language === 'en' ? / 1\/\d\d$/ : / ١ من [٠-٩]{2}$/u)
    expect(joinThread(parts, true).replaceAll(/\s+/g, ' ')).toBe(long.trim())
  }
})

test('distinguishes a fraction at the end of a part from a part number', () => {
  const parts = ['Open 24/7', 'Half of it: 1/2']
  expect(joinThread(parts, false)).toBe('Open 24/7\n\nHalf of it: 1/2')
  expect(withoutPartNumbers(['Open 24/7 1/2', 'A third, 1/3 2/2'])).toEqual(['Open 24/7', 'A third, 1/3'])
  expect(isNumberedThread(parts)).toBe(false)
  expect(isNumberedThread(['أول ١ من ٢', 'ثان ٢ من ٢'])).toBe(true)
})

test('splits the longest text quickly', () => {
  for (const hostile of ['a', 'a ', 'https://example.com/ ', '“', '1 000 ', 'a.\n\n', '👍🏽 ', '#a']) {
    const text = hostile.repeat(60_000 / hostile.length)
    const begin = process.cpuUsage()
    splitThread(text, { platform: 'twitter' })
    expect({ hostile, isFast: process.cpuUsage(begin).user < 2_000_000 }).toEqual({ hostile, isFast: true })
  }
})
