import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { SCOPES, type Scope } from '#core/programs/scopes.ts'
import { leastRole } from '#core/workspaces/access.ts'
import { includesRole, ROLES, type Role } from '#core/workspaces/role.ts'
import { formOf, plainRequest } from '#tests/support/arbitrary-requests.ts'
import type { CallsDocument } from '#tests/support/openapi-samples.ts'
import type { Person } from '#tests/support/person.ts'
import { responseChecker } from '#tests/support/response-schema-faults.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// These tests make every call of the API contract in a workspace: as each role, as a stranger and as a removed member.
// API keys of members repeat the calls that programs may make. A new call must be listed in `core/workspaces/access.ts`
// or in this file. Every response must be documented.

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
  'GET /media/profile/{id}',
  'PATCH /api/push',
  'PATCH /api/user',
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
]

/** The minimum role for each call that names a workspace in its own path. `requireRole` checks the user's role. */
const LEAST_ROLE_BY_ID: Record<string, Role> = {
  'GET /api/workspaces/{id}': 'viewer',
  'GET /api/workspaces/{id}/events': 'owner',
  'PATCH /api/workspaces/{id}': 'owner',
  'DELETE /api/workspaces/{id}': 'owner',
  'PATCH /api/workspaces/{id}/members/{userId}': 'owner',
  'DELETE /api/workspaces/{id}/members/{userId}': 'owner',
  'POST /api/workspaces/{id}/invitations': 'owner',
  'DELETE /api/workspaces/{id}/invitations/{invitationId}': 'owner',
}
const BY_ID = Object.keys(LEAST_ROLE_BY_ID)

const NAME = 'Najd Logistics'
const ENDPOINTS = new Map(Object.entries(api as Record<string, Endpoint>))
const KEYS = [...ENDPOINTS].flatMap(([key, { access }]) => (access === 'user' ? [key] : []))
const NOT_PUBLIC = [...ENDPOINTS].filter(([, { access }]) => access !== 'public')
const CONTENT = KEYS.filter((key) => leastRole(key))
const FOR_PROGRAMS = CONTENT.filter((key) => ENDPOINTS.get(key)?.scope)
/** How many calls the test makes with one API key: fewer than a key may make in a minute. */
const CALLS_A_KEY = 100

let frogy: Frogy
let document: CallsDocument
let id: string
let faultsOf: ReturnType<typeof responseChecker>
const people = new Map<Role | 'stranger' | 'removed', Person>()
/** API keys with all scopes, by the current role of the owner who created them. */
const tokens = new Map<Role | 'removed', string>()
let makeKey: (creator: Person, scopes: readonly Scope[]) => Promise<string>

beforeAll(async () => {
  frogy = await startFrogy()
  const owner = await frogy.person()
  document = (await (await owner.fetch('/api/openapi.json')).json()) as CallsDocument
  faultsOf = responseChecker(document)
  ;({ id } = await owner.call('POST /api/workspaces', { body: { name: NAME } }))
  people.set('owner', owner)
  const join = async (role: Role) => {
    const body = { email: null, role }
    const { link } = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
    const token = new URL(link).searchParams.get('token') ?? ''
    const member = await frogy.person()
    await member.call('POST /api/workspace-invitations/accept', { body: { token } })
    return member
  }
  makeKey = async (creator, scopes) => {
    const body = { name: 'A program', scopes: [...scopes] }
    const { url } = creator
    const { token } = await creator.movedTo(`${frogy.url}/w/${id}`).call('POST /api/keys', { body })
    creator.movedTo(url)
    return token
  }
  for (const role of ROLES.slice(1)) people.set(role, await join(role))
  for (const role of ROLES) {
    const creator = await join('owner')
    tokens.set(role, await makeKey(creator, SCOPES))
    const params = { id, userId: creator.user?.id ?? '' }
    await owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role } })
  }
  const removed = await join('owner')
  tokens.set('removed', await makeKey(removed, SCOPES))
  const params = { id, userId: removed.user?.id ?? '' }
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  people.set('removed', removed)
  people.set('stranger', await frogy.person())
  for (const person of people.values()) person.movedTo(`${frogy.url}/w/${id}`)
})
afterAll(() => frogy[Symbol.asyncDispose]())

test('classifies each call for signed-in users as about workspace content, a workspace or only the user', () => {
  expect(KEYS.filter((key) => !leastRole(key)).toSorted()).toEqual([...BY_ID, ...PERSONAL].toSorted())
})

describe.each(['stranger', 'removed'] as const)('a user who is not a member (%s)', (who) => {
  test.each(KEYS)('hides a workspace from a user who is not a member (call: %s)', async (key) => {
    expect(await send(key, who)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test.each(BY_ID)('hides a workspace from a user who is not a member and sends its id (call: %s)', async (key) => {
    expect(await send(key, who, { isById: true })).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe.each(ROLES)('a member with the role %s', (role) => {
  test.each(CONTENT)("allows a member only the calls of the member's role (call: %s)", async (key) => {
    expect(outcomeOf(role, key, await send(key, role))).toEqual(expectedOf(role, key))
  })

  test.each(FOR_PROGRAMS)("allows an API key only the calls of its creator's role (call: %s)", async (key) => {
    const reply = await send(key, 'stranger', { token: tokens.get(role) })
    expect(outcomeOf(role, key, reply)).toEqual(expectedOf(role, key))
  })

  test.each(BY_ID)(
    "restricts a member to the calls about a workspace that the member's role allows (call: %s)",
    async (key) => {
      const { status, code } = await send(key, role, { isById: true })
      const isRefused = !includesRole(role, LEAST_ROLE_BY_ID[key] ?? 'owner')
      expect({ isRefused: code === 'forbidden', isFault: status >= 500 }).toEqual({ isRefused, isFault: false })
    },
  )
})

describe.each(SCOPES)("an owner's API key with the scope %s", (scope) => {
  test("allows an owner's API key only the calls of its scope", async () => {
    // With some values in its input, a call needs another scope too. The file `keys.test.ts` tests these calls.
    const calls = NOT_PUBLIC.filter(([, endpoint]) => endpoint.scope !== scope || !endpoint.alsoNeeds)
    const faults: unknown[] = []
    let token = ''
    for (const [index, [key, endpoint]] of calls.entries()) {
      const owner = people.get('owner')
      if (owner && index % CALLS_A_KEY === 0) token = await makeKey(owner, [scope])
      const { code = '' } = await send(key, 'stranger', { token })
      const isRefused = code.startsWith('key_') || (endpoint.isHidden && code === 'not_found')
      const [outcome, expected] = [isRefused ? code : 'allowed', outcomeFor(endpoint, scope)]
      if (outcome !== expected) faults.push({ key, outcome, expected })
    }
    expect(faults).toEqual([])
  })
})

describe('an API key of a removed member', () => {
  test.each(FOR_PROGRAMS)('rejects the API key of a removed member (call: %s)', async (key) => {
    expect(await send(key, 'stranger', { token: tokens.get('removed') })).toMatchObject({
      status: 401,
      code: 'key_refused',
    })
  })
})

function outcomeFor({ scope: needed, isHidden }: Endpoint, scope: Scope): string {
  if (needed && needed !== scope) return 'key_lacks_scope'
  // A call with `isHidden` responds in the same way to a missing item and to a missing right.
  if (isHidden) return 'not_found'
  return needed ? 'allowed' : 'key_not_allowed'
}

const isAllowed = (role: Role, key: string) => includesRole(role, leastRole(key) ?? 'owner')

const expectedOf = (role: Role, key: string) => ({ isRefused: !isAllowed(role, key), isFault: false })

function outcomeOf(role: Role, key: string, { status, code }: Reply): ReturnType<typeof expectedOf> {
  // Frogy refuses the sample post from a writer, because the post has a scheduled time. Writers may make this call
  // otherwise.
  const isTimed = isAllowed(role, key) && role === 'writer' && key === 'POST /api/posts'
  return { isRefused: code === 'forbidden' && !isTimed, isFault: status >= 500 && status !== 503 }
}

interface Reply {
  status: number
  code?: string
}

/**
 * @param token an API key, which replaces the session
 * @param isById whether the call names the workspace in its own path, without `/w/<id>` before it
 */
async function send(
  key: string,
  who: Role | 'stranger' | 'removed',
  { token, isById = false }: { token?: string | undefined; isById?: boolean } = {},
): Promise<Reply> {
  const { method, path } = methodAndPath(key)
  const operation = document.paths[path]?.[method.toLowerCase()]
  const person = people.get(who)
  if (!operation || !person) throw new Error(`${key} is not described`)
  // Deleting a workspace requires its name. Send another one, so that the owner's call deletes nothing.
  const name = method === 'DELETE' ? 'Another name' : NAME
  const known = isById ? { '{id}': [id], name: [name], email: [null] } : {}
  const { path: filled, headers: plain, body, form } = plainRequest({ method, path, operation }, known)
  const headers = { ...plain, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await person.fetch(isById ? frogy.url + filled : filled, {
    method,
    headers,
    body: form ? formOf(form) : body,
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), body: text }
  expect(faultsOf(operation, answer)).toEqual([])
  return { status: response.status, ...(isJson && text && { code: (JSON.parse(text) as Partial<ErrorBody>).code }) }
}
