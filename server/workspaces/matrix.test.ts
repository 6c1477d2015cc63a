import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { SCOPES } from '#core/programs/scopes.ts'
import { leastRole } from '#core/workspaces/access.ts'
import { includesRole, ROLES, type Role } from '#core/workspaces/role.ts'
import { formOf, plainRequest } from '#tests/support/arbitrary-requests.ts'
import type { CallsDocument } from '#tests/support/openapi-samples.ts'
import type { Person } from '#tests/support/person.ts'
import { responseChecker } from '#tests/support/response-schema-faults.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Makes every call of the contract in a workspace: as each role, as a stranger, and as a removed member. API keys whose
// creators now have these roles make them too. A new call must be listed either in `core/workspaces/access.ts` or here.
// Every response must be documented.

/** Calls that concern the user, even if their URL names a workspace. */
const PERSONAL = [
  'DELETE /api/oauth/requests/{id}',
  'DELETE /api/passkeys/{id}',
  'DELETE /api/profile',
  'DELETE /api/profile/email',
  'DELETE /api/profile/picture',
  'DELETE /api/push',
  'DELETE /api/sessions',
  'DELETE /api/sessions/{id}',
  'DELETE /api/two-factor',
  'DELETE /api/workspaces/{id}',
  'DELETE /api/workspaces/{id}/invitations/{invitationId}',
  'DELETE /api/workspaces/{id}/members/{userId}',
  'GET /api/export',
  'GET /api/export/{id}/file',
  'GET /api/oauth/requests/{id}',
  'GET /api/passkeys',
  'GET /api/profile',
  'GET /api/push',
  'GET /api/sessions',
  'GET /api/social-accounts/{platform}/callback',
  'GET /api/two-factor',
  'GET /api/user',
  'GET /api/workspaces',
  'GET /api/workspaces/{id}',
  'GET /api/workspaces/{id}/events',
  'GET /media/profile/{id}',
  'PATCH /api/push',
  'PATCH /api/user',
  'PATCH /api/workspaces/{id}',
  'PATCH /api/workspaces/{id}/members/{userId}',
  'POST /api/confirm-email/resend',
  'POST /api/export',
  'POST /api/oauth/requests/{id}',
  'POST /api/passkeys',
  'POST /api/passkeys/options',
  'POST /api/profile/email',
  'POST /api/profile/password',
  'POST /api/profile/picture',
  'POST /api/profile/verify-password',
  'POST /api/push',
  'POST /api/two-factor',
  'POST /api/two-factor/confirm',
  'POST /api/two-factor/recovery-codes',
  'POST /api/workspace-invitations/accept',
  'POST /api/workspace-invitations/read',
  'POST /api/workspaces',
  'POST /api/workspaces/{id}/invitations',
]

const KEYS = Object.entries(api as Record<string, Endpoint>).flatMap(([key, { access }]) =>
  access === 'user' ? [key] : [],
)
const CONTENT = KEYS.filter((key) => leastRole(key))
const FOR_PROGRAMS = CONTENT.filter((key) => (api as Record<string, Endpoint>)[key]?.scope)

let frogy: Frogy
let document: CallsDocument
let id: string
let faultsOf: ReturnType<typeof responseChecker>
const people = new Map<Role | 'stranger' | 'removed', Person>()
/** API keys with all scopes, by the current role of the owner who created them. */
const tokens = new Map<Role | 'removed', string>()

beforeAll(async () => {
  frogy = await startFrogy()
  const owner = await frogy.person()
  document = (await (await owner.fetch('/api/openapi.json')).json()) as CallsDocument
  faultsOf = responseChecker(document)
  ;({ id } = await owner.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } }))
  people.set('owner', owner)
  const join = async (role: Role) => {
    const body = { email: null, role }
    const { link } = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
    const token = new URL(link).searchParams.get('token') ?? ''
    const member = await frogy.person()
    await member.call('POST /api/workspace-invitations/accept', { body: { token } })
    return member
  }
  const makeKey = async (creator: Person) => {
    const body = { name: 'A program', scopes: [...SCOPES] }
    const { token } = await creator.movedTo(`${frogy.url}/w/${id}`).call('POST /api/keys', { body })
    creator.movedTo(frogy.url)
    return token
  }
  for (const role of ROLES.slice(1)) people.set(role, await join(role))
  for (const role of ROLES) {
    const creator = await join('owner')
    tokens.set(role, await makeKey(creator))
    const params = { id, userId: creator.user?.id ?? '' }
    await owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role } })
  }
  const removed = await join('owner')
  tokens.set('removed', await makeKey(removed))
  const params = { id, userId: removed.user?.id ?? '' }
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  people.set('removed', removed)
  people.set('stranger', await frogy.person())
  for (const person of people.values()) person.movedTo(`${frogy.url}/w/${id}`)
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('lists each call for signed-in users as content of a workspace or as personal', () => {
  expect(KEYS.filter((key) => !leastRole(key)).toSorted()).toEqual(PERSONAL.toSorted())
})

describe.each(['stranger', 'removed'] as const)('a user who is not a member (%s)', (who) => {
  test.each(KEYS)('finds no workspace: %s', async (key) => {
    expect(await send(key, who)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe.each(ROLES)('a member with the role %s', (role) => {
  test.each(CONTENT)('allows a member only the calls of the role: %s', async (key) => {
    expect(outcomeOf(role, key, await send(key, role))).toEqual(expectedOf(role, key))
  })

  test.each(FOR_PROGRAMS)("allows an API key only the calls of its creator's role: %s", async (key) => {
    const reply = await send(key, 'stranger', tokens.get(role))
    expect(outcomeOf(role, key, reply)).toEqual(expectedOf(role, key))
  })
})

describe('an API key of a removed member', () => {
  test.each(FOR_PROGRAMS)('is rejected: %s', async (key) => {
    expect(await send(key, 'stranger', tokens.get('removed'))).toMatchObject({ status: 401, code: 'key_refused' })
  })
})

const isAllowed = (role: Role, key: string) => includesRole(role, leastRole(key) ?? 'owner')

const expectedOf = (role: Role, key: string) => ({ isRefused: !isAllowed(role, key), isFault: false })

function outcomeOf(role: Role, key: string, { status, code }: Reply): ReturnType<typeof expectedOf> {
  // A writer's sample post has a time, which writers may not set.
  const isTimed = isAllowed(role, key) && role === 'writer' && key === 'POST /api/posts'
  return { isRefused: code === 'forbidden' && !isTimed, isFault: status >= 500 && status !== 503 }
}

interface Reply {
  status: number
  code?: string
}

/** @param token an API key, which replaces the session */
async function send(key: string, who: Role | 'stranger' | 'removed', token?: string): Promise<Reply> {
  const { method, path } = methodAndPath(key)
  const operation = document.paths[path]?.[method.toLowerCase()]
  const person = people.get(who)
  if (!operation || !person) throw new Error(`${key} is not described`)
  const { path: filled, headers: plain, body, form } = plainRequest({ method, path, operation }, {})
  const headers = { ...plain, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await person.fetch(filled, { method, headers, body: form ? formOf(form) : body })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: text }
  expect(faultsOf(operation, answer)).toEqual([])
  return { status: response.status, ...(isJson && text && { code: (JSON.parse(text) as Partial<ErrorBody>).code }) }
}
