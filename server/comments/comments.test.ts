import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_COMMENTS_PER_POST } from '#core/comments/limits.ts'
import type { Post } from '#core/posts/contract.ts'
import sql from '#server/db/sql.ts'
import { listen } from '#tests/support/event-stream.ts'
import { installation } from '#tests/support/installation.ts'
import { nextNotification } from '#tests/support/notification-fixtures.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam, nameOf } from '#tests/support/team.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const content = 'A purchase passed through seven people. We took four names off the form.'

const draftOf = (person: Person) =>
  person.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'draft' } })

const comment = (person: Person, id: string, text: string, words?: string) =>
  person.call('POST /api/posts/{id}/comments', {
    params: { id },
    body: { text, ...(words && { quote: { text: words, start: Math.max(0, content.indexOf(words)) } }) },
  })

test('shares comments on a whole post or on selected words between members of all roles', async () => {
  const { owner, members } = await makeTeam(frogy, 'writer', 'viewer')
  const [writer, viewer] = members
  const { id } = await draftOf(writer)
  await comment(viewer, id, 'Which depot?', 'four names')
  await comment(owner, id, ' Good. ')
  const params = { id }
  expect((await writer.call('GET /api/posts/{id}/comments', { params })).comments).toMatchObject([
    {
      author: nameOf(viewer),
      isOwn: false,
      text: 'Which depot?',
      quote: { text: 'four names', start: content.indexOf('four names') },
      isResolved: false,
    },
    { author: nameOf(owner), text: 'Good.', quote: null },
  ])
  // After the post is edited, the comment still quotes words that are no longer in the post.
  await writer.call('PATCH /api/posts/{id}', { params, body: { content: 'Short' } })
  const [kept] = (await viewer.call('GET /api/posts/{id}/comments', { params })).comments
  expect(kept).toMatchObject({ isOwn: true, quote: { text: 'four names' } })
  await owner.call('DELETE /api/posts/{id}', { params })
  expect((await owner.ask('GET /api/posts/{id}/comments', { params })).status).toBe(404)
})

test('accepts comments on words of any part or hashtag, and refuses words that are not in the post', async () => {
  const { owner } = await makeTeam(frogy)
  const { id } = await owner.call('POST /api/posts', {
    body: {
      platform: 'twitter',
      status: 'draft',
      content: 'First part',
      parts: [{ content: 'First part' }, { content: 'Second part' }],
      hashtags: ['Riyadh'],
    },
  })
  for (const words of ['First', '#Riyadh', 'Second part'])
    expect(await comment(owner, id, 'Here', words)).toMatchObject({ quote: { text: words } })
  const refused = await owner.ask('POST /api/posts/{id}/comments', {
    params: { id },
    body: { text: 'Here', quote: { text: 'Third part', start: 0 } },
  })
  expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: 'quote.text' }] } })
})

test('resolves and reopens a comment, and lets authors and owners delete it', async () => {
  const { owner, members } = await makeTeam(frogy, 'editor', 'writer', 'viewer')
  const [editor, writer, viewer] = members
  const { id } = await draftOf(owner)
  const made = await comment(editor, id, 'Who signs?')
  const params = { id: made.id }
  const resolve = (person: Person, isResolved: boolean) =>
    person.ask('PATCH /api/comments/{id}', { params, body: { isResolved } })
  expect((await resolve(viewer, true)).body.code).toBe('forbidden')
  expect((await resolve(writer, true)).body.isResolved).toBe(true)
  expect((await resolve(owner, false)).body.isResolved).toBe(false)
  for (const person of [writer, viewer])
    expect(await person.ask('DELETE /api/comments/{id}', { params })).toMatchObject({ status: 403 })
  expect((await editor.ask('DELETE /api/comments/{id}', { params })).status).toBe(204)
  const other = await comment(viewer, id, 'A question')
  expect((await owner.ask('DELETE /api/comments/{id}', { params: { id: other.id } })).status).toBe(204)
  expect(await owner.call('GET /api/posts/{id}/comments', { params: { id } })).toEqual({ comments: [], goodBy: [] })
})

test('notifies a mentioned member in the app and by mail, and no other member', async () => {
  const { id: workspaceId, owner, members } = await makeTeam(frogy, 'viewer', 'editor')
  const [viewer, editor] = members
  const post = await draftOf(owner)
  await using stream = await listen(viewer)
  const made = await comment(owner, post.id, `@${nameOf(viewer)}, is this right? @${nameOf(owner)}`)
  await nextNotification(stream)
  const inside = await viewer.call('GET /api/notifications', {})
  const shown = { kind: 'mentioned', isRead: false, action: 'see_comment', platform: null }
  const about = { workspaceId, postId: post.id, excerpt: made.text }
  expect(inside).toMatchObject({ unread: 1, items: [{ ...shown, comment: about }] })
  expect(inside.items[0]?.title).toContain(nameOf(owner))
  // The member's own pages show the mention too, and no other member sees it.
  viewer.movedTo(frogy.url)
  expect((await viewer.call('GET /api/notifications', {})).items).toEqual(inside.items)
  for (const person of [owner, editor]) expect((await person.call('GET /api/notifications', {})).items).toEqual([])
  const mail = await mailTo(frogy.dataDir, viewer.user?.email ?? '')
  expect(mail).toContain(`/w/${workspaceId}/comments/${post.id}`)

  viewer.movedTo(`${frogy.url}/w/${workspaceId}`)
  await viewer.call('POST /api/notifications/read', { body: {} })
  expect((await viewer.call('GET /api/notifications', {})).unread).toBe(0)
  await owner.call('DELETE /api/comments/{id}', { params: { id: made.id } })
  expect((await viewer.call('GET /api/notifications', {})).items).toEqual([])
})

test('hides a mention from a member who was removed', async () => {
  const { id, owner, members } = await makeTeam(frogy, 'viewer')
  const [viewer] = members
  await comment(owner, (await draftOf(owner)).id, `@${nameOf(viewer)} a word`)
  viewer.movedTo(frogy.url)
  expect((await viewer.call('GET /api/notifications', {})).items).toHaveLength(1)
  owner.movedTo(frogy.url)
  const params = { id, userId: viewer.user?.id ?? '' }
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  expect((await viewer.call('GET /api/notifications', {})).items).toEqual([])
})

test('finds no comments of other workspaces, and none on posts outside a workspace', async () => {
  const [one, other] = [await makeTeam(frogy), await makeTeam(frogy)]
  const post = await draftOf(one.owner)
  const made = await comment(one.owner, post.id, 'Ours')
  const alone = await frogy.person()
  const own = await draftOf(alone)
  const body = { text: 'Theirs' }
  const answers = [
    await other.owner.ask('GET /api/posts/{id}/comments', { params: { id: post.id } }),
    await other.owner.ask('POST /api/posts/{id}/comments', { params: { id: post.id }, body }),
    await other.owner.ask('PATCH /api/comments/{id}', { params: { id: made.id }, body: { isResolved: true } }),
    await other.owner.ask('DELETE /api/comments/{id}', { params: { id: made.id } }),
    await alone.ask('GET /api/posts/{id}/comments', { params: { id: own.id } }),
    await alone.ask('POST /api/posts/{id}/comments', { params: { id: own.id }, body }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

test('notifies open pages of a new comment', async () => {
  const { owner, members } = await makeTeam(frogy, 'viewer')
  const post = await draftOf(owner)
  await using stream = await listen(members[0])
  await comment(owner, post.id, 'New')
  expect(await stream.next()).toEqual({ type: 'post.changed', id: post.id })
})

test('limits the comments on a post', async () => {
  await using place = await installation()
  const owner = new Person('')
  let post: Post
  {
    await using running = await place.start()
    await owner.movedTo(running.url).register()
    const { id } = await owner.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
    owner.movedTo(`${running.url}/w/${id}`)
    post = await draftOf(owner)
    await comment(owner, post.id, 'First')
  }
  {
    await using database = await place.database()
    await database.query(sql`
      insert into post_comments (user_id, post_id, text, created_at)
      select c.user_id, c.post_id, 'More', c.created_at from post_comments c, generate_series(2, ${MAX_COMMENTS_PER_POST}::int) where c.post_id = ${post.id}`)
  }
  await using running = await place.start()
  owner.movedTo(owner.url.replace(/^http:\/\/[^/]+/, running.url))
  const full = await owner.ask('POST /api/posts/{id}/comments', { params: { id: post.id }, body: { text: 'Last' } })
  expect(full).toMatchObject({ status: 409, body: { code: 'too_many_comments' } })
})
