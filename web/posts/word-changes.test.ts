import { expect, test } from 'vitest'
import { countChanges, wordChanges } from './word-changes.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

const marked = (before: string, now: string, language = 'en') =>
  wordChanges(before, now, language)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('marks removed and added words of English and Arabic texts', () => {
  expect(marked('Approvals took almost ten days.', 'Approvals took nine days.')).toBe(
    'Approvals took [-almost ten -][+nine +]days.',
  )
  expect(marked('وظلّت الموافقات تستغرق قرابة عشرة أيام.', 'وظلّت الموافقات تستغرق تسعة أيام.', 'ar')).toBe(
    'وظلّت الموافقات تستغرق [-قرابة عشرة -][+تسعة +]أيام.',
  )
})

test('separates words from punctuation', () => {
  expect(marked('in one quarter.', 'in one quarter, and again.')).toBe('in one quarter[+, and again+].')
})

test('counts a replaced phrase as one change', () => {
  expect(countChanges(wordChanges('one two three four', 'one 2 three 4 five', 'en'))).toBe(2)
  expect(countChanges(wordChanges('same', 'same', 'en'))).toBe(0)
})

test('compares two long texts without a common word in less than five seconds', () => {
  const text = (word: string) => Array.from({ length: 12_000 }, (_, at) => `${word}${at}`).join(' ')
  const spent = processorTimer()
  const changes = wordChanges(text('a'), text('b'), 'en')
  expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added'])
  expect(spent()).toBeLessThan(5_000)
})
