import { expect, test } from 'vitest'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { EMPTY_COMPOSER, type ComposerState, type OutlineTexts, type Written } from './composer-model.ts'
import { fromSavedComposer, toSavedComposer } from './saved-composer.ts'

const item = (platform: 'linkedin' | 'twitter', topic = 'A topic'): Written => ({
  id: `${platform}-1`,
  platform,
  language: 'english',
  content: `${topic}\n\nAnd yours?`,
  characterCount: 20,
  hashtags: [],
  warnings: [],
  source: 'offline',
  model: null,
  outline: [
    { role: 'opening_moment', hint: 'h' },
    { role: 'proof', hint: 'h' },
  ],
})
const texts = (generation: string, items: Written[], topic = 'A topic'): OutlineTexts => ({
  items,
  contentType: 'educational',
  tone: 'professional',
  writtenFrom: { source: null, topic },
  replaces: { generation, asked: items.map(({ platform, language }) => ({ platform, language })) },
})
const after = (state: ComposerState, ...actions: ComposerAction[]) => actions.reduce(composerReducer, state)
const outlined = (...given: Parameters<typeof texts>): ComposerAction => ({ type: 'outlined', ...texts(...given) })
const answers = { opening: 'Forty trucks' }

test('asks three questions about a topic, not three per network, and closes them when drafts are written', () => {
  const asked = after(EMPTY_COMPOSER, outlined('g1', [item('linkedin')]), outlined('g1', [item('twitter')]))
  expect(asked.outline?.texts?.items.map(({ platform }) => platform)).toEqual(['linkedin', 'twitter'])
  expect(asked.cards).toEqual([])
  const given = asked.outline!.texts!
  const written = after(asked, { type: 'answered', answers }, { type: 'written', ...given, isAnswered: true })
  expect(written.cards).toHaveLength(2)
  expect(written.outline).toEqual({ topic: 'A topic', answers, texts: null })
})

test("keeps the user's answers for the same topic, and deletes them when the topic changes", () => {
  const answered = after(EMPTY_COMPOSER, outlined('g1', [item('linkedin')]), { type: 'answered', answers })
  expect(after(answered, outlined('g2', [item('linkedin')])).outline?.answers).toEqual(answers)
  const other = outlined('g2', [item('linkedin', 'Another')], 'Another')
  expect(after(answered, other).outline?.answers).toEqual({})
})

test("keeps the composer's questions and the user's answers after a reload, and only the answers when the source changes", () => {
  const answered = after(EMPTY_COMPOSER, outlined('g1', [item('linkedin')]), { type: 'answered', answers })
  const { saved, sources } = toSavedComposer(answered)
  expect(fromSavedComposer(saved, sources).outline).toEqual(answered.outline)
  const elsewhere = after(answered, { type: 'method-changed', method: 'url' })
  expect(elsewhere.outline).toMatchObject({ answers, texts: null })
})
