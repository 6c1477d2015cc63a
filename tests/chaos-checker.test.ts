import { beforeEach, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { checkOutcomes, type PostOutcome } from './support/chaos-checker.ts'
import { chaosPlan, type ChaosPlan, type PlannedPost } from './support/chaos-plan.ts'
import type { SimulatedPost } from './support/simulator.ts'

// If Frogy works correctly, the checker finds no broken promise. Each of these tests breaks one promise, which the
// checker must find.

const BEGIN = Date.parse('2026-10-01T09:00:00Z')
const SIZE = {
  posts: 300,
  people: 2,
  overMs: 600_000,
  faults: 0,
  rateLimited: [],
  revokes: false,
  followUps: 100,
}

let plan: ChaosPlan
let ended: PostOutcome[]
let arrived: SimulatedPost[]

/** A run without a fault: each post was published once, a second after its due time. */
beforeEach(() => {
  plan = chaosPlan(1, SIZE)
  ended = plan.posts.map(outcomeOf)
  arrived = plan.posts.flatMap(publicPosts)
})

const timeOf = (planned: PlannedPost, afterMs: number): string =>
  new Date(BEGIN + planned.dueMs + afterMs).toISOString()
const accountId = ({ person, platform }: PlannedPost): string => `${platform} account of ${person}`

function outcomeOf(planned: PlannedPost): PostOutcome {
  const state = 'published' as const
  const post = {
    id: String(planned.number),
    platform: planned.platform,
    status: 'published',
    content: planned.text,
    scheduledAt: timeOf(planned, 0),
    createdAt: new Date(BEGIN - 3_600_000).toISOString(),
    failure: null,
    wish: null,
    ...(planned.parts.length > 0 && {
      parts: [planned, ...planned.parts].map(({ text }) => ({ content: text, state, failure: null })),
    }),
    ...(planned.comment !== null && { firstComment: { content: planned.comment, state, failure: null } }),
  } as unknown as Post
  const attempt = {
    number: 1,
    state: 'accepted' as const,
    startedAt: timeOf(planned, -1_000),
    sentAt: timeOf(planned, 500),
    finishedAt: timeOf(planned, 1_000),
    failure: null,
  }
  const id = accountId(planned)
  const tellsOwnPosts = planned.platform !== 'linkedin' && planned.platform !== 'telegram'
  const account = { id, remoteId: id, isPage: false, tellsOwnPosts }
  return { planned, post, attempts: [attempt], timeline: [], acts: [], begin: BEGIN, account }
}

function publicPosts(planned: PlannedPost): SimulatedPost[] {
  const { number, person, platform } = planned
  const media = planned.media.map((name) => ({
    type: 'image',
    altText: platform === 'telegram' ? null : `${name} of person ${person}`,
    contentType: 'image/png',
    width: 500,
    height: 400,
    sha256: '',
  }))
  const common = { platform, accountId: accountId(planned), deleted: false }
  const root = { ...common, id: `${number}`, text: planned.text, media, createdAt: timeOf(planned, 1_000) }
  const parts = planned.parts.map(({ text }, at) => ({
    ...common,
    id: `${number}/${at + 1}`,
    text,
    media: [],
    createdAt: timeOf(planned, 2_000 + at),
    replyTo: at === 0 ? root.id : `${number}/${at}`,
  }))
  if (planned.comment === null) return [root, ...parts]
  if (planned.parts.length === 0) return [{ ...root, comments: [planned.comment] }]
  const [id, replyTo] = [`${number}/comment`, parts.at(-1)?.id ?? '']
  return [
    root,
    ...parts,
    { ...common, id, text: planned.comment, media: [], createdAt: timeOf(planned, 9_000), replyTo },
  ]
}

/** The kinds of broken promises that the checker finds. */
const found = (): string[] => checkOutcomes(plan, ended, arrived, [], BEGIN, []).wrong.map(({ is }) => is)

/** The number of the first planned post for which `fits` returns true. */
function first(fits: (post: PlannedPost) => boolean): number {
  const post = plan.posts.find(fits)
  if (!post) throw new Error('The plan has no such post')
  return post.number
}

const isPlain = ({ parts, comment }: PlannedPost): boolean => parts.length === 0 && comment === null
const atNetwork = (id: string | number): SimulatedPost => arrived.find((one) => one.id === String(id))!
const remove = (id: string | number): void => void (arrived = arrived.filter((one) => one.id !== String(id)))
const change = (number: number, post: Partial<Post>): void => void Object.assign(ended[number]!.post!, post)

test('finds no fault when each post is published once and on time', () => {
  expect(checkOutcomes(plan, ended, arrived, [], BEGIN, []).wrong).toEqual([])
})

test('finds a post, a part of a thread and a first comment that were published twice', () => {
  const number = first(isPlain)
  arrived.push({ ...atNetwork(number), id: 'again' })
  expect(found()).toEqual(['twice'])
  remove('again')
  const thread = first(({ parts }) => parts.length > 1)
  arrived.push({ ...atNetwork(`${thread}/1`), id: 'again' })
  expect(found()).toEqual(['twice'])
  remove('again')
  const commented = first(({ comment, parts }) => comment !== null && parts.length === 0)
  atNetwork(commented).comments?.push(plan.posts[commented]?.comment ?? '')
  expect(found()).toEqual(['twice'])
})

test('finds a post or a part of a thread that Frogy calls published and the network does not have', () => {
  const number = first(isPlain)
  const post = atNetwork(number)
  remove(number)
  expect(found()).toEqual(['lost'])
  arrived.push(post)
  remove(`${first(({ parts }) => parts.length === 1)}/1`)
  expect(found()).toEqual(['lost'])
})

test('finds a post that failed although nothing was wrong with its account', () => {
  const number = first(isPlain)
  remove(number)
  change(number, { status: 'failed', failure: { code: 'other', message: '', detail: null, at: '' } })
  expect(found()).toEqual(['lost'])
})

test('finds a post that was published a millisecond before its due time', () => {
  const number = first(isPlain)
  atNetwork(number).createdAt = timeOf(plan.posts[number]!, -1)
  expect(found()).toEqual(['early'])
})

test('finds a part of a thread that replies to another part than the one before it', () => {
  const thread = first(({ parts }) => parts.length > 1)
  Object.assign(atNetwork(`${thread}/2`), { replyTo: String(thread) })
  expect(found()).toEqual(['out of order'])
})

test('finds posts of one account that were sent in the wrong order', () => {
  const [one, other] = plan.posts
    .filter((post) => accountId(post) === accountId(plan.posts[0]!))
    .toSorted((a, b) => a.dueMs - b.dueMs)
  Object.assign(ended[one!.number]!.attempts[0]!, { sentAt: timeOf(other!, 501) })
  expect(found()).toEqual(['out of order'])
})

test('finds posts and parts of threads without a final status, and an unconfirmed post that Frogy could have looked up', () => {
  const [number, thread] = [first(isPlain), first(({ parts }) => parts.length > 1)]
  change(number, { status: 'publishing' })
  ended[thread]!.post!.parts![1]!.state = 'sending'
  expect(found().toSorted()).toEqual(['undecided', 'undecided'])
  change(number, { status: 'published' })
  ended[thread]!.post!.parts![1]!.state = 'published'
  change(
    first(({ platform }) => platform === 'mastodon'),
    { status: 'unconfirmed' },
  )
  expect(found()).toContain('undecided')
})

test('finds a post that was published with other pictures, or from another account', () => {
  const number = first((post) => isPlain(post) && post.media.length > 0)
  const { media } = atNetwork(number)
  atNetwork(number).media = []
  expect(found()).toEqual(['other'])
  Object.assign(atNetwork(number), { media, accountId: 'another' })
  expect(found()).toEqual(['other'])
})
