import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { api, type Api } from './api.ts'
import { methodAndPath, type Answer, type Endpoint, type PathParameter, type Request } from './endpoint.ts'
import { ERROR_STATUS } from './errors.ts'
import type { Post } from './posts/contract.ts'
import type { User } from './people/auth-contract.ts'

const CALLS = Object.entries(api as Record<string, Endpoint>)

test('splits the key of an API call into method and path', () => {
  expect(methodAndPath('PATCH /api/posts/{id}')).toEqual({ method: 'PATCH', path: '/api/posts/{id}' })
})

test.each(CALLS)('declares a valid path, summary, response and error codes for the API call %s', (key, endpoint) => {
  const { method, path } = methodAndPath(key)
  expect(path).toMatch(/^\/(api|media|feeds)(\/([a-z][a-z\d-]*(\.[a-z]+)?|\{[a-z]\w*\}))+$/)
  expect(endpoint.summary).toMatch(/^[A-Z].*\.$/s)
  expect(endpoint.body !== undefined && (method === 'GET' || method === 'DELETE')).toBe(false)
  const isFile = endpoint.fileTypes !== undefined
  // Calls with status 202 and Meta's `/deauthorize` callback may have a response body or none.
  const isFree = endpoint.status === 202 || key.endsWith('/deauthorize')
  if (!isFree) expect(endpoint.answer === null).toBe(endpoint.status === 204 || endpoint.status === 302 || isFile)
  for (const code of endpoint.errors ?? []) expect(Object.keys(ERROR_STATUS)).toContain(code)
})

test('checks the input and output of API calls at compile time', () => {
  expectTypeOf<PathParameter<'GET /api/posts'>>().toEqualTypeOf<never>()
  expectTypeOf<PathParameter<'GET /api/posts/{id}'>>().toEqualTypeOf<'id'>()
  expectTypeOf<PathParameter<'GET /a/{one}/b/{two}'>>().toEqualTypeOf<'one' | 'two'>()
  expectTypeOf<Answer<Api['GET /api/posts']>>().toEqualTypeOf<Post[]>()
  expectTypeOf<Answer<Api['POST /api/login']>>().toEqualTypeOf<User>()
  expectTypeOf<Answer<Api['DELETE /api/posts/{id}']>>().toEqualTypeOf<Post | undefined>()
  expectTypeOf<Answer<Api['DELETE /api/images/{id}']>>().toEqualTypeOf<undefined>()
})

// Each line after `@ts-expect-error` must not compile. The compiler reports a line that does.
type Ask<Key extends keyof Api> = Request<Api[Key], Key>
const id = '11111111-1111-4111-8111-111111111111'

export const taken = [
  { params: { id }, body: { content: 'Hello' } } satisfies Ask<'PATCH /api/posts/{id}'>,
  { query: { status: 'scheduled', limit: 10 } } satisfies Ask<'GET /api/posts'>,
  {
    body: { platform: 'threads', content: 'x', status: 'published', hashtags: 'a, b' },
  } satisfies Ask<'POST /api/posts'>,
  {
    body: { platform: 'threads', content: 'x', status: 'published', hashtags: ['a'] },
  } satisfies Ask<'POST /api/posts'>,
]

export const refused = [
  // @ts-expect-error the id is missing
  { body: { content: 'Hello' } } satisfies Ask<'PATCH /api/posts/{id}'>,
  // @ts-expect-error a name that the path does not have
  { params: { post: id }, body: {} } satisfies Ask<'PATCH /api/posts/{id}'>,
  // @ts-expect-error Frogy has no such network
  { body: { platform: 'myspace', content: 'x', status: 'published' } } satisfies Ask<'POST /api/posts'>,
  // @ts-expect-error a client cannot make a post failed
  { body: { platform: 'threads', content: 'x', status: 'failed' } } satisfies Ask<'POST /api/posts'>,
  // @ts-expect-error the network is missing
  { body: { content: 'x', status: 'published' } } satisfies Ask<'POST /api/posts'>,
  // @ts-expect-error a filter that the list does not have
  { query: { sort: 'oldest' } } satisfies Ask<'GET /api/posts'>,
]

export const refusedEndpoints = [
  // @ts-expect-error an unknown error code
  { summary: 'x', access: 'public', answer: null, errors: ['no_such_code'] } satisfies Endpoint,
  // @ts-expect-error an unknown role
  { summary: 'x', access: 'everybody', answer: null } satisfies Endpoint,
]

test('distinguishes request and response types: only requests accept hashtags as one text', () => {
  expectTypeOf<z.input<Api['POST /api/posts']['body']>['hashtags']>().toEqualTypeOf<
    string | string[] | null | undefined
  >()
  expectTypeOf<z.output<Api['POST /api/posts']['body']>['hashtags']>().toEqualTypeOf<string[] | null | undefined>()
})
