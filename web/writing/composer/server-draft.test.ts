import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { NO_MEDIA } from '../media/media-state.ts'
import { composerReducer, type ComposerAction } from './composer-state.ts'
import { contentOf, type Card, type DraftCall } from './draft.ts'
import { callOf } from './server-draft.ts'
import { EMPTY_COMPOSER, type ComposerState } from './composer-model.ts'

const ID = 'linkedin-english'

const steps = (state: ComposerState, ...actions: ComposerAction[]) => actions.reduce(composerReducer, state)
const typed = (content: string): ComposerAction => ({ type: 'typed', cardId: ID, content })
const stored = (key: string, revision: number): ComposerAction => ({
  type: 'draft-stored',
  cardId: ID,
  key,
  post: { id: 'post', revision },
})
const WRITTEN = steps(EMPTY_COMPOSER, {
  type: 'written',
  items: [
    {
      id: 'v',
      platform: 'linkedin',
      language: 'english',
      content: 'First',
      characterCount: 5,
      hashtags: ['#One'],
      source: 'offline',
      model: null,
      warnings: [],
    },
  ],
  contentType: 'educational',
  tone: 'professional',
})

function card({ cards }: ComposerState): Card {
  const [first] = cards
  if (!first) throw new Error('There is no card')
  return first
}

const toSend = (state: ComposerState, key: string) => callOf(card(state), state.media, key)

function called(state: ComposerState, key: string): [ComposerState, DraftCall] {
  const call = toSend(state, key)
  if (!call) throw new Error('There is nothing to send')
  return [steps(state, { type: 'draft-called', cardId: ID, call }), call]
}

/** A composer whose draft is stored on the server. */
const KEPT = steps(called(WRITTEN, 'k1')[0], stored('k1', 1))

const found = (content: string, more: Partial<Post> = {}): ComposerAction => {
  const post = {
    id: 'post',
    revision: 2,
    status: 'draft',
    content,
    hashtags: ['#One'],
    media: { images: [], videos: [] },
  }
  return { type: 'draft-found', cardId: ID, found: { post: { ...post, ...more } as Post, media: NO_MEDIA } }
}
const textsOf = (state: ComposerState) => card(state).variants.map(({ content }) => content)

test('stores a draft on the server once, and then only after a change', () => {
  expect(toSend(KEPT, 'k2')).toBeNull()
  const changed = steps(KEPT, typed('Second'))
  expect(toSend(changed, 'k2')?.text.content).toBe('Second')
})

test('retries a request to store a draft with the same idempotency key and text, before it sends newer text', () => {
  const [waiting, first] = called(WRITTEN, 'k1')
  const later = steps(waiting, typed('Typed while nobody answered'))
  expect(toSend(later, 'k2')).toEqual(first)
  const answered = steps(later, stored('k1', 1))
  expect(toSend(answered, 'k2')).toMatchObject({ key: 'k2', text: { content: 'Typed while nobody answered' } })
})

test('ignores the response to an earlier request for a draft', () => {
  const [waiting] = called(steps(KEPT, typed('Second')), 'k2')
  expect(steps(waiting, stored('k1', 9))).toEqual(waiting)
})

test("shows a draft's change from another tab or device if the local text is unchanged", () => {
  const taken = steps(KEPT, found('Theirs'))
  expect(contentOf(card(taken))).toBe('Theirs')
  expect(toSend(taken, 'k2')).toBeNull()
})

test("sends no request while a draft's local and stored texts conflict, and keeps the rejected text as a version", () => {
  const both = steps(KEPT, typed('Mine'), found('Theirs'))
  expect([contentOf(card(both)), toSend(both, 'k2')]).toEqual(['Mine', null])

  const choose = (isMine: boolean) =>
    steps(both, { type: 'draft-chosen', cardId: ID, isMine, media: NO_MEDIA }, { type: 'saved', cardId: ID })
  expect([contentOf(card(choose(true))), textsOf(choose(true))]).toEqual(['Mine', ['Mine', 'Theirs']])
  expect(toSend(choose(true), 'k3')?.text.content).toBe('Mine')
  expect([contentOf(card(choose(false))), textsOf(choose(false))]).toEqual(['Theirs', ['Theirs', 'Mine']])
  expect(toSend(choose(false), 'k3')).toBeNull()
})

test("recognizes this tab's own change after its response was lost, even if the local text is newer", () => {
  const [waiting] = called(steps(KEPT, typed('Second')), 'k2')
  const after = steps(waiting, typed('Third'), found('Second'))
  expect(card(after).draft?.elsewhere).toBeUndefined()
  expect(toSend(after, 'k3')?.text.content).toBe('Third')
})

test.each([
  ['deleted', null],
  ['posted', 'published'],
] as const)(
  'keeps the local text of a draft that was %s in another tab, and does not recreate the draft',
  (_what, status) => {
    const gone = steps(
      KEPT,
      typed('Mine'),
      status ? found('First', { status }) : { type: 'draft-found', cardId: ID, found: null },
    )
    expect([contentOf(card(gone)), toSend(gone, 'k2')]).toEqual(['Mine', null])
    const reopened = steps(gone, { type: 'draft-chosen', cardId: ID, isMine: true, media: NO_MEDIA })
    expect([card(reopened).draft, toSend(reopened, 'k2')?.text.content]).toEqual([undefined, 'Mine'])
  },
)

test("does not resend a draft's text that the server refused", () => {
  const [waiting] = called(WRITTEN, 'k1')
  const refused = steps(waiting, { type: 'draft-refused', cardId: ID, key: 'k1', said: { key: 'errors.internal' } })
  expect(toSend(refused, 'k2')).toBeNull()
  expect(toSend(steps(refused, typed('Shorter')), 'k2')?.text.content).toBe('Shorter')
})

test('does not store a draft while its post is being sent, and drops its id when the draft becomes the post', () => {
  const sending = steps(KEPT, typed('Mine'), { type: 'sending', cardId: ID, keys: { linkedin: 'p' } })
  expect(toSend(sending, 'k2')).toBeNull()
  // The delivered post has another id than the stored draft, so the stored draft stays.
  const other = steps(sending, { type: 'delivered', cardId: ID, platform: 'linkedin', postId: 'another' })
  expect(other.cards[0]?.draft?.postId).toBe('post')
  const done = composerReducer(sending, { type: 'delivered', cardId: ID, platform: 'linkedin', postId: 'post' })
  expect(done.cards[0]?.draft).toBeUndefined()
})

test('stores changed options of a draft, and clears them on request', () => {
  const choose = (options: Card['options'] | null): ComposerAction => ({
    type: 'options-changed',
    cardId: ID,
    options: options ?? null,
  })
  const [waiting, call] = called(steps(KEPT, choose({ isSilent: true, hasLinkPreview: false })), 'k2')
  expect(call.text.options).toEqual({ isSilent: true, hasLinkPreview: false })
  // The server may return the options in another order, which counts as no change.
  const seen = steps(waiting, found('First', { options: { hasLinkPreview: false, isSilent: true } }))
  expect([card(seen).draft?.elsewhere, toSend(seen, 'k3')]).toEqual([undefined, null])
  expect(toSend(steps(seen, choose(null)), 'k3')?.text.options).toBeUndefined()
})
