import { expect, test } from 'vitest'
import { FACTS_LIMIT } from '#core/writing/options/basic.ts'
import { EMPTY_COMPOSER, type ComposerState, type Input } from './composer-model.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { factsWith } from './fact-answers.ts'
import { asksForFacts } from './fact-questions.tsx'
import { fromSavedComposer, toSavedComposer } from './saved-composer.ts'

const after = (state: ComposerState, ...actions: ComposerAction[]) => actions.reduce(composerReducer, state)
const about = (topic: string, change: Partial<Input> = {}): ComposerAction => ({
  type: 'input-changed',
  change: { topic, ...change },
})
const asks = ({ input, askedTopics }: ComposerState) => asksForFacts(input, askedTopics)

test('asks for facts about a topic only once, even if its letter case or punctuation changes', () => {
  const bare = after(EMPTY_COMPOSER, about('Remote work'))
  expect(asks(bare)).toBe(true)
  const asked = after(bare, { type: 'facts-asked', topic: 'Remote work' }, { type: 'questions-closed' })
  expect(asks(after(asked, about('remote work!')))).toBe(false)
  expect(asks(after(asked, about('Office work')))).toBe(true)
  expect(
    asks(after(asked, about('Office work'), { type: 'facts-asked', topic: 'Office work' }, about('Remote work'))),
  ).toBe(false)
})

test('asks nothing if the user gave facts, a source or a topic that contains facts', () => {
  expect(asks(after(EMPTY_COMPOSER, about('Remote work', { facts: 'Nine days.' })))).toBe(false)
  expect(asks(after(EMPTY_COMPOSER, about('Remote work cut 9 days')))).toBe(false)
  expect(asks(after(EMPTY_COMPOSER, about('  ')))).toBe(false)
  expect(asks(after(EMPTY_COMPOSER, about('x '.repeat(3_000))))).toBe(false)
})

test('asks for facts about a long opinion only for a personal post, in Basic and Professional mode', () => {
  const opinion = 'Meetings need an agenda, a decision and somebody who writes it down for all. '.repeat(4)
  expect(asks(after(EMPTY_COMPOSER, about(opinion)))).toBe(false)
  expect(asks(after(EMPTY_COMPOSER, about(opinion, { contentType: 'personal' })))).toBe(true)
  const chosen = { voiceTone: 'personal' as const }
  expect(asks(after(EMPTY_COMPOSER, about(opinion, { mode: 'professional', chosen })))).toBe(true)
})

test('adds the answers to the facts, one per line, within the limit', () => {
  const answers = { moment: 'Forty trucks\nat the gate. ', words: ' Maha: “I sign.”' }
  expect(factsWith('', answers)).toBe('Forty trucks at the gate.\nMaha: “I sign.”')
  expect(factsWith('Nine days.', answers)).toBe('Nine days.\nForty trucks at the gate.\nMaha: “I sign.”')
  expect(factsWith('x'.repeat(FACTS_LIMIT), answers)).toHaveLength(FACTS_LIMIT)
  const given = after(EMPTY_COMPOSER, { type: 'facts-asked', topic: 'A' }, { type: 'facts-given', answers })
  expect(given).toMatchObject({ factAnswers: null, input: { facts: 'Forty trucks at the gate.\nMaha: “I sign.”' } })
})

test('keeps the answers when the topic changes or the page reloads, and deletes them when the kind of source changes', () => {
  const answers = { figure: '9 days' }
  const typed = after(EMPTY_COMPOSER, { type: 'facts-asked', topic: 'A' }, { type: 'facts-typed', answers }, about('B'))
  const { saved, sources } = toSavedComposer(typed)
  expect(fromSavedComposer(saved, sources)).toMatchObject({ factAnswers: answers, askedTopics: ['a'] })
  expect(after(typed, { type: 'method-changed', method: 'url' }).factAnswers).toBeNull()
})
