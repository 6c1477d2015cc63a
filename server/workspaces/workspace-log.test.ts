import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import type { Endpoint } from '#core/endpoint.ts'
import { LANGUAGES } from '#core/language.ts'
import { leastRole } from '#core/workspaces/access.ts'
import { WORKSPACE_ACTS, type WorkspaceAct } from '#core/workspaces/acts.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { makeTeam, nameOf } from '#tests/support/team.ts'

// Every call that changes a workspace either writes to its log or is listed here with a reason. Administrators' calls
// are in the audit log instead.

/** Calls whose log entries the tests in this file verify. */
const LOGGED: Record<string, readonly WorkspaceAct[]> = {
  'PATCH /api/workspaces/{id}': ['renamed', 'approval_changed', 'late_limit_changed'],
  'POST /api/workspaces/{id}/invitations': ['invited'],
  'DELETE /api/workspaces/{id}/invitations/{invitationId}': ['invitation_revoked'],
  'PATCH /api/workspaces/{id}/members/{userId}': ['role_changed'],
  'DELETE /api/workspaces/{id}/members/{userId}': ['removed'],
  'GET /api/social-accounts/{platform}/callback': ['account_connected'],
  'POST /api/social-accounts/{platform}/connect': ['account_connected'],
  'PATCH /api/social-accounts/{id}': ['account_changed'],
  'DELETE /api/social-accounts/{id}': ['account_disconnected'],
  'POST /api/keys': ['key_created'],
  'DELETE /api/keys/{id}': ['key_revoked'],
  'POST /api/webhooks': ['webhook_created'],
  'PATCH /api/webhooks/{id}': ['webhook_changed'],
  'POST /api/webhooks/{id}/secret': ['webhook_secret_renewed'],
  'DELETE /api/webhooks/{id}': ['webhook_deleted'],
  'POST /api/feeds/{kind}': ['feed_created'],
  'DELETE /api/feeds/{kind}': ['feed_ended'],
  'POST /api/reports': ['report_shared'],
  'DELETE /api/reports/{id}': ['report_ended'],
  'POST /api/report-logo': ['logo_changed'],
  'DELETE /api/report-logo': ['logo_removed'],
  'POST /api/review-links': ['review_opened'],
  'DELETE /api/review-links/{id}': ['review_closed'],
}

/** Calls whose log entries the tests of their features verify. */
const LOGGED_ELSEWHERE: Record<string, readonly WorkspaceAct[]> = {
  // The entries of these calls are tested in workspaces.test.ts.
  'POST /api/workspaces': ['created'],
  'POST /api/workspace-invitations/accept': ['joined', 'left'],
  // The entries of these calls are tested in oauth.test.ts.
  'POST /api/oauth/requests/{id}': ['assistant_allowed', 'assistant_revoked', 'assistant_stopped'],
  // The entries of these calls are tested in approval.test.ts and review.test.ts. A post that needs no approval has no
  // entry.
  'POST /api/posts': ['asked'],
  'PATCH /api/posts/{id}': ['asked'],
  'POST /api/posts/{id}/approve': ['approved'],
  'POST /api/posts/{id}/return': ['returned'],
  'POST /api/review/decide': ['approved', 'returned'],
}

const NOT_LOGGED: Record<string, readonly string[]> = {
  'a deleted workspace has no readers': ['DELETE /api/workspaces/{id}'],
  'changes nothing that other members see': [
    'POST /api/notifications/read',
    'POST /api/content/validate-url',
    'POST /api/content/extract-url',
    'POST /api/content/link-card',
    'POST /api/content/upload-document',
    'POST /api/content/sources',
    'POST /api/content/generate-linkedin',
    'POST /api/content/generate-others',
    'POST /api/content/generate',
    'POST /api/generate/v2',
    'POST /api/content/rework',
    'POST /api/content/openings',
    'POST /api/content/repeats',
    'POST /api/images/{id}/alt-text',
    'DELETE /api/conversations/{id}',
    'POST /api/assistant/ask',
    'POST /api/followed-feeds/preview',
    'POST /api/workspace-invitations/read',
    'DELETE /api/oauth/requests/{id}',
    'GET /api/social-accounts/{platform}/connect',
    'POST /api/review/unlock',
    'POST /api/review/read',
  ],
  'the history of the post or the post itself shows it': [
    'POST /api/posts/{id}/publish',
    'POST /api/posts/{id}/resolve',
    'POST /api/posts/{id}/continue',
    'DELETE /api/posts/{id}',
    'PUT /api/posts/{id}/source',
    'PUT /api/posts/{id}/tags',
    'PUT /api/posts/{id}/evergreen',
    'DELETE /api/posts/{id}/evergreen',
    'POST /api/evergreen/fill',
    'POST /api/posts/{id}/repeats',
    'DELETE /api/posts/{id}/repeats',
    'PUT /api/posts/{id}/metrics',
    'POST /api/analytics/import',
    'POST /api/posts/{id}/comments',
    'PATCH /api/comments/{id}',
    'DELETE /api/comments/{id}',
    'POST /api/review/comment',
    'POST /api/review/delete-comment',
    'POST /api/review/mark',
  ],
  'the library shows it': [
    'POST /api/images/upload',
    'POST /api/images/from-address',
    'PATCH /api/images/{id}',
    'DELETE /api/images/{id}',
    'POST /api/videos',
    'POST /api/videos/{id}/parts',
    'POST /api/videos/{id}/finish',
    'DELETE /api/videos/{id}',
    'POST /api/videos/{id}/cover',
    'DELETE /api/videos/{id}/cover',
    'PUT /api/videos/{id}/captions',
    'DELETE /api/videos/{id}/captions',
    'POST /api/videos/{id}/copy',
    'DELETE /api/videos/{id}/copy',
  ],
  'editors share these tools for writing and planning, which give access to nothing': [
    'POST /api/phrases',
    'PATCH /api/phrases/{id}',
    'DELETE /api/phrases/{id}',
    'POST /api/tags',
    'PATCH /api/tags/{id}',
    'DELETE /api/tags/{id}',
    'PATCH /api/slots',
    'PUT /api/link-parameters',
    'PATCH /api/voice',
    'POST /api/voice/proposal/answer',
    'POST /api/followed-feeds',
    'PATCH /api/followed-feeds/{id}',
    'DELETE /api/followed-feeds/{id}',
    'POST /api/followed-feeds/{id}/check',
  ],
  'sends messages to an address that the log already names': [
    'POST /api/webhooks/{id}/test',
    'POST /api/webhooks/{id}/deliveries/{delivery}/resend',
  ],
}

/** GET calls that change or begin something, because a browser visits them. */
const CHANGING_GETS = /\/api\/social-accounts\/\{platform\}\/(?:connect|callback)$/
const CONCERNS_WORKSPACE = /\/api\/(?:workspaces|workspace-invitations|review|oauth\/requests)\b|\/callback$/

const CALLS = Object.entries(api as Record<string, Endpoint>)
  .filter(([key, { access }]) => access !== 'admin' && (leastRole(key) || CONCERNS_WORKSPACE.test(key)))
  .map(([key]) => key)
  .filter((key) => !key.startsWith('GET ') || CHANGING_GETS.test(key))

test('lists each call that changes a workspace exactly once: as logged, or with the reason why it is not logged', () => {
  const listed = [...Object.keys(LOGGED), ...Object.keys(LOGGED_ELSEWHERE), ...Object.values(NOT_LOGGED).flat()]
  expect(listed.toSorted()).toEqual(CALLS.toSorted())
  const acts = [LOGGED, LOGGED_ELSEWHERE].flatMap((calls) => Object.values(calls).flat())
  expect(new Set(acts)).toEqual(new Set(WORKSPACE_ACTS))
})

test.each(LANGUAGES)('describes each act in the log with its own words, in the language %s', (language) => {
  const file = new URL(`../../core/messages/${language}/team.json`, import.meta.url)
  const { log } = JSON.parse(readFileSync(file, 'utf8')) as { log: { act: string } }
  // Leave out `left`, which the message describes in its default case.
  const named = WORKSPACE_ACTS.filter((act) => act !== 'left')
  expect(named.filter((act) => !log.act.includes(` ${act} {`))).toEqual([])
})

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy()
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** The log's entries for the acts of `perform`, oldest first. */
async function logOf(owner: Person, id: string, perform: () => Promise<void>) {
  const read = () => owner.call('GET /api/workspaces/{id}/events', { params: { id } })
  const before = await read()
  await perform()
  const log = await read()
  return log.slice(0, log.length - before.length).toReversed()
}

test('records who created, changed and revoked what in a workspace, and when', async () => {
  const { id, owner, members } = await makeTeam(frogy, 'owner', 'writer')
  const [second, writer] = members
  const params = { id }
  const userId = writer.user?.id ?? ''
  const png = await sharp({ create: { width: 60, height: 20, channels: 4, background: '#2a6' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('logo', new Blob([new Uint8Array(png)]), 'logo.png')
  const now = frogy.clock.now()
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString()

  const log = await logOf(owner, id, async () => {
    const approval = { of: 'writers', platforms: [] } as const
    await second.call('PATCH /api/workspaces/{id}', { params, body: { name: 'Najd', approval, lateAfterMinutes: 30 } })
    const invited = { email: 'sara@example.com', role: 'viewer' } as const
    const { invitation } = await second.call('POST /api/workspaces/{id}/invitations', { params, body: invited })
    const revoked = { ...params, invitationId: invitation.id }
    await second.call('DELETE /api/workspaces/{id}/invitations/{invitationId}', { params: revoked })
    const member = { ...params, userId }
    await second.call('PATCH /api/workspaces/{id}/members/{userId}', { params: member, body: { role: 'viewer' } })
    await second.call('DELETE /api/workspaces/{id}/members/{userId}', { params: member })

    await second.connect('linkedin')
    await second.connect('mastodon')
    await second.connect('telegram')
    const account = (await second.call('GET /api/social-accounts', {})).find(({ platform }) => platform === 'linkedin')
    const ofAccount = { id: account?.id ?? '' }
    await second.call('PATCH /api/social-accounts/{id}', { params: ofAccount, body: { isActive: false } })
    await second.call('DELETE /api/social-accounts/{id}', { params: ofAccount })

    const { key } = await second.call('POST /api/keys', { body: { name: 'Our site', scopes: ['posts:read'] } })
    await second.call('DELETE /api/keys/{id}', { params: { id: key.id } })
    const hook = { url: 'https://hooks.example/secret-path', events: ['post.published' as const] }
    const { webhook } = await second.call('POST /api/webhooks', { body: hook })
    const ofHook = { id: webhook.id }
    await second.call('PATCH /api/webhooks/{id}', { params: ofHook, body: { url: 'https://other.example/path' } })
    await second.call('POST /api/webhooks/{id}/secret', { params: ofHook })
    await second.call('DELETE /api/webhooks/{id}', { params: ofHook })
    await second.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
    await second.call('DELETE /api/feeds/{kind}', { params: { kind: 'calendar' } })
    // Deleting a deleted feed adds no entry to the log.
    await second.call('DELETE /api/feeds/{kind}', { params: { kind: 'calendar' } })

    const report = { title: 'For the board', from: days(-7).slice(0, 10), to: days(0).slice(0, 10) }
    const { report: shared } = await second.call('POST /api/reports', { body: report })
    await second.call('DELETE /api/reports/{id}', { params: { id: shared.id } })
    await second.call('POST /api/report-logo', { form })
    await second.call('DELETE /api/report-logo', {})
    const { reviewLink } = await second.call('POST /api/review-links', { body: { from: days(0), to: days(7) } })
    await second.call('DELETE /api/review-links/{id}', { params: { id: reviewLink.id } })
  })

  expect(log.map(({ act, subject }) => [act, subject])).toEqual([
    ['renamed', 'Najd'],
    ['approval_changed', 'writers'],
    ['late_limit_changed', '30'],
    ['invited', 'sara@example.com'],
    ['invitation_revoked', 'sara@example.com'],
    ['role_changed', writer.user?.email],
    ['removed', writer.user?.email],
    ['account_connected', 'LinkedIn'],
    ['account_connected', 'Mastodon'],
    ['account_connected', 'Telegram'],
    ['account_changed', 'LinkedIn'],
    ['account_disconnected', 'LinkedIn'],
    ['key_created', 'Our site'],
    ['key_revoked', 'Our site'],
    ['webhook_created', 'hooks.example'],
    ['webhook_changed', 'other.example'],
    ['webhook_secret_renewed', 'other.example'],
    ['webhook_deleted', 'other.example'],
    ['feed_created', 'calendar'],
    ['feed_ended', 'calendar'],
    ['report_shared', 'For the board'],
    ['report_ended', 'For the board'],
    ['logo_changed', ''],
    ['logo_removed', ''],
    ['review_opened', ''],
    ['review_closed', ''],
  ])
  expect(new Set(log.map(({ act }) => act))).toEqual(new Set(Object.values(LOGGED).flat()))
  expect(new Set(log.map(({ actor }) => actor))).toEqual(new Set([nameOf(second)]))
  expect(log.every(({ at }) => Date.parse(at) >= now.getTime())).toBe(true)
})

test("logs that a member's API keys are revoked when the member is removed or changes the password", async () => {
  const { id, owner, members } = await makeTeam(frogy, 'owner', 'owner')
  const [leaving, changing] = members
  for (const member of members)
    await member.call('POST /api/keys', { body: { name: nameOf(member), scopes: ['posts:read'] } })
  const log = await logOf(owner, id, async () => {
    const params = { id, userId: leaving.user?.id ?? '' }
    await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
    const password = 'a lamp on the quay'
    const body = { currentPassword: changing.password, password, confirmPassword: password }
    await changing.call('POST /api/profile/password', { body })
  })
  expect(log.map(({ act, actor, subject }) => [act, actor, subject])).toEqual([
    ['key_revoked', nameOf(owner), nameOf(leaving)],
    ['removed', nameOf(owner), leaving.user?.email],
    ['key_revoked', nameOf(changing), nameOf(changing)],
  ])
})

test("writes nothing to a workspace's log about a member's own content", async () => {
  const { id, owner } = await makeTeam(frogy)
  const own = await frogy.visitor().signIn(owner.user?.email ?? '')
  const log = await logOf(owner, id, async () => {
    await own.connect('linkedin')
    const { key } = await own.call('POST /api/keys', { body: { name: 'Mine', scopes: ['posts:read'] } })
    await own.call('DELETE /api/keys/{id}', { params: { id: key.id } })
  })
  expect(log).toEqual([])
})
