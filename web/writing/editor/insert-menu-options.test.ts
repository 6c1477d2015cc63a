import { expect, test } from 'vitest'
import {
  addressOf,
  hashtagOf,
  matchingOptions,
  mentionAt,
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
])('opens the insert menu for the slash in the text %j', (text, query) => {
  expect(slashAt(text, caretAt(text.length))?.query).toBe(query)
})

test.each(['either/or', ' /', '//', '/ 5', `/${'x'.repeat(41)}`])(
  'does not open the insert menu for the text %j',
  (text) => {
    expect(slashAt(text, caretAt(text.length))).toBeNull()
  },
)

test('opens the insert menu only if the caret is at the end of the line', () => {
  expect(slashAt('/sho', caretAt(2))).toBeNull()
  expect(slashAt('/sho', { start: 1, end: 4 })).toBeNull()
})

test('removes a line that contains only the slash for the menu, and keeps an empty line between paragraphs', () => {
  const remove = (text: string) => {
    const slash = slashAt(text, caretAt(text.indexOf('/') + 1))!
    return replaceRange(text, withoutSlash(text, slash).range, '')
  }
  expect(remove('Last line.\n/')).toBe('Last line.')
  expect(remove('/')).toBe('')
  expect(remove('One\n/\nTwo')).toBe('One\n\nTwo')
})

test('finds menu options by parts of words in any order, and Arabic options without typing hamza and vowel signs', () => {
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
])('turns the selected text %j into the hashtag %j', (words, tag) => {
  expect(hashtagOf(words)).toBe(tag)
})

test.each([
  ['najd.example/form', 'https://najd.example/form'],
  ['http://najd.example', 'http://najd.example'],
  [' https://مثال.إختبار/صفحة ', 'https://مثال.إختبار/صفحة'],
  ['not an address', null],
  ['word', null],
  ['', null],
])('reads the typed text %j as the web address %j', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test('inserts a web address after the selected words, separated by one space', () => {
  const add = (text: string, start: number, end: number) => {
    const { range, inserted } = withAddress(text, { start, end }, 'https://a.example')
    return replaceRange(text, range, inserted)
  }
  expect(add('the form.', 4, 8)).toBe('the form https://a.example.')
  expect(add('the form of', 4, 8)).toBe('the form https://a.example of')
  expect(add('the\n', 4, 4)).toBe('the\nhttps://a.example')
})

test.each([
  ['Thanks @la', '@la'],
  ['@layla.example', '@layla.example'],
  ['Thanks (@layla@pond.example', '@layla@pond.example'],
  ['شكرًا إلى @سار', '@سار'],
])('searches for people after the @ in the text %j', (text, mention) => {
  const found = mentionAt(text, caretAt(text.length))
  expect(found && text.slice(found.start, found.end)).toBe(mention)
  expect(found?.query).toBe(mention.slice(1))
})

test.each(['@', 'Thanks @l', 'layla@pond', 'Thanks @layla ', `@${'x'.repeat(60)}`])(
  'does not search for people in the text %j',
  (text) => {
    expect(mentionAt(text, caretAt(text.length))).toBeNull()
  },
)
