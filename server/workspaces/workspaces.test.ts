import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#core/workspaces/role.ts'
import { eventually } from '#tests/support/eventually.ts'
import { mailsIn } from '#tests/support/outbox.ts'
import { later } from '#tests/support/publishing.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Returns the same user, but with requests that go to a workspace. */
const within = (person: Person, id: string): Person => person.movedTo(`${frogy.url}/w/${id}`)
const outside = (person: Person): Person => person.movedTo(frogy.url)

/** Creates a workspace with a new owner, and a new member for each of these roles. */
async function makeTeam<const Roles extends readonly Role[]>(...roles: Roles) {
  const owner = await frogy.person()
  const { id } = await owner.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
  const members: Person[] = []
  for (const role of roles) {
    const member = await frogy.person()
    await join(owner, id, member, role)
    members.push(member)
  }
  return { owner, id, members: members as { [Index in keyof Roles]: Person } }
}

async function inviteTo(owner: Person, id: string, role: Role, email: string | null = null): Promise<string> {
  const { link } = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body: { email, role } })
  return new URL(link).searchParams.get('token') ?? ''
}

async function join(owner: Person, id: string, member: Person, role: Role): Promise<void> {
  const token = await inviteTo(owner, id, role)
  await member.call('POST /api/workspace-invitations/accept', { body: { token } })
}

const draft = { platform: 'linkedin', content: 'Nine days for an order', status: 'draft' } as const

test('shares the posts, accounts and drafts of a workspace with its members, and hides them from others', async () => {
  const { owner, id, members } = await makeTeam('editor')
  const [editor] = members
  const stranger = await frogy.person()
  const inside = within(owner, id)
  await inside.connect('linkedin')
  expect(await inside.call('GET /api/social-accounts', {})).toHaveLength(1)
  const post = await inside.call('POST /api/posts', { body: draft })

  const editing = within(editor, id)
  expect(await editing.read(post)).toMatchObject({ content: draft.content })
  expect((await editing.call('POST /api/posts/{id}/publish', { params: { id: post.id } })).status).toBe('published')
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ text: draft.content }])

  expect((await within(stranger, id).ask('GET /api/posts/{id}', { params: { id: post.id } })).status).toBe(404)
  for (const person of [owner, editor, stranger]) {
    const own = outside(person)
    expect((await own.ask('GET /api/posts/{id}', { params: { id: post.id } })).status).toBe(404)
    expect(await own.call('GET /api/posts', {})).toEqual([])
    expect(await own.call('GET /api/social-accounts', {})).toEqual([])
  }
})

test('publishes a scheduled post of a workspace after its author has been removed from it', async () => {
  const { owner, id, members } = await makeTeam('editor')
  await within(owner, id).connect('linkedin')
  const at = later(frogy, HOUR_MS)
  const content = `Scheduled by an editor ${crypto.randomUUID()}`
  const post = await within(members[0], id).schedule({ platform: 'linkedin', content, at })
  const params = { id, userId: members[0].user?.id ?? '' }
  await outside(owner).call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  expect((await members[0].ask('GET /api/posts', {})).status).toBe(404)

  frogy.clock.advanceTo(at)
  expect((await within(owner, id).decided(post)).status).toBe('published')
  expect((await frogy.simulator.posts('linkedin')).map(({ text }) => text)).toContain(content)
})

test('lets a writer keep drafts, but not schedule or publish them or change a scheduled post', async () => {
  const { owner, id, members } = await makeTeam('writer')
  const inside = within(owner, id)
  await inside.connect('linkedin')
  const at = later(frogy, 2 * HOUR_MS)
  const scheduled = await inside.schedule({ platform: 'linkedin', content: 'Planned by the owner', at })

  const writer = within(members[0], id)
  const kept = await writer.call('POST /api/posts', { body: draft })
  const params = { id: kept.id }
  const body = { content: 'A better first line' }
  expect(await writer.call('PATCH /api/posts/{id}', { params, body })).toMatchObject(body)
  const scheduledAt = at.toISOString()
  const refused = [
    await writer.ask('POST /api/posts', { body: { ...draft, status: 'published' } }),
    await writer.ask('POST /api/posts', { body: { ...draft, status: 'scheduled', scheduledAt } }),
    await writer.ask('PATCH /api/posts/{id}', { params, body: { scheduledAt } }),
    await writer.ask('POST /api/posts/{id}/publish', { params }),
    await writer.ask('PATCH /api/posts/{id}', { params: { id: scheduled.id }, body }),
    await writer.ask('PATCH /api/posts/{id}', { params: { id: scheduled.id }, body: { scheduledAt: null } }),
    await writer.ask('DELETE /api/posts/{id}', { params: { id: scheduled.id } }),
    await writer.ask('POST /api/keys', { body: { name: 'A program', scopes: ['posts:publish'] } }),
  ]
  expect(refused.map(({ status, body: answer }) => [status, answer.code])).toEqual(
    refused.map(() => [403, 'forbidden']),
  )
  expect(await inside.read(scheduled)).toMatchObject({ status: 'scheduled', content: 'Planned by the owner' })
  expect((await writer.ask('DELETE /api/posts/{id}', { params })).status).toBe(204)
})

test('accepts an invitation once, and only from the account with the invited address', async () => {
  const { owner, id } = await makeTeam()
  const [invited, other] = [await frogy.person(), await frogy.person()]
  const token = await inviteTo(owner, id, 'viewer', invited.user?.email)
  const body = { token }
  expect((await other.ask('POST /api/workspace-invitations/read', { body })).body.code).toBe('invitation_for_another')
  expect((await other.ask('POST /api/workspace-invitations/accept', { body })).body.code).toBe('invitation_for_another')
  expect(await invited.call('POST /api/workspace-invitations/read', { body })).toEqual({
    name: 'Najd Logistics',
    role: 'viewer',
    invitedBy: `${owner.user?.firstName} ${owner.user?.lastName}`,
  })
  const both = await Promise.all([1, 2].map(() => invited.ask('POST /api/workspace-invitations/accept', { body })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect(await invited.call('GET /api/workspaces', {})).toMatchObject([{ id, name: 'Najd Logistics', role: 'viewer' }])
  const again = { params: { id }, body: { email: invited.user?.email ?? '', role: 'editor' as const } }
  expect((await owner.ask('POST /api/workspaces/{id}/invitations', again)).body.code).toBe('already_member')
})

test('rejects an invitation that is revoked, replaced or a week old', async () => {
  const { owner, id } = await makeTeam()
  const invited = await frogy.person()
  const { email = null } = invited.user ?? {}
  const accept = async (token: string) =>
    (await invited.ask('POST /api/workspace-invitations/accept', { body: { token } })).body.code
  const replaced = await inviteTo(owner, id, 'editor', email)
  const revoked = await inviteTo(owner, id, 'viewer', email)
  expect(await accept(replaced)).toBe('invalid_token')
  const team = await owner.call('GET /api/workspaces/{id}', { params: { id } })
  expect(team.invitations).toMatchObject([{ email, role: 'viewer' }])
  const params = { id, invitationId: team.invitations[0]?.id ?? '' }
  await owner.call('DELETE /api/workspaces/{id}/invitations/{invitationId}', { params })
  expect(await accept(revoked)).toBe('invalid_token')
  const old = await inviteTo(owner, id, 'viewer')
  frogy.clock.advance(7 * 24 * HOUR_MS)
  expect(await accept(old)).toBe('invalid_token')
})

test('revokes the invitations by an owner who leaves, is removed or becomes an editor', async () => {
  const { owner, id, members } = await makeTeam('owner', 'owner', 'owner')
  const [leaving, removed, demoted] = members
  const tokens = await Promise.all(members.map((member) => inviteTo(member, id, 'owner')))
  const member = ({ user }: Person) => ({ params: { id, userId: user?.id ?? '' } })
  await leaving.call('DELETE /api/workspaces/{id}/members/{userId}', member(leaving))
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', member(removed))
  await owner.call('PATCH /api/workspaces/{id}/members/{userId}', { ...member(demoted), body: { role: 'editor' } })

  const stranger = await frogy.person()
  for (const person of [leaving, removed, stranger])
    for (const token of tokens)
      for (const key of ['POST /api/workspace-invitations/read', 'POST /api/workspace-invitations/accept'] as const)
        expect((await person.ask(key, { body: { token } })).body.code).toBe('invalid_token')
  expect((await owner.call('GET /api/workspaces/{id}', { params: { id } })).invitations).toEqual([])
})

test('keeps at least one owner, even when two owners leave at the same time', async () => {
  const { owner, id, members } = await makeTeam('owner', 'editor')
  const [second, editor] = members
  const leave = (person: Person) =>
    person.ask('DELETE /api/workspaces/{id}/members/{userId}', { params: { id, userId: person.user?.id ?? '' } })
  const left = await Promise.all([leave(owner), leave(second)])
  expect(left.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  const remaining = left[0]?.status === 204 ? second : owner
  const params = { id, userId: remaining.user?.id ?? '' }
  const demoted = await remaining.ask('PATCH /api/workspaces/{id}/members/{userId}', {
    params,
    body: { role: 'viewer' },
  })
  expect(demoted.body.code).toBe('last_owner')
  // Transfer the workspace: the editor becomes an owner, and the former owner leaves.
  const heir = { id, userId: editor.user?.id ?? '' }
  await remaining.call('PATCH /api/workspaces/{id}/members/{userId}', { params: heir, body: { role: 'owner' } })
  expect((await leave(remaining)).status).toBe(204)
  expect(await editor.call('GET /api/workspaces', {})).toMatchObject([{ id, role: 'owner' }])
  const log = await editor.call('GET /api/workspaces/{id}/events', { params: { id } })
  expect(log.slice(0, 2)).toMatchObject([
    { act: 'left', subject: remaining.user?.email },
    { act: 'role_changed', subject: editor.user?.email, role: 'owner' },
  ])
})

test('closes the event stream of a removed member, and sends no further change', async () => {
  const { owner, id, members } = await makeTeam('viewer')
  const events = await within(members[0], id).fetch('/api/events')
  const text = events.text()
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', {
    params: { id, userId: members[0].user?.id ?? '' },
  })
  const post = await within(owner, id).call('POST /api/posts', { body: draft })
  expect(await text).not.toContain(post.id)
  expect((await members[0].fetch('/api/events')).status).toBe(404)
})

test('redirects other users from a page of a workspace to their own page', async () => {
  const { owner, id } = await makeTeam()
  const page = await within(owner, id).fetch('/schedule')
  expect({ status: page.status, html: await page.text() }).toEqual({
    status: 200,
    html: expect.stringContaining(`data-base="/w/${id}"`) as string,
  })
  const refused = await within(await frogy.person(), id).fetch('/schedule')
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/'])
  const visitor = frogy.visitor().movedTo(`${frogy.url}/w/${id}`)
  expect((await visitor.fetch('/schedule')).headers.get('location')).toBe(`/w/${id}/auth?next=%2Fschedule`)
})

test("embeds in a workspace's pages the member's role, and the networks where the member must ask for approval", async () => {
  const { owner, id, members } = await makeTeam('writer')
  const rightsOf = async (person: Person) =>
    /data-role="(\w+)" data-asks="([^"]*)"/.exec(await (await within(person, id).fetch('/schedule')).text())?.slice(1)
  const body = { approval: { of: 'writers' as const, platforms: ['linkedin' as const] } }
  await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body })
  expect(await rightsOf(owner)).toEqual(['owner', ''])
  expect(await (await outside(owner).fetch('/schedule')).text()).not.toContain('data-role')
  expect(await rightsOf(members[0])).toEqual(['writer', 'linkedin'])
})

test('mails a failed post of a workspace to its owners and editors, not to writers', async () => {
  const { owner, id, members } = await makeTeam('editor', 'writer')
  const inside = within(owner, id)
  await inside.connect('linkedin')
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'status', status: 400 })
  const content = `Refused by the network ${crypto.randomUUID()}`
  await inside.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
  await eventually(async () => {
    const recipients = mailsIn(frogy.dataDir)
      .filter((mail) => mail.includes(content))
      .map((mail) => /^To: (.*)$/m.exec(mail)?.[1])
    expect(recipients).toEqual([`${owner.user?.email}, ${members[0].user?.email}`])
  })
})

test('requires the name to delete a workspace, locks members out, and deletes no account that owns one', async () => {
  const { owner, id, members } = await makeTeam('editor')
  await within(owner, id).call('POST /api/posts', { body: draft })
  outside(owner)
  expect((await owner.ask('DELETE /api/profile', {})).body.code).toBe('owns_workspaces')
  const params = { id }
  expect((await owner.ask('DELETE /api/workspaces/{id}', { params, query: { name: 'Najd' } })).status).toBe(422)
  expect(
    (await members[0].ask('DELETE /api/workspaces/{id}', { params, query: { name: 'Najd Logistics' } })).status,
  ).toBe(403)
  await owner.call('DELETE /api/workspaces/{id}', { params, query: { name: 'Najd Logistics' } })
  for (const person of [owner, members[0]]) {
    expect(await outside(person).call('GET /api/workspaces', {})).toEqual([])
    expect((await within(person, id).ask('GET /api/posts', {})).status).toBe(404)
  }
})

test("lets a workspace's key access only that workspace, and a user's key no workspace", async () => {
  const { owner, id } = await makeTeam()
  const body = { name: 'A program', scopes: ['posts:read', 'posts:write'] as ('posts:read' | 'posts:write')[] }
  const personal = (await owner.call('POST /api/keys', { body })).token
  const inside = within(owner, id)
  const shared = (await inside.call('POST /api/keys', { body })).token
  const post = await inside.call('POST /api/posts', { body: draft })
  const idsFor = async (key: string, path: string) => {
    const response = await fetch(`${frogy.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
    return response.ok ? ((await response.json()) as { id: string }[]).map((one) => one.id) : response.status
  }
  expect(await idsFor(shared, '/api/posts')).toEqual([post.id])
  expect(await idsFor(shared, `/w/${id}/api/posts`)).toEqual([post.id])
  expect(await idsFor(personal, '/api/posts')).toEqual([])
  expect(await idsFor(personal, `/w/${id}/api/posts`)).toBe(404)
  const { id: other } = await outside(owner).call('POST /api/workspaces', { body: { name: 'Dune Coffee' } })
  expect(await idsFor(shared, `/w/${other}/api/posts`)).toBe(404)
})

test("rejects a sign-in with a workspace's internal email address, even after a password reset", async () => {
  const { id } = await makeTeam()
  const visitor = frogy.visitor()
  const email = `${id}@workspace.invalid`
  await visitor.call('POST /api/forgot-password', { body: { email } })
  const isMail = (mail: string) => mail.includes(`To: ${email}`)
  await eventually(async () => expect(mailsIn(frogy.dataDir).some(isMail)).toBe(true))
  const token = /token=([\w-]+)/.exec(mailsIn(frogy.dataDir).find(isMail) ?? '')?.[1] ?? ''
  const password = 'nine days for an order'
  await visitor.ask('POST /api/reset-password', { body: { token, password, confirmPassword: password } })
  const { status, body } = await visitor.ask('POST /api/login', { body: { email, password } })
  expect([status, body.code]).toEqual([401, 'invalid_credentials'])
})

test("lists workspaces in the order of the user's language, with numbers by value", async () => {
  const noor = await frogy.person()
  for (const name of ['Team 11', 'فريق', 'Team 2']) await noor.call('POST /api/workspaces', { body: { name } })
  const names = async () => (await noor.call('GET /api/workspaces', {})).map(({ name }) => name)
  expect(await names()).toEqual(['Team 2', 'Team 11', 'فريق'])
  await noor.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect(await names()).toEqual(['فريق', 'Team 2', 'Team 11'])
})
