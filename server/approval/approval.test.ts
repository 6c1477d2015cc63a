import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { ApprovalRule } from '#core/workspaces/approval-rule.ts'
import type { Role } from '#core/workspaces/role.ts'
import { eventually } from '#tests/support/eventually.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { HOUR_MS, later, texts } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam } from '#tests/support/team.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Creates a workspace whose posts need approval, with a connected account. */
async function makeReviewedTeam<const Roles extends readonly Role[]>(
  { of = 'writers', platforms = [] }: Partial<ApprovalRule>,
  ...roles: Roles
) {
  const team = await makeTeam(frogy, ...roles)
  await team.owner.connect('linkedin')
  await askForApproval(team.owner, team.id, { of, platforms })
  return team
}

const askForApproval = (owner: Person, id: string, { of, platforms }: ApprovalRule) =>
  owner.call('PATCH /api/workspaces/{id}', { params: { id }, body: { approval: { of, platforms: [...platforms] } } })

const unique = (text: string) => `${text} ${crypto.randomUUID()}`
const plan = (content: string, at: Date) =>
  ({ platform: 'linkedin', content, status: 'scheduled', scheduledAt: at.toISOString() }) as const

const send = (person: Person, content: string, at = later(frogy)) =>
  person.call('POST /api/posts', { body: plan(content, at) })
const change = (person: Person, { id }: Pick<Post, 'id'>, body: object) =>
  person.ask('PATCH /api/posts/{id}', { params: { id }, body })
const approve = (
  person: Person,
  { id, revision }: Pick<Post, 'id' | 'revision'>,
  more: { scheduledAt?: string } = {},
) => person.ask('POST /api/posts/{id}/approve', { params: { id }, body: { revision, ...more } })
const giveBack = (person: Person, { id, revision }: Pick<Post, 'id' | 'revision'>, note = 'Give the figure.') =>
  person.ask('POST /api/posts/{id}/return', { params: { id }, body: { revision, note } })

/** Waits until an unapproved post is marked as missed. The clock advances past the post's scheduled time. */
const untilMissed = (person: Person, post: Pick<Post, 'id'>) => person.until(post, ({ status }) => status === 'missed')

test('puts each repetition of a post in review, and refuses to repeat a post that is in review', async () => {
  const { owner, members } = await makeReviewedTeam({ of: 'all' }, 'editor')
  const [editor] = members
  const at = later(frogy)
  const waiting = await send(editor, unique('Every week'), at)
  const repeat = ({ id }: Pick<Post, 'id'>) =>
    editor.ask('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'week', count: 2 } })
  expect(await repeat(waiting)).toMatchObject({ status: 409, body: { code: 'not_repeatable' } })
  expect(await approve(owner, waiting)).toMatchObject({ status: 200 })
  expect(await repeat(waiting)).toMatchObject({
    status: 201,
    body: [{ status: 'in_review' }, { status: 'in_review' }],
  })
  const asked = await owner.call('GET /api/approvals', {})
  expect(asked.filter(({ state }) => state === 'waiting')).toHaveLength(2)
})

test('keeps a post in review until an editor approves it, then publishes it at its scheduled time', async () => {
  const { members } = await makeReviewedTeam({}, 'writer', 'editor')
  const [writer, editor] = members
  const content = unique('Nine days for an order')
  const at = later(frogy)
  const post = await send(writer, content, at)
  expect(post).toMatchObject({ status: 'in_review', scheduledAt: at.toISOString() })
  expect(await editor.call('GET /api/approvals', {})).toMatchObject([
    { post: { id: post.id }, state: 'waiting', seen: null, mayDecide: true, reviews: [{ act: 'asked' }] },
  ])
  expect(await writer.call('GET /api/approvals', {})).toMatchObject([{ mayDecide: false }])
  const coming = await writer.call('GET /api/posts', { query: { status: 'in_review' } })
  expect(coming.map(({ id }) => id)).toEqual([post.id])
  const day = at.toISOString().slice(0, 10)
  const calendar = await writer.call('GET /api/posts/calendar', {
    query: { daysFrom: day, daysTo: day, timeZone: 'UTC' },
  })
  expect(calendar).toMatchObject([{ byStatus: { in_review: 1 }, posts: [{ id: post.id, status: 'in_review' }] }])

  const approved = await approve(editor, post)
  expect(approved).toMatchObject({ status: 200, body: { status: 'scheduled', scheduledAt: at.toISOString() } })
  frogy.clock.advanceTo(at)
  expect((await editor.decided(post)).status).toBe('published')
  expect(await texts(frogy, 'linkedin')).toContain(content)
})

test('warns about a post without approval, marks it as missed when due, and publishes it at a new time', async () => {
  const { members } = await makeReviewedTeam({}, 'writer', 'editor')
  const [writer, editor] = members
  const content = unique('Approved too late')
  const at = later(frogy, 4 * HOUR_MS)
  const post = await send(writer, content, at)
  const recipients = (title: string) =>
    mailsIn(frogy.dataDir)
      .filter((mail) => mail.includes(content) && mail.includes(title))
      .map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.split(', ').toSorted())
  frogy.clock.advance(2 * HOUR_MS)
  const everyone = expect.arrayContaining([writer.user?.email, editor.user?.email]) as string[]
  await eventually(async () => expect(recipients('is not approved yet')).toEqual([everyone]))

  frogy.clock.advanceTo(at)
  await untilMissed(editor, post)
  const missed = await editor.read(post)
  expect(missed.failure?.code).toBe('not_approved')
  expect(await texts(frogy, 'linkedin')).not.toContain(content)
  expect((await editor.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })).body.code).toBe(
    'awaits_approval',
  )
  expect((await approve(editor, missed)).body.code).toBe('time_in_past')
  const next = later(frogy)
  const scheduledAt = next.toISOString()
  expect((await approve(editor, missed, { scheduledAt })).body).toMatchObject({ status: 'scheduled', scheduledAt })
  frogy.clock.advanceTo(next)
  expect((await editor.decided(post)).status).toBe('published')
})

test('returns a post as a draft with a note, and shows the next approver what has changed since', async () => {
  const { id, owner, members } = await makeReviewedTeam({}, 'writer', 'editor')
  const [writer, editor] = members
  const at = later(frogy)
  const post = await send(writer, 'Review time fell by about a third', at)
  expect((await giveBack(editor, post, '  ')).status).toBe(422)
  const returned = (await giveBack(editor, post, 'Give the figure, not a third.')).body
  expect(returned).toMatchObject({ status: 'draft', scheduledAt: null, plannedAt: at.toISOString() })
  expect(await writer.call('GET /api/approvals', {})).toMatchObject([
    {
      state: 'returned',
      reviews: [
        { act: 'asked', isOwn: true },
        { act: 'returned', note: 'Give the figure, not a third.' },
      ],
    },
  ])
  await eventually(async () =>
    expect(
      mailsIn(frogy.dataDir).some((mail) => mail.includes(`To: ${writer.user?.email}`) && mail.includes('returned')),
    ).toBe(true),
  )
  await change(writer, post, { content: 'Review time fell by 34%', scheduledAt: at.toISOString() })
  const [waiting] = await editor.call('GET /api/approvals', {})
  expect(waiting).toMatchObject({
    state: 'waiting',
    seen: { text: 'Review time fell by about a third' },
    now: { text: 'Review time fell by 34%' },
  })
  if (waiting) expect((await approve(editor, waiting.post)).status).toBe(200)
  const log = await owner.call('GET /api/workspaces/{id}/events', { params: { id } })
  expect(log.slice(0, 4).map(({ act }) => act)).toEqual(['approved', 'asked', 'returned', 'asked'])
})

test('shows the next approver which options have changed since the post was returned', async () => {
  const { owner, members } = await makeReviewedTeam({}, 'writer', 'editor')
  const [writer, editor] = members
  await owner.connect('mastodon')
  const body = { ...plan(unique('Food, close up'), later(frogy)), platform: 'mastodon' } as const
  const post = await writer.call('POST /api/posts', { body: { ...body, options: { visibility: 'followers' } } })
  const returned = (await giveBack(editor, post)).body
  const options = { contentWarning: 'Food' }
  await change(writer, returned, { options, scheduledAt: body.scheduledAt })
  expect(await editor.call('GET /api/approvals', {})).toMatchObject([
    { state: 'waiting', seen: { options: { visibility: 'followers' } }, now: { options } },
  ])
})

describe('a change after the approval', () => {
  test.each([
    ['text', { content: 'Another text' }],
    ['time', { scheduledAt: 'later' }],
    ['network', { platform: 'twitter' }],
    ['first comment', { firstComment: { content: 'With a link' } }],
  ] as const)('requires approval again after a change by a writer: %s', async (_, body) => {
    const { members } = await makeReviewedTeam({}, 'writer', 'editor')
    const [writer, editor] = members
    const post = await send(writer, unique('First version'), later(frogy, 5 * HOUR_MS))
    const approved = (await approve(editor, post)).body
    const moved = 'scheduledAt' in body ? { scheduledAt: later(frogy, 6 * HOUR_MS).toISOString() } : body
    const changed = (await change(writer, post, moved)).body
    expect(changed.status).toBe('in_review')
    expect((await approve(editor, approved)).body.code).toBe('changed_meanwhile')
    expect((await approve(editor, changed)).body.status).toBe('scheduled')
  })

  test('requires approval again after a writer changes the options of an approved post', async () => {
    const { owner, members } = await makeReviewedTeam({}, 'writer', 'editor')
    await owner.connect('mastodon')
    const [writer, editor] = members
    const content = unique('For followers')
    const body = { ...plan(content, later(frogy, 5 * HOUR_MS)), platform: 'mastodon' } as const
    const post = await writer.call('POST /api/posts', { body: { ...body, options: { visibility: 'followers' } } })
    await approve(editor, post)
    const changed = (await change(writer, post, { options: { visibility: 'public' } })).body
    expect(changed).toMatchObject({ status: 'in_review', options: { visibility: 'public' } })
    expect((await editor.call('GET /api/approvals', {})).find(({ state }) => state === 'waiting')?.post).toMatchObject({
      id: post.id,
      options: { visibility: 'public' },
    })
  })

  test('keeps a post scheduled after a change by an editor who needs no approval', async () => {
    const { members } = await makeReviewedTeam({}, 'writer', 'editor')
    const [writer, editor] = members
    const content = unique('Corrected by the editor')
    const at = later(frogy)
    const post = await send(writer, 'First version', at)
    await approve(editor, post)
    expect((await change(editor, post, { content })).body.status).toBe('scheduled')
    frogy.clock.advanceTo(at)
    expect((await editor.decided(post)).status).toBe('published')
    expect(await texts(frogy, 'linkedin')).toContain(content)
  })

  test("rejects a writer's new alt text after approval, and counts one during review as a new revision", async () => {
    const { members } = await makeReviewedTeam({}, 'writer', 'editor')
    const [writer, editor] = members
    const form = uploadForm(['board.jpg', new Uint8Array(await pictureFile())])
    const { media } = await writer.call('POST /api/images/upload', { form })
    const picture = media.images[0]?.id ?? ''
    const describe = (altText: string) =>
      writer.ask('PATCH /api/images/{id}', { params: { id: picture }, body: { altText } })
    const post = await writer.call('POST /api/posts', {
      body: { ...plan(unique('With a picture'), later(frogy)), images: [picture] },
    })
    expect((await describe('A whiteboard at six')).status).toBe(200)
    expect((await approve(editor, post)).body.code).toBe('changed_meanwhile')
    expect((await approve(editor, await editor.read(post))).status).toBe(200)
    expect((await describe('An unapproved text')).body.code).toBe('forbidden')
  })
})

describe('roles', () => {
  test('lets editors who need approval approve only posts of other members, and lets owners approve their own', async () => {
    const { owner, members } = await makeReviewedTeam({ of: 'all' }, 'editor', 'editor', 'writer')
    const [editor, other, writer] = members
    const post = await send(editor, unique('By an editor'), later(frogy, 9 * HOUR_MS))
    expect(post.status).toBe('in_review')
    expect((await approve(editor, post)).body.code).toBe('own_post')
    expect((await giveBack(editor, post)).body.code).toBe('own_post')
    // After a change by another editor, the post counts as the work of both editors, even if a writer sends it.
    const joint = (await change(other, post, { content: unique('By two editors') })).body
    expect((await approve(other, joint)).body.code).toBe('own_post')
    const resent = (await change(writer, post, { content: unique('By all') })).body
    expect((await approve(other, resent)).body.code).toBe('own_post')
    expect((await approve(owner, resent)).status).toBe(200)
    const own = await send(owner, unique('By an owner'), later(frogy, 9 * HOUR_MS))
    expect(own.status).toBe('scheduled')
  })

  test('keeps a post in review after an editor changes it, refuses to publish it, and schedules it once approved', async () => {
    const { members } = await makeReviewedTeam({}, 'writer', 'editor')
    const [writer, editor] = members
    const post = await send(writer, unique('Edited in review'), later(frogy, 3 * HOUR_MS))
    const at = later(frogy, 4 * HOUR_MS).toISOString()
    expect((await change(editor, post, { content: unique('A better text'), scheduledAt: at })).body.status).toBe(
      'in_review',
    )
    expect((await editor.ask('POST /api/posts/{id}/publish', { params: { id: post.id } })).body.code).toBe(
      'awaits_approval',
    )
    expect((await approve(editor, await editor.read(post))).body).toMatchObject({
      status: 'scheduled',
      scheduledAt: at,
    })
  })

  test('rejects decisions by writers, viewers and strangers, and rejects publishing without approval', async () => {
    const { id, members } = await makeReviewedTeam({ of: 'all' }, 'writer', 'viewer', 'editor')
    const [writer, viewer, editor] = members
    const stranger = (await frogy.person()).movedTo(`${frogy.url}/w/${id}`)
    const post = await send(writer, unique('For the others'), later(frogy, 9 * HOUR_MS))
    for (const [person, status] of [
      [writer, 403],
      [viewer, 403],
      [stranger, 404],
    ] as const) {
      expect((await approve(person, post)).status).toBe(status)
      expect((await giveBack(person, post)).status).toBe(status)
    }
    const now = { platform: 'linkedin', content: unique('At once'), status: 'published' } as const
    expect((await writer.ask('POST /api/posts', { body: now })).body.code).toBe('forbidden')
    expect((await editor.ask('POST /api/posts', { body: now })).body.code).toBe('approval_required')
    const draft = await editor.call('POST /api/posts', { body: { ...now, status: 'draft' } })
    expect((await editor.ask('POST /api/posts/{id}/publish', { params: { id: draft.id } })).body.code).toBe(
      'approval_required',
    )
    expect((await approve(editor, draft)).body.code).toBe('not_in_review')
  })

  test('requires approval only on the networks of the approval rule, and leaves a post in review when that rule ends', async () => {
    const { id, owner, members } = await makeReviewedTeam({ of: 'all', platforms: ['linkedin'] }, 'writer', 'editor')
    const [writer, editor] = members
    const at = later(frogy, 2 * HOUR_MS)
    const onX = { ...plan(unique('On X'), at), platform: 'twitter' } as const
    expect((await writer.ask('POST /api/posts', { body: onX })).body.code).toBe('forbidden')
    expect((await editor.call('POST /api/posts', { body: onX })).status).toBe('scheduled')
    const content = unique('Asked before')
    const post = await send(writer, content, at)
    await askForApproval(owner, id, { of: 'none', platforms: [] })
    expect((await writer.ask('POST /api/posts', { body: plan(unique('Asked after'), at) })).body.code).toBe('forbidden')
    expect((await owner.ask('PATCH /api/workspaces/{id}', { params: { id }, body: {} })).body.approval.of).toBe('none')
    frogy.clock.advanceTo(at)
    await untilMissed(editor, post)
    expect(await texts(frogy, 'linkedin')).not.toContain(content)
  })

  test('lets only owners set whose posts need approval', async () => {
    const { id, members } = await makeTeam(frogy, 'editor')
    const body = { approval: { of: 'all' as const, platforms: [] } }
    expect((await members[0].ask('PATCH /api/workspaces/{id}', { params: { id }, body })).status).toBe(403)
  })

  test('keeps the post of a removed writer in review', async () => {
    const { id, owner, members } = await makeReviewedTeam({}, 'writer')
    const [writer] = members
    const post = await send(writer, unique('Left behind'), later(frogy, 9 * HOUR_MS))
    const params = { id, userId: writer.user?.id ?? '' }
    await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
    expect((await change(writer, post, { content: 'After all' })).status).toBe(404)
    expect((await approve(owner, post)).body.status).toBe('scheduled')
  })
})

test('turns a post in review into a draft when its time is removed, and treats scheduling by an editor as approval', async () => {
  const { members } = await makeReviewedTeam({}, 'writer', 'editor')
  const [writer, editor] = members
  const content = unique('Taken back')
  const post = await send(writer, content, later(frogy, 2 * HOUR_MS))
  expect((await change(writer, post, { scheduledAt: null })).body.status).toBe('draft')
  const at = later(frogy)
  expect((await change(editor, post, { scheduledAt: at.toISOString() })).body.status).toBe('scheduled')
  frogy.clock.advanceTo(at)
  expect((await editor.decided(post)).status).toBe('published')
})

test('accepts one of two concurrent decisions, and none about a revision that changes at the same time', async () => {
  const { members } = await makeReviewedTeam({}, 'writer', 'editor', 'editor')
  const [writer, one, other] = members
  const post = await send(writer, unique('Decided twice'), later(frogy, 3 * HOUR_MS))
  const both = await Promise.all([approve(one, post), giveBack(other, post)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const next = await send(writer, unique('Changed meanwhile'), later(frogy, 3 * HOUR_MS))
  const content = unique('Not seen by the approver')
  await Promise.all([approve(one, next), change(writer, next, { content })])
  expect(await one.read(next)).toMatchObject({ status: 'in_review', content })
})

test('requires no approval outside workspaces', async () => {
  const person = await frogy.person('linkedin')
  const post = await send(person, unique('My own'), later(frogy, 9 * HOUR_MS))
  expect(post.status).toBe('scheduled')
  expect(await person.call('GET /api/approvals', {})).toEqual([])
  expect((await approve(person, post)).body.code).toBe('not_in_review')
})
