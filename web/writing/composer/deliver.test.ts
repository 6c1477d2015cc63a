import { expect, test, vi } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { NO_MEDIA } from '../media/media-state.ts'
import { deliver } from './deliver.ts'
import type { Card } from './draft.ts'

test('removes from a failed post the parts, first comment and options that its draft no longer has', async () => {
  const card: Card = {
    id: 'one',
    platform: 'mastodon',
    language: 'english',
    contentType: 'educational',
    tone: 'professional',
    variants: [{ id: 'v', content: 'One', hashtags: [], source: null, model: null, warnings: [] }],
    selectedId: 'v',
    edit: null,
    targets: ['mastodon'],
    deliveries: { mastodon: { state: 'failed', key: null, postId: 'post', said: { message: 'It failed' } } },
  }
  const stored = {
    revision: 3,
    parts: [{ content: 'One', images: [] }],
    firstComment: { content: 'Hello', afterMinutes: 0 },
    options: { visibility: 'unlisted' },
  } as unknown as Post
  const { queryKey } = reading('GET /api/posts/{id}', { params: { id: 'post' } })
  queryClient.setQueryData(queryKey, stored)
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return Promise.resolve(Response.json({}))
  })
  const send = () => deliver(card, NO_MEDIA, 'mastodon', new Date('2030-01-01'), 'UTC', 'key', undefined, null)

  await send()
  expect(bodies[0]).toMatchObject({ content: 'One', parts: null, firstComment: null, options: null })
  queryClient.setQueryData(queryKey, { revision: 4 } as Post)
  await send()
  expect(Object.keys(bodies[1] as object).toSorted()).toEqual([
    'content',
    'hashtags',
    'media',
    'scheduledAt',
    'timeZone',
    'wallTime',
  ])
  vi.unstubAllGlobals()
  queryClient.clear()
})
