import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { EMPTY_COMPOSER, type ComposerState } from './composer-model.ts'
import { contentOf } from './draft.ts'

const after = (state: ComposerState, ...actions: ComposerAction[]) => actions.reduce(composerReducer, state)

/** Returns a composer with drafts of one generation: one per network, with these texts. */
function written(texts: Partial<Record<Platform, string>>): ComposerState {
  const items = Object.entries(texts).map(([platform, content]) => ({
    id: `${platform}-1`,
    platform: platform as Platform,
    language: 'english' as const,
    content,
    characterCount: content.length,
    hashtags: [],
    warnings: [],
    source: 'offline' as const,
    model: null,
  }))
  const asked = items.map(({ platform, language }) => ({ platform, language }))
  return after(EMPTY_COMPOSER, {
    type: 'written',
    items,
    contentType: 'educational',
    tone: 'professional',
    writtenFrom: null,
    replaces: { generation: 'g1', asked },
  })
}

const APART = { linkedin: 'For LinkedIn', twitter: 'For X', facebook: 'For Facebook' }
const share = (cardId: string): ComposerAction => ({ type: 'text-shared', cardId })
const separate = (cardId: string): ComposerAction => ({ type: 'text-separated', cardId })
const type = (cardId: string, content: string): ComposerAction => ({ type: 'typed', cardId, content })
const texts = ({ cards }: ComposerState) => cards.map(contentOf)
const shared = ({ cards }: ComposerState) => cards.map(({ isShared }) => isShared === true)
const history = ({ cards }: ComposerState, at: number) => cards[at]?.versions?.map(({ content }) => content)

test('keeps the texts of networks separate when a different text was generated for each', () => {
  const state = after(written(APART), type('linkedin-english', 'Edited'))
  expect(texts(state)).toEqual(['Edited', 'For X', 'For Facebook'])
})

test('marks drafts as shared when the same text was generated for several networks', () => {
  const state = written({ linkedin: 'The same', twitter: 'The same', facebook: 'Another' })
  expect(shared(state)).toEqual([true, true, false])
  expect(texts(after(state, type('twitter-english', 'Edited')))).toEqual(['Edited', 'Edited', 'Another'])
})

test('copies the visible text to all networks, and keeps the replaced texts as versions', () => {
  const state = after(written(APART), type('twitter-english', 'Typed and not saved'), share('linkedin-english'))
  expect(texts(state)).toEqual(['For LinkedIn', 'For LinkedIn', 'For LinkedIn'])
  expect(history(state, 1)).toEqual(['For X', 'Typed and not saved', 'For LinkedIn'])
  expect(history(state, 2)).toEqual(['For Facebook', 'For LinkedIn'])
})

test('edits, rewrites and restores a shared text on all networks that share it', () => {
  const begun = after(written(APART), share('linkedin-english'), separate('facebook-english'))
  const edited = after(begun, type('twitter-english', 'Edited'), { type: 'saved', cardId: 'twitter-english' })
  expect(texts(edited)).toEqual(['Edited', 'Edited', 'For LinkedIn'])
  const rewritten = after(edited, {
    type: 'reworked',
    cardId: 'linkedin-english',
    how: 'shorten',
    text: { content: 'Short' },
  })
  expect(texts(rewritten)).toEqual(['Short', 'Short', 'For LinkedIn'])
  const version = rewritten.cards[0]!.versions!.find(({ content }) => content === 'Edited')!
  const undone = after(rewritten, { type: 'version-restored', cardId: 'linkedin-english', version, isUndo: true })
  expect(texts(undone)).toEqual(['Edited', 'Edited', 'For LinkedIn'])
  expect(history(undone, 1)).toEqual(history(rewritten, 1))
})

test("replaces a draft's separate text by the shared text, and keeps the replaced text as a version", () => {
  const state = after(written(APART), share('linkedin-english'), separate('facebook-english'))
  const apart = after(state, type('facebook-english', 'Only here'), share('facebook-english'))
  expect(texts(apart)).toEqual(['For LinkedIn', 'For LinkedIn', 'For LinkedIn'])
  expect(history(apart, 2)).toContain('Only here')
})

test('shortens a shared text only on the network where it is too long', () => {
  const cut: ComposerAction = { type: 'reworked', cardId: 'twitter-english', how: 'fitted', text: { content: 'Cut' } }
  const state = after(written(APART), share('linkedin-english'), cut)
  expect(texts(state)).toEqual(['For LinkedIn', 'Cut', 'For LinkedIn'])
  expect(shared(state)).toEqual([true, false, true])
})

test("keeps a draft's shared text unchanged during its sending, and then separates it from the shared text if they differ", () => {
  const keys = { twitter: 'key-1' }
  const sending = after(written(APART), share('linkedin-english'), { type: 'sending', cardId: 'twitter-english', keys })
  const edited = after(sending, type('linkedin-english', 'Edited'))
  expect(texts(edited)).toEqual(['Edited', 'For LinkedIn', 'Edited'])
  const back = after(edited, { type: 'taken-back', cardId: 'twitter-english', platform: 'twitter' })
  expect(texts(back)).toEqual(['Edited', 'For LinkedIn', 'Edited'])
  expect(shared(back)).toEqual([true, false, true])
})

test('does not share a text between languages or with a draft opened from the list', () => {
  const state = after(written(APART), share('linkedin-english'))
  const [first] = state.cards
  const opened = { ...first!, id: 'opened', isOpened: true, isShared: true }
  const arabic = { ...first!, id: 'arabic', language: 'arabic' as const }
  const more = after({ ...state, cards: [...state.cards, opened, arabic] }, type('linkedin-english', 'Edited'))
  expect(texts(more).slice(3)).toEqual(['For LinkedIn', 'For LinkedIn'])
})

test('separates a text that becomes a thread, so that other networks keep their texts', () => {
  const begun = written({ linkedin: 'One. Two.', twitter: 'One. Two.' })
  const parts = ['One.', 'Two.'].map((content) => ({ content, imageIds: [] }))
  const state = after(begun, { type: 'thread-changed', cardId: 'twitter-english', parts })
  expect(texts(state)).toEqual(['One. Two.', 'One.\n\nTwo.'])
  expect(shared(state)[1]).toBe(false)
})
