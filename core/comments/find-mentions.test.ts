import { expect, test } from 'vitest'
import { findMentionedPeople } from './find-mentions.ts'
import { MAX_MENTIONS } from './limits.ts'

const people = ['Omar', 'Omar Saleh', 'هدى الصالح', 'Layla Haddad'].map((name) => ({ userId: name, name }))
const mentioned = (text: string) => findMentionedPeople(text, people).map(({ name }) => name)

test('finds the longest matching name after each @, in Latin and Arabic letters', () => {
  expect(mentioned('@Omar Saleh, is this right?')).toEqual(['Omar Saleh'])
  expect(mentioned('@omar: please ask @هدى الصالح')).toEqual(['Omar', 'هدى الصالح'])
  expect(mentioned('(@Layla Haddad)')).toEqual(['Layla Haddad'])
})

test('finds no mention in a part of a name or in an email address', () => {
  expect(mentioned('@Layla and @Omara')).toEqual([])
  expect(mentioned('Write to desk@omar or desk.@omar')).toEqual([])
  expect(mentioned('Omar')).toEqual([])
})

test('finds each mentioned person once, and at most twenty people', () => {
  expect(mentioned('@Omar @Omar')).toEqual(['Omar'])
  const same = Array.from({ length: 30 }, (_, n) => ({ userId: String(n), name: 'Sara' }))
  expect(findMentionedPeople('@Sara', same)).toHaveLength(MAX_MENTIONS)
})
