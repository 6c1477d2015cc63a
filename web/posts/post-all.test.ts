import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { ApiError } from '../lib/api.ts'
import { countOf, longOverduePosts, unfinishedPosts, postEach, reducePostAll, type PostAll } from './post-all.ts'

const now = new Date('2025-12-03T12:00:00Z')

const post = (id: string, dueAt = '2025-12-03T11:00:00Z') =>
  ({ id, scheduledAt: dueAt, createdAt: dueAt, status: 'failed', failure: null }) as Post
const responding = (answer: Partial<Post>) => (one: Post) => Promise.resolve({ ...one, ...answer })
const refusing =
  (status: number, message = '') =>
  () =>
    Promise.reject(new ApiError(message, { status }))

/** Publishes posts with the given mock responses. Returns the requested ids and the final state. */
async function run(answers: Record<string, (one: Post) => Promise<Post>>, read = responding({ status: 'published' })) {
  const posts = Object.keys(answers).map((id) => post(id))
  const requested: string[] = []
  let state = reducePostAll(null, { type: 'opened', posts, now })
  const publish = (one: Post) => {
    requested.push(one.id)
    return answers[one.id]?.(one) ?? Promise.reject(new Error('Nobody asked for this one'))
  }
  await postEach(
    posts,
    { publish, read },
    (action) => (state = reducePostAll(state, action)),
    () => state?.phase === 'stopping',
  )
  return { asked: requested, state: state as PostAll }
}

test('publishes several posts one after the other, each once', async () => {
  const { asked: requested, state } = await run({
    a: responding({ status: 'published' }),
    b: responding({ status: 'publishing' }),
  })
  expect(requested).toEqual(['a', 'b'])
  expect(state).toMatchObject({ phase: 'done', outcomes: { a: { kind: 'out' }, b: { kind: 'coming' } } })
})

test('reports why a post was refused, and continues with the next post', async () => {
  const message = 'The same text is already there.'
  const failure = { code: 'duplicate', message, detail: 'Duplicate content', at: now.toISOString() }
  const { state } = await run({
    a: responding({ status: 'failed', failure }),
    b: refusing(422, 'Too long'),
    c: responding({ status: 'published' }),
  })
  expect(state.outcomes).toMatchObject({
    // The result contains the failed post, because the edit dialog needs it.
    a: { kind: 'refused', reason: message, detail: 'Duplicate content', post: { status: 'failed', failure } },
    b: { kind: 'refused', reason: 'Too long', detail: null },
    c: { kind: 'out' },
  })
  expect(countOf(state, 'refused')).toBe(2)
})

test('reads the result of a post that another request is publishing, and does not send the post again', async () => {
  const { asked: requested, state } = await run({ a: refusing(409), b: responding({ status: 'unconfirmed' }) })
  expect(requested).toEqual(['a', 'b'])
  expect(state.outcomes).toEqual({ a: { kind: 'out' }, b: { kind: 'unconfirmed' } })
})

test('stops publishing when Frogy is unreachable, and keeps the post without a response in the list of unfinished posts', async () => {
  const { asked: requested, state } = await run({
    a: responding({ status: 'published' }),
    b: refusing(0),
    c: responding({ status: 'published' }),
  })
  expect(requested).toEqual(['a', 'b'])
  expect(state.phase).toBe('halted')
  expect(unfinishedPosts(state).map(({ id }) => id)).toEqual(['b', 'c'])
})

test('finishes the current post after the user stops publishing, and does not publish the other posts', async () => {
  const posts = [post('a'), post('b')]
  let state = reducePostAll(null, { type: 'opened', posts, now })
  const dispatch = (action: Parameters<typeof reducePostAll>[1]) => (state = reducePostAll(state, action))
  const publish = (one: Post) => {
    dispatch({ type: 'stop-wanted' })
    return responding({ status: 'published' })(one)
  }
  await postEach(posts, { publish, read: publish }, dispatch, () => state?.phase === 'stopping')
  expect(state).toMatchObject({ phase: 'halted', outcomes: { a: { kind: 'out' } } })
})

test('asks the author for confirmation before publishing posts that were due more than a day ago', () => {
  const posts = [post('old', '2025-12-02T11:59:00Z'), post('new', '2025-12-02T12:01:00Z')]
  expect(longOverduePosts(posts, now).map(({ id }) => id)).toEqual(['old'])
  expect(reducePostAll(null, { type: 'opened', posts, now })?.phase).toBe('asking')
  expect(reducePostAll(null, { type: 'opened', posts: posts.slice(1), now })?.phase).toBe('running')
})
