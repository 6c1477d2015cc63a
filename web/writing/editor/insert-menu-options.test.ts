import { expect, test } from 'vitest'
import {
  addressOf,
  hashtagOf,
  matchingOptions,
  slashAt,
  withAddress,
  withoutSlash,
  type MenuOption,
} from './insert-menu-options.ts'
import { caretAt, replaceRange } from './text-edits.ts'

test.each([
  ['First line.\n/', ''],
  ['/sho', 'sho'],
  ['/change tone', 'change tone'],
  ['سطر أول.\n\n/اختصار', 'اختصار'],
])('opens at the end of the line of %j', (text, query) => {
  expect(slashAt(text, caretAt(text.length))?.query).toBe(query)
})

test.each(['either/or', ' /', '//', '/ 5', `/${'x'.repeat(41)}`])('stays closed in %j', (text) => {
  expect(slashAt(text, caretAt(text.length))).toBeNull()
})

test('stays closed while the caret or a selection is elsewhere in the line', () => {
  expect(slashAt('/sho', caretAt(2))).toBeNull()
  expect(slashAt('/sho', { start: 1, end: 4 })).toBeNull()
})

test('removes a line that only opened the menu, and keeps an empty line between paragraphs', () => {
  const remove = (text: string) => {
    const slash = slashAt(text, caretAt(text.indexOf('/') + 1))!
    return replaceRange(text, withoutSlash(text, slash).range, '')
  }
  expect(remove('Last line.\n/')).toBe('Last line.')
  expect(remove('/')).toBe('')
  expect(remove('One\n/\nTwo')).toBe('One\n\nTwo')
})

test('finds options by parts of words in any order, and Arabic ones without hamza and vowel signs', () => {
  const option = (label: string): MenuOption => ({ label, group: 'write', act: { do: 'add-link' } })
  const options = ['Change tone', 'Suggest hashtags', 'إضافة رابط', 'افتتاحيّة أخرى'].map(option)
  const found = (query: string) => matchingOptions(options, query).map(({ label }) => label)
  expect(found('')).toHaveLength(4)
  expect(found('ton CHA')).toEqual(['Change tone'])
  expect(found('اضافه')).toEqual([])
  expect(found('اضا')).toEqual(['إضافة رابط'])
  expect(found('اخرى افتتاحية')).toEqual(['افتتاحيّة أخرى'])
  expect(found('nothing')).toEqual([])
})

test.each([
  ['logistics', '#logistics'],
  ['four names.', '#four_names'],
  ['إدارة العمليات', '#إدارة_العمليات'],
  ['#Approvals', '#Approvals'],
  ['34%', null],
])('turns %j into the hashtag %j', (words, tag) => {
  expect(hashtagOf(words)).toBe(tag)
})

test.each([
  ['najd.example/form', 'https://najd.example/form'],
  ['http://najd.example', 'http://najd.example'],
  [' https://مثال.إختبار/صفحة ', 'https://مثال.إختبار/صفحة'],
  ['not an address', null],
  ['word', null],
  ['', null],
])('reads %j as the web address %j', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test('adds an address after the selected words with one space', () => {
  const add = (text: string, start: number, end: number) => {
    const { range, inserted } = withAddress(text, { start, end }, 'https://a.example')
    return replaceRange(text, range, inserted)
  }
  expect(add('the form.', 4, 8)).toBe('the form https://a.example.')
  expect(add('the form of', 4, 8)).toBe('the form https://a.example of')
  expect(add('the\n', 4, 4)).toBe('the\nhttps://a.example')
})
