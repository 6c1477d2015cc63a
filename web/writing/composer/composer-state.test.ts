import { describe, expect, test } from 'vitest'
import { BasicRequest, type GeneratedItem } from '#core/writing/contract.ts'
import type { Image } from '#core/media/contract.ts'
import { NO_MEDIA, type Media } from '../media/media-state.ts'
import type { Source } from '../sources/source.ts'
import { composerReducer } from './composer-state.ts'
import { contentOf, isDelivered, openTargets, selectedVariant, type Card } from './draft.ts'
import {
  EMPTY_COMPOSER,
  outputLanguage,
  sourceOf,
  topicOf,
  type ComposerState,
  type InputMethod,
} from './composer-model.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'

const source = (id: string, title: string, from: Source['from'] = 'url'): Source => ({
  id,
  from,
  title,
  content: `Text of ${title}`,
  wordCount: 3,
  language: 'en',
  direction: 'ltr',
  pageCount: null,
  author: null,
  siteName: null,
  url: null,
})

const item = (id: string): GeneratedItem & { id: string } => ({
  id,
  platform: 'linkedin',
  language: 'english',
  content: `Text ${id}`,
  characterCount: 6,
  hashtags: ['#One'],
  source: 'offline',
  model: null,
  warnings: [],
})

function written(state: ComposerState, id: string, more: Partial<GeneratedItem> = {}): ComposerState {
  const items = [{ ...item(id), ...more }]
  return composerReducer(state, { type: 'written', items, contentType: 'educational', tone: 'professional' })
}

function card(state: ComposerState): Card {
  const [first] = state.cards
  if (!first) throw new Error('There is no card')
  return first
}

const DRAFT = { postId: 'post', revision: 1, stored: null, call: null }

const changeMethod = (state: ComposerState, method: InputMethod) =>
  composerReducer(state, { type: 'method-changed', method })
const idsOf = (cards: readonly Card[] = []) => cards.map(({ id }) => id)

test('accepts topics up to the limit of the API contract', () => {
  const takes = (length: number) => BasicRequest.shape.topic.safeParse('t'.repeat(length)).success
  expect([takes(TOPIC_LIMIT), takes(TOPIC_LIMIT + 1)]).toEqual([true, false])
})

test("shows a newly generated text first, and keeps the user's edited text as an alternative", () => {
  let state = written(EMPTY_COMPOSER, 'a')
  state = composerReducer(state, { type: 'typed', cardId: card(state).id, content: 'Mine' })
  state = written(state, 'b')
  expect(contentOf(card(state))).toBe('Text b')
  expect(card(state).variants.map(({ content }) => content)).toEqual(['Text b', 'Mine'])
})

test('orders drafts by the requested networks, whichever draft arrives first', () => {
  const asked = (['linkedin', 'twitter', 'threads'] as const).map((platform) => ({
    platform,
    language: 'english' as const,
  }))
  const state = (['twitter', 'threads', 'linkedin'] as const).reduce(
    (before, platform) =>
      composerReducer(before, {
        type: 'written',
        items: [{ ...item(platform), platform }],
        replaces: { generation: 'g', asked },
        contentType: 'educational',
        tone: 'professional',
      }),
    EMPTY_COMPOSER,
  )
  expect(state.cards.map(({ platform }) => platform)).toEqual(['linkedin', 'twitter', 'threads'])
})

test('puts a regenerated text into the draft that requested it, although another draft has the same network', () => {
  const opened = (id: string): ComposerState => {
    const cards = [{ ...card(written(EMPTY_COMPOSER, id)), id, isOpened: true, draft: { ...DRAFT, postId: id } }]
    return composerReducer(written(EMPTY_COMPOSER, 'mine'), { type: 'opened', cards })
  }
  const brief = { contentType: 'educational', tone: 'professional' } as const
  const textsOf = ({ cards }: ComposerState) => cards.map((card) => [card.id, contentOf(card)])

  // The draft opened from the list comes first. The new text still goes to the draft `linkedin-english`, which
  // requested it.
  const before = opened('kept')
  const anew = { ...item('anew'), kept: { postId: 'post', revision: 2 } }
  const after = composerReducer(before, { type: 'written', items: [anew], onto: 'linkedin-english', ...brief })
  expect(textsOf(after)).toEqual([
    ['kept', 'Text kept'],
    ['linkedin-english', 'Text anew'],
  ])
  expect(after.cards.map(({ draft }) => draft?.postId)).toEqual(['kept', 'post'])
  // If several drafts are stored, the text goes to the one whose text it replaces.
  const whole = composerReducer(
    { ...before, cards: before.cards.map((card) => ({ ...card, isOpened: false })).toReversed() },
    {
      type: 'written',
      items: [{ ...item('anew'), kept: { postId: 'kept', revision: 2 } }],
      replaces: { generation: 'g', asked: [{ platform: 'linkedin', language: 'english' }] },
      ...brief,
    },
  )
  expect(textsOf(whole)).toEqual([
    ['linkedin-english', 'Text mine'],
    ['kept', 'Text anew'],
  ])
  // If the user discarded the draft that requested the text, the text becomes a new draft.
  const gone = composerReducer(before, { type: 'discarded', cardId: 'linkedin-english' })
  expect(
    textsOf(composerReducer(gone, { type: 'written', items: [item('anew')], onto: 'linkedin-english', ...brief })),
  ).toEqual([
    ['kept', 'Text kept'],
    ['linkedin-english', 'Text anew'],
  ])
})

test('puts a translation next to its original, although another draft has the same language', () => {
  const state = written(EMPTY_COMPOSER, 'mine')
  const other = {
    ...card(written(EMPTY_COMPOSER, 'other', { language: 'arabic' })),
    id: 'other',
    isOpened: true,
    draft: DRAFT,
  }
  const both = composerReducer(state, { type: 'opened', cards: [other] })
  const of = both.cards.find(({ id }) => id === 'linkedin-english')!
  const after = composerReducer(both, {
    type: 'written',
    items: [{ ...item('said'), language: 'arabic' }],
    of,
    contentType: 'educational',
    tone: 'professional',
  })
  expect(after.cards.map((card) => [contentOf(card), card.idea !== undefined])).toEqual([
    ['Text other', false],
    ['Text mine', true],
    ['Text said', true],
  ])
})

test('creates one draft for each platform and language', () => {
  let state = written(EMPTY_COMPOSER, 'a')
  state = written(state, 'b', { language: 'arabic' })
  state = written(state, 'c', { platform: 'twitter' })
  expect(state.cards.map(({ id }) => id)).toEqual(['linkedin-english', 'linkedin-arabic', 'twitter-english'])
})

test('keeps the typed text when the user switches a draft to another of its alternative texts', () => {
  let state = written(written(EMPTY_COMPOSER, 'a'), 'b')
  const { id } = card(state)
  state = composerReducer(state, { type: 'typed', cardId: id, content: 'Half a thought' })
  state = composerReducer(state, { type: 'variant-chosen', cardId: id, variantId: 'a' })
  expect(contentOf(card(state))).toBe('Text a')
  expect(card(state).variants[0]?.content).toBe('Half a thought')
})

test('does not resend a published post, and keeps showing it until the user dismisses it', () => {
  let state = written(EMPTY_COMPOSER, 'a')
  const { id } = card(state)
  state = composerReducer(state, { type: 'target-toggled', cardId: id, platform: 'twitter' })
  state = composerReducer(state, { type: 'sending', cardId: id, keys: { linkedin: 'k1', twitter: 'k2' } })
  state = composerReducer(state, { type: 'delivered', cardId: id, platform: 'linkedin', postId: 'p1' })
  const refusal = {
    type: 'not-delivered',
    cardId: id,
    platform: 'twitter',
    said: { message: 'No' },
    isOutcomeUnknown: false,
    postId: null,
  } as const
  state = composerReducer(state, refusal)
  expect(openTargets(card(state))).toEqual(['twitter'])
  expect(isDelivered(card(state))).toBe(false)

  state = composerReducer(state, { type: 'delivered', cardId: id, platform: 'twitter', postId: 'p2' })
  expect(isDelivered(card(state))).toBe(true)
  expect(card(state).deliveries).toEqual({
    linkedin: { state: 'done', postId: 'p1' },
    twitter: { state: 'done', postId: 'p2' },
  })
  expect(composerReducer(state, { type: 'discarded', cardId: id }).cards).toEqual([])
})

test("keeps a post's idempotency key only while the server may have the post", () => {
  const start = composerReducer(written(EMPTY_COMPOSER, 'a'), {
    type: 'sending',
    cardId: 'linkedin-english',
    keys: { linkedin: 'k1' },
  })
  const after = (isOutcomeUnknown: boolean) =>
    card(
      composerReducer(start, {
        type: 'not-delivered',
        cardId: 'linkedin-english',
        platform: 'linkedin',
        said: {},
        isOutcomeUnknown,
        postId: null,
      }),
    ).deliveries.linkedin
  expect(after(true)).toMatchObject({ state: 'failed', key: 'k1' })
  expect(after(false)).toMatchObject({ state: 'failed', key: null })
})

test('restores a discarded draft to its position', () => {
  const state = written(written(EMPTY_COMPOSER, 'a'), 'b', { platform: 'twitter' })
  const gone = composerReducer(state, { type: 'discarded', cardId: 'linkedin-english' })
  expect(composerReducer(gone, { type: 'restored', card: card(state), at: 0 }).cards).toEqual(state.cards)
})

test("changes the hashtags of only the chosen text among a draft's alternatives", () => {
  let state = written(written(EMPTY_COMPOSER, 'a'), 'b')
  state = composerReducer(state, { type: 'hashtags-changed', cardId: card(state).id, hashtags: [] })
  expect(selectedVariant(card(state)).hashtags).toEqual([])
  expect(card(state).variants[1]?.hashtags).toEqual(['#One'])
})

test('clears drafts when the user changes the kind of source, and restores them when the user changes it back', () => {
  const state = written(written(EMPTY_COMPOSER, 'a'), 'b', { platform: 'twitter' })
  const changed = changeMethod(state, 'url')
  expect(changed.cards).toEqual([])
  expect(changed.cleared).toMatchObject({ why: 'source', method: 'topic', cards: state.cards })
  expect(changeMethod(changeMethod(changed, 'document'), 'topic')).toEqual(state)
})

test('does not restore cleared drafts after new drafts are written', () => {
  const changed = written(changeMethod(written(EMPTY_COMPOSER, 'a'), 'url'), 'b')
  expect(changed.cleared).toBeNull()
  expect(changeMethod(changed, 'topic').cards).toEqual([])
  expect(changeMethod(changeMethod(changed, 'topic'), 'url').cards.map(contentOf)).toEqual(['Text b'])
})

test('keeps a draft that is being sent when the kind of source changes, and does not add it to the cleared drafts', () => {
  const sending = composerReducer(written(written(EMPTY_COMPOSER, 'a'), 'b', { platform: 'twitter' }), {
    type: 'sending',
    cardId: 'twitter-english',
    keys: { twitter: 'k1' },
  })
  const changed = changeMethod(sending, 'document')
  expect(idsOf(changed.cards)).toEqual(['twitter-english'])
  expect(idsOf(changed.cleared?.cards)).toEqual(['linkedin-english'])

  const refused = composerReducer(changed, {
    type: 'not-delivered',
    cardId: 'twitter-english',
    platform: 'twitter',
    said: { message: 'No' },
    isOutcomeUnknown: false,
    postId: null,
  })
  const further = changeMethod(refused, 'url')
  expect(further.cards).toEqual([])
  expect(idsOf(changeMethod(further, 'topic').cards)).toEqual(['linkedin-english', 'twitter-english'])
})

test('fills in a source’s title as the topic, unless the user entered a topic', () => {
  const use = (state: ComposerState, title: string) =>
    composerReducer(state, { type: 'source-used', source: source(title, title) })
  const first = use(EMPTY_COMPOSER, 'Nine days')
  expect(first.input.topic).toBe('Nine days')
  expect(use(first, 'Four names').input.topic).toBe('Four names')

  const own = composerReducer(first, { type: 'input-changed', change: { topic: 'My angle' } })
  expect(use(own, 'Four names').input.topic).toBe('My angle')
})

test('remembers one source of each kind, such as an article and a document, and uses none for a topic', () => {
  let state = composerReducer(EMPTY_COMPOSER, { type: 'source-used', source: source('u', 'Page') })
  state = composerReducer(state, { type: 'source-used', source: source('d', 'Report', 'document') })
  expect(sourceOf(state.input)?.id).toBe('d')
  state = composerReducer(state, { type: 'method-changed', method: 'url' })
  expect(sourceOf(state.input)?.id).toBe('u')
  expect(sourceOf(composerReducer(state, { type: 'source-dropped', from: 'url' }).input)).toBeNull()
  expect(sourceOf(composerReducer(state, { type: 'method-changed', method: 'topic' }).input)).toBeNull()
})

test("uses the current source's title as topic, unless the user entered a topic", () => {
  const use = (state: ComposerState, one: Source) => composerReducer(state, { type: 'source-used', source: one })
  const both = use(use(EMPTY_COMPOSER, source('u', 'Ferries return')), source('d', 'Night buses', 'document'))
  expect(topicOf(both.input)).toBe('Night buses')
  expect(topicOf(changeMethod(both, 'url').input)).toBe('Ferries return')

  const own = composerReducer(both, { type: 'input-changed', change: { topic: ' My angle ' } })
  expect(topicOf(own.input)).toBe('My angle')
  expect(topicOf(changeMethod(own, 'url').input)).toBe('My angle')
})

test('clears the topic with its source if the topic is the source’s title, but keeps a topic that the user entered', () => {
  const used = composerReducer(EMPTY_COMPOSER, { type: 'source-used', source: source('u', 'Ferries return') })
  const drop = (state: ComposerState) => composerReducer(state, { type: 'source-dropped', from: 'url' })
  expect(drop(used).input).toEqual({ ...EMPTY_COMPOSER.input, method: 'url' })
  const own = composerReducer(used, { type: 'input-changed', change: { topic: 'My angle' } })
  expect(drop(own).input.topic).toBe('My angle')
})

test('clears a topic taken from a source’s title when the user switches from the source to a topic in Professional mode', () => {
  const used = (mode: 'basic' | 'professional') =>
    composerReducer(
      { ...EMPTY_COMPOSER, input: { ...EMPTY_COMPOSER.input, mode } },
      { type: 'source-used', source: source('u', 'Ferries return') },
    )
  const back = changeMethod(used('professional'), 'topic')
  expect(back.input).toMatchObject({ topic: '', filledTopic: null })
  expect(sourceOf(back.input)).toBeNull()
  expect(topicOf(changeMethod(back, 'url').input)).toBe('Ferries return')
  expect(changeMethod(used('basic'), 'topic').input.topic).toBe('Ferries return')
  const own = composerReducer(used('professional'), { type: 'input-changed', change: { topic: 'My angle' } })
  expect(changeMethod(own, 'topic').input.topic).toBe('My angle')
})

test('keeps the fetched text of an article until the user uses or discards it', () => {
  const input = { ...EMPTY_COMPOSER.input, method: 'url' as const, address: 'pond.example' }
  const found = composerReducer({ ...EMPTY_COMPOSER, input }, { type: 'source-found', source: source('u', 'Page') })
  expect(found.input.found.url?.id).toBe('u')
  expect(sourceOf(found.input)).toBeNull()
  expect(composerReducer(found, { type: 'found-dropped', from: 'url' }).input).toEqual(input)
  const used = composerReducer(found, { type: 'source-used', source: source('u', 'Page') })
  expect(used.input).toMatchObject({ found: { url: null }, sources: { url: { id: 'u' } }, address: '' })
})

test("changes media only in the opened draft, but a picture's alt text in every draft with that picture", () => {
  const picture = (key: string) => ({ key, state: 'ready' as const, image: { id: key } as Image, altText: '' })
  const media = { pictures: [picture('pond'), picture('frog')], videos: [] }
  const opened = { ...card(written(EMPTY_COMPOSER, 'kept')), id: 'kept', isOpened: true, media, draft: DRAFT }
  const before = composerReducer({ ...written(EMPTY_COMPOSER, 'mine'), media }, { type: 'opened', cards: [opened] })
  const keysOf = ({ pictures }: Media) => pictures.map(({ key }) => key)
  const ownOf = ({ cards }: ComposerState) => cards.find(({ id }) => id === 'kept')?.media ?? NO_MEDIA
  const remove = { type: 'picture-removed', key: 'pond' } as const

  const own = composerReducer(before, { type: 'media-changed', change: remove, cardId: 'kept' })
  expect([keysOf(ownOf(own)), keysOf(own.media)]).toEqual([['frog'], ['pond', 'frog']])
  const shared = composerReducer(before, { type: 'media-changed', change: remove })
  expect([keysOf(ownOf(shared)), keysOf(shared.media)]).toEqual([['pond', 'frog'], ['frog']])
  const typed = { type: 'alt-typed', key: 'frog', altText: 'A frog' } as const
  const both = composerReducer(before, { type: 'media-changed', change: typed })
  expect([ownOf(both), both.media].map(({ pictures }) => pictures.at(-1))).toEqual([
    { ...picture('frog'), altText: 'A frog' },
    { ...picture('frog'), altText: 'A frog' },
  ])
})

test('shares photos and videos between all drafts, and clears them with the last draft', () => {
  let state = composerReducer(EMPTY_COMPOSER, {
    type: 'media-changed',
    change: { type: 'video-added', video: { id: 'v', url: 'https://youtu.be/v' } },
  })
  state = written(written(state, 'a'), 'b', { platform: 'twitter' })
  const post = (state: ComposerState, platform: 'linkedin' | 'twitter') => {
    const cardId = `${platform}-english`
    const sending = composerReducer(state, { type: 'sending', cardId, keys: { [platform]: 'k' } })
    return composerReducer(sending, { type: 'delivered', cardId, platform, postId: platform })
  }
  state = post(state, 'linkedin')
  expect(state.media.videos).toHaveLength(1)
  state = post(state, 'twitter')
  expect(state.media).toEqual({ pictures: [], videos: [] })
})

const post = (state: ComposerState, cardId: string, platform: 'linkedin' | 'twitter') =>
  composerReducer(composerReducer(state, { type: 'sending', cardId, keys: { [platform]: 'k' } }), {
    type: 'delivered',
    cardId,
    platform,
    postId: `post-${cardId}`,
  })

const VIDEO = { id: 'v', url: 'https://youtu.be/v' }

/** A composer with a topic, a video, two networks and their drafts. */
function workInProgress(): ComposerState {
  const input = {
    ...EMPTY_COMPOSER.input,
    topic: 'Four-day night shift',
    platforms: ['linkedin' as const, 'twitter' as const],
  }
  let state = composerReducer(
    { ...EMPTY_COMPOSER, input },
    { type: 'media-changed', change: { type: 'video-added', video: VIDEO } },
  )
  state = written(state, 'a')
  return written(state, 'b', { platform: 'twitter' })
}

const inputAndMedia = ({ input: { topic, platforms }, media }: ComposerState) => ({ topic, platforms, media })
const NOTHING = inputAndMedia(EMPTY_COMPOSER)

test("clears the composer's input when all drafts are published, and restores it on undo", () => {
  const done = post(post(workInProgress(), 'linkedin-english', 'linkedin'), 'twitter-english', 'twitter')
  expect(inputAndMedia(done)).toEqual(NOTHING)
  expect(done.cards.map(isDelivered)).toEqual([true, true])
  const back = composerReducer(done, { type: 'undone' })
  expect(inputAndMedia(back)).toEqual(inputAndMedia(workInProgress()))
  // The user has typed a new topic, which restoring the cleared drafts would overwrite.
  const begun = composerReducer(done, { type: 'input-changed', change: { topic: 'Ferries' } })
  expect(begun.cleared).toBeNull()
})

test('clears published drafts of earlier work when the user generates again, and restores them on undo', () => {
  const rewritten = (state: ComposerState) => {
    const replaces = { generation: 'g2', asked: [{ platform: 'linkedin', language: 'english' }] } as const
    const items = [item('c')]
    return composerReducer(state, { type: 'written', items, contentType: 'personal', tone: 'casual', replaces })
  }
  const partly = post(workInProgress(), 'linkedin-english', 'linkedin')
  // The new drafts are about the same topic, so the published post stays, but moves to the end.
  expect(rewritten(partly).cards.map(isDelivered)).toEqual([false, true])

  const done = post(partly, 'twitter-english', 'twitter')
  const next = rewritten(composerReducer(done, { type: 'input-changed', change: { topic: 'Ferries' } }))
  expect(next.cards.map(contentOf)).toEqual(['Text c'])
  expect(next.cleared?.cards.map(isDelivered)).toEqual([true, true])
  const back = composerReducer(next, { type: 'undone' })
  expect(back.cards.map(isDelivered)).toEqual([false, true, true])
  expect(back.input.topic).toBe('Ferries')
})

test('clears the drafts when the user chooses another source, and restores them for the earlier source', () => {
  const partly = post(workInProgress(), 'linkedin-english', 'linkedin')
  const other = changeMethod(partly, 'url')
  expect(inputAndMedia(other)).toEqual(NOTHING)
  const used = composerReducer(other, { type: 'source-used', source: source('u', 'Ferries return') })
  expect(topicOf(used.input)).toBe('Ferries return')
  // Published posts keep the media with which they were published.
  expect(other.cards.map(({ id, media }) => [id, media?.videos])).toEqual([['linkedin-english', [VIDEO]]])
  const back = changeMethod(used, 'topic')
  expect(inputAndMedia(back)).toEqual(inputAndMedia(partly))
  expect(back.cards.map(({ id }) => id).toSorted()).toEqual(['linkedin-english', 'twitter-english'])
})

test('clears the drafts when the user replaces an article from which drafts were written', () => {
  let state = composerReducer(EMPTY_COMPOSER, { type: 'source-used', source: source('u', 'Ferries return') })
  state = composerReducer(state, { type: 'input-changed', change: { topic: 'My angle' } })
  state = composerReducer(written(state, 'a'), { type: 'source-used', source: source('w', 'Night buses') })
  expect([topicOf(state.input), state.cards]).toEqual(['Night buses', []])
  const back = composerReducer(state, { type: 'undone' })
  expect([topicOf(back.input), sourceOf(back.input)?.id, idsOf(back.cards)]).toEqual([
    'My angle',
    'u',
    ['linkedin-english'],
  ])
})

const ASKED = [{ platform: 'linkedin', language: 'arabic' }] as const

test('replaces all drafts with newly generated drafts that arrive in parts, and restores the old drafts on undo', () => {
  const posted = post(workInProgress(), 'twitter-english', 'twitter')
  const replaces = { generation: 'g', asked: [...ASKED, { platform: 'twitter', language: 'arabic' }] } as const
  const part = (state: ComposerState, platform: 'linkedin' | 'twitter') => {
    const { cards } = written(EMPTY_COMPOSER, `new-${platform}`, { platform, language: 'arabic' })
    const [text] = cards[0]?.variants ?? []
    if (!text) throw new Error('A text was expected')
    const item = { ...text, source: 'offline', platform, language: 'arabic', characterCount: 1 } as const
    return composerReducer(state, {
      type: 'written',
      items: [item],
      replaces,
      contentType: 'educational',
      tone: 'professional',
    })
  }
  const renewed = part(part(posted, 'linkedin'), 'twitter')
  // Published posts come after all drafts.
  expect(idsOf(renewed.cards)).toEqual(['linkedin-arabic', 'twitter-arabic', 'twitter-english'])
  expect(idsOf(renewed.cleared?.cards)).toEqual(['linkedin-english'])
  expect(idsOf(composerReducer(renewed, { type: 'undone' }).cards)).toContain('linkedin-english')
})

test('keeps the text of a published post when drafts for its network and language are generated again', () => {
  const again = written(post(workInProgress(), 'linkedin-english', 'linkedin'), 'c')
  expect(again.cards.map((card) => [contentOf(card), isDelivered(card)])).toEqual([
    ['Text c', false],
    ['Text a', true],
    ['Text b', false],
  ])
})

test('selects the language of the topic, else of the interface, until the user chooses a language', () => {
  const of = (topic: string, interfaceLanguage: 'en' | 'ar', change: Partial<ComposerState['input']> = {}) =>
    outputLanguage({ ...EMPTY_COMPOSER.input, topic, ...change }, interfaceLanguage)
  expect([of('', 'en'), of('', 'ar'), of('٣٠٪', 'ar')]).toEqual(['english', 'arabic', 'arabic'])
  expect([of('نقلنا مستودع الدمام', 'en'), of('Four-day night shift', 'ar')]).toEqual(['arabic', 'english'])
  expect(of('نقلنا مستودع Najd Logistics إلى الدمام', 'en')).toBe('arabic')
  expect(of('نقلنا مستودع الدمام', 'ar', { language: 'both', isLanguageChosen: true })).toBe('both')
})

test('turns a post that is canceled before publishing into a draft again', () => {
  const sending = composerReducer(workInProgress(), {
    type: 'sending',
    cardId: 'linkedin-english',
    keys: { linkedin: 'k' },
  })
  const back = composerReducer(sending, { type: 'taken-back', cardId: 'linkedin-english', platform: 'linkedin' })
  expect(card(back).deliveries).toEqual({})
})

test('preselects the user’s usual networks in an empty composer, and keeps the selected networks while the user has drafts', () => {
  const set = (state: ComposerState) =>
    composerReducer(state, { type: 'usual-platforms-set', platforms: ['twitter', 'threads'] })
  expect(set(EMPTY_COMPOSER).input.platforms).toEqual(['twitter', 'threads'])
  const chosen = composerReducer(EMPTY_COMPOSER, { type: 'input-changed', change: { platforms: ['facebook'] } })
  expect(set(chosen).input.platforms).toEqual(['facebook'])
  const begun = set(composerReducer(EMPTY_COMPOSER, { type: 'input-changed', change: { topic: 'Nine days' } }))
  expect(begun.input.platforms).toEqual(['linkedin'])
  // All drafts are published, so the composer selects the usual networks again.
  const done = post(set(written(EMPTY_COMPOSER, 'a')), 'linkedin-english', 'linkedin')
  expect(done.input.platforms).toEqual(['twitter', 'threads'])
})

describe('link to the source', () => {
  const LINK = 'https://supply.example/approvals'
  const ARTICLE = { ...source('a', 'Approvals'), url: LINK }
  const drafted = (content: string) =>
    (['linkedin', 'twitter'] as const).reduce<ComposerState>(
      (state, platform) =>
        composerReducer(state, {
          type: 'written',
          items: [{ ...item(platform), platform, content }],
          contentType: 'educational',
          tone: 'professional',
          writtenFrom: { source: ARTICLE, topic: 'Approvals' },
        }),
      EMPTY_COMPOSER,
    )
  const texts = ({ cards }: ComposerState) =>
    Object.fromEntries(cards.map((one) => [one.platform, contentOf(one)])) as Record<string, string>
  const linked = (state: ComposerState, isOn: boolean) => composerReducer(state, { type: 'link-switched', isOn })

  test("removes the source's address from all drafts, and adds it again where the network allows it", () => {
    const state = drafted(`Nine days.\n\n${LINK}`)
    const off = linked(state, false)
    expect(off.input.withLink).toBe(false)
    expect(texts(off)).toEqual({ linkedin: 'Nine days.', twitter: 'Nine days.' })
    expect(texts(linked(off, true))).toEqual({ linkedin: `Nine days.\n\n${LINK}`, twitter: 'Nine days.' })
  })

  test("adds the source's address to an edited text, and keeps the earlier text as a version", () => {
    const state = drafted('Nine days.')
    const edited = composerReducer(state, { type: 'typed', cardId: card(state).id, content: 'Two days.' })
    const on = linked(edited, true)
    expect(texts(on).linkedin).toBe(`Two days.\n\n${LINK}`)
    expect(card(on).versions?.map(({ how, content }) => [how, content])).toEqual([
      ['written', 'Nine days.'],
      ['edited', 'Two days.'],
      ['linked', `Two days.\n\n${LINK}`],
    ])
  })

  test("changes the source's address in a text that networks share", () => {
    const state = drafted('Nine days.')
    const shared = composerReducer(state, { type: 'text-shared', cardId: card(state).id })
    expect(new Set(Object.values(texts(linked(shared, true))))).toEqual(new Set([`Nine days.\n\n${LINK}`]))
  })
})

test('stores with the input and its drafts whether the user wrote the source', () => {
  const article = source('a', 'Approvals')
  const used = composerReducer(EMPTY_COMPOSER, { type: 'source-used', source: article })
  const state = composerReducer(used, {
    type: 'written',
    items: [item('one')],
    contentType: 'educational',
    tone: 'professional',
    writtenFrom: { source: article, topic: 'Approvals' },
  })
  const owned = composerReducer(state, { type: 'source-owned', source: article, isOwn: true })
  expect(sourceOf(owned.input)?.isOwn).toBe(true)
  expect(card(owned).writtenFrom?.source?.isOwn).toBe(true)
})
