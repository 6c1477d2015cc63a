import { expect, test } from 'vitest'
import type { GeneratedItem } from '#core/writing/contract.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { contentOf, type Card } from './draft.ts'
import { EMPTY_COMPOSER, type ComposerState } from './composer-model.ts'
import { changesBehind, siblingAmong, translationIn, versionBefore, withVersions } from './versions.ts'

type Asked = { platform: GeneratedItem['platform']; language: GeneratedItem['language'] }
const ASKED: Asked[] = [
  { platform: 'linkedin', language: 'english' },
  { platform: 'linkedin', language: 'arabic' },
]

const item = (content: string, asked: Asked) => ({
  id: content,
  ...asked,
  content,
  characterCount: content.length,
  hashtags: [],
  source: 'anthropic' as const,
  model: 'claude',
  warnings: [],
})

function after(state: ComposerState, ...actions: ComposerAction[]): ComposerState {
  return actions.reduce(composerReducer, state)
}

/** Drafts for LinkedIn, the first in English and the second in Arabic. */
function generated(...texts: string[]): ComposerState {
  const brief = { contentType: 'educational', tone: 'professional', writtenFrom: null } as const
  return after(
    EMPTY_COMPOSER,
    ...texts.map((text, at) => ({
      type: 'written' as const,
      items: [item(text, ASKED[at]!)],
      replaces: { generation: 'g1', asked: ASKED.slice(0, texts.length) },
      ...brief,
    })),
  )
}

const cardAt = ({ cards }: ComposerState, at = 0): Card => cards[at]!
const typed = (content: string, cardId = 'linkedin-english'): ComposerAction[] => [
  { type: 'typed', cardId, content },
  { type: 'saved', cardId },
]
const shorter = (content: string): ComposerAction => ({
  type: 'reworked',
  cardId: 'linkedin-english',
  how: 'shorten',
  text: { content, warnings: [], source: 'anthropic', model: 'claude' },
})
const historyOf = (state: ComposerState) => (cardAt(state).versions ?? []).map(({ how, content }) => [how, content])

test('stores each change of a text as a version, but joins continuous typing into one', () => {
  const state = after(generated('First'), ...typed('First, and'), ...typed('First, and last'), shorter('Short'))
  expect(historyOf(state)).toEqual([
    ['written', 'First'],
    ['edited', 'First, and last'],
    ['shorten', 'Short'],
  ])
})

test('undoes one change at a time, and keeps all versions', () => {
  let state = after(generated('First'), ...typed('Mine'), shorter('Short'))
  for (const expected of ['Mine', 'First']) {
    state = after(state, {
      type: 'version-restored',
      cardId: 'linkedin-english',
      version: versionBefore(cardAt(state))!,
      isUndo: true,
    })
    expect(contentOf(cardAt(state))).toBe(expected)
  }
  expect(versionBefore(cardAt(state))).toBeUndefined()
  expect(historyOf(state).map(([, content]) => content)).toEqual(['First', 'Mine', 'Short'])
})

test('adds a restored version as the newest, and undoes the restoration', () => {
  let state = after(generated('First'), shorter('Short'))
  const [first] = cardAt(state).versions!
  state = after(state, { type: 'version-restored', cardId: 'linkedin-english', version: first! })
  expect(historyOf(state).at(-1)).toEqual(['restored', 'First'])
  expect(versionBefore(cardAt(state))?.content).toBe('Short')
})

test('keeps at most fifty versions of a text, for ninety days', () => {
  const now = Date.now()
  let cards = generated('First').cards
  for (let day = 1; day <= 120; day++) {
    cards = composerReducer({ ...EMPTY_COMPOSER, cards }, shorter(`Text ${day}`)).cards
    cards = withVersions(cards, 'shorten', false, now)
  }
  expect(cards[0]?.versions).toHaveLength(50)
  const later = after({ ...EMPTY_COMPOSER, cards }).cards.map((card) => ({
    ...card,
    variants: [{ ...card.variants[0]!, content: 'New' }],
  }))
  expect(
    withVersions(later, 'shorten', false, now + 91 * 86_400_000)[0]?.versions?.map(({ content }) => content),
  ).toEqual(['New'])
})

test('counts the changes to a text that its translation still lacks', () => {
  let state = generated('First', 'الأول')
  const behind = () => state.cards.map((card) => changesBehind(card, siblingAmong(state.cards, card)!))
  expect(behind()).toEqual([0, 0])
  state = after(state, ...typed('Mine'), shorter('Short'))
  expect(behind()).toEqual([0, 2])
  state = after(state, {
    type: 'reworked',
    cardId: 'linkedin-arabic',
    how: 'brought',
    text: { content: 'القصير', warnings: [], source: 'anthropic', model: 'claude' },
  })
  expect(behind()).toEqual([0, 0])
  state = after(state, ...typed('Mine again'), ...typed('قولي', 'linkedin-arabic'))
  expect(behind()).toEqual([1, 0])
})

test('links a translation to its original', () => {
  const state = generated('First')
  const translated = after(state, {
    type: 'written',
    items: [item('الأول', ASKED[1]!)],
    of: cardAt(state),
    contentType: 'educational',
    tone: 'professional',
    writtenFrom: null,
  })
  expect(siblingAmong(translated.cards, cardAt(translated))?.language).toBe('arabic')
  // Both drafts offer to undo the translation until one of them changes.
  const undoes = ({ cards }: ComposerState) => cards.map((card) => translationIn(cards, card)?.id)
  expect(undoes(translated)).toEqual(['linkedin-arabic', 'linkedin-arabic'])
  expect(undoes(after(translated, ...typed('قولي', 'linkedin-arabic')))).toEqual([undefined, undefined])
  expect(undoes(generated('First', 'الأول'))).toEqual([undefined, undefined])
  // A second translation replaces the first, so both texts match again.
  const again = after(translated, shorter('Short'), {
    type: 'written',
    items: [item('القصير', ASKED[1]!)],
    of: cardAt(translated),
    contentType: 'educational',
    tone: 'professional',
    writtenFrom: null,
  })
  expect(again.cards.map(contentOf)).toEqual(['Short', 'القصير'])
  expect(again.cards.map((card) => changesBehind(card, siblingAmong(again.cards, card)!))).toEqual([0, 0])
})

test('stores no version of an edit that the user reverts by typing', () => {
  const state = after(generated('First'), ...typed('First\n/'), ...typed('First'))
  expect(historyOf(state)).toEqual([['written', 'First']])
  expect(versionBefore(cardAt(state))).toBeUndefined()
})
