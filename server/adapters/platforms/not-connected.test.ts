import { describe, expect, test } from 'vitest'
import { saidOnReturn, troubleOf, type Said } from './not-connected.ts'

const said = (more: Partial<Said>): Said => ({ error: '', code: 0, subcode: 0, status: 400, words: '', ...more })

/** Each as a vendor words it; their sources stand in docs/networks.md. */
describe('what a network says no with is told apart:', () => {
  test.each([
    ['redirect_mismatch', { error: 'invalid_redirect_uri', words: 'invalid_redirect_uri' }],
    ['redirect_mismatch', { code: 191, words: 'URL blocked' }],
    [
      'redirect_mismatch',
      {
        code: 100,
        subcode: 36008,
        words: 'Error validating verification code. Please make sure your redirect_uri is identical',
      },
    ],
    ['connection_expired', { code: 100, subcode: 36009, words: 'This authorization code has been used.' }],
    ['connection_expired', { error: 'invalid_request', words: 'Value passed for the authorization code was invalid.' }],
    ['connection_expired', { words: 'Matching code was not found or was already used' }],
    ['app_credentials', { code: 1, words: 'Error validating client secret.' }],
    ['app_credentials', { error: 'unauthorized_client', status: 401, words: 'Missing valid authorization header' }],
    ['app_credentials', { words: 'Invalid platform app' }],
    ['app_credentials', { code: 1_349_026, words: 'No application data was given' }],
    ['app_type', { words: 'Invalid Scopes: pages_show_list, pages_manage_posts' }],
    ['app_type', { code: 3, words: 'Application does not have the capability to make this API call' }],
    ['app_type', { status: 403, words: 'https://api.x.com/2/problems/client-forbidden client-not-enrolled' }],
    ['right_not_enabled', { words: 'Invalid Scopes: read_insights' }],
    ['right_not_enabled', { error: 'unauthorized_scope_error', words: 'unauthorized_scope_error' }],
    ['right_not_enabled', { code: 10, words: '(#10) Application does not have permission for this action' }],
    ['app_in_development', { words: 'Insufficient developer role' }],
    ['app_in_development', { code: 1_349_245, words: 'The user has not accepted the invite to test the app.' }],
    ['app_in_development', { words: 'Facebook Login is currently unavailable for this app' }],
    ['no_credits', { status: 402, words: 'CreditsDepleted' }],
    ['network_down', { status: 429, words: 'Too Many Requests' }],
    ['network_down', { error: 'temporarily_unavailable', words: 'temporarily_unavailable' }],
    ['connection_failed', { words: 'Something nobody has ever said' }],
  ] as const)('%s by %o', (trouble, what) => {
    expect(troubleOf(said(what))).toBe(trouble)
  })
})

test('a return without an error says nothing, and one with an error is kept short and on one line', () => {
  expect(saidOnReturn({ code: 'a', state: 'b' })).toBeUndefined()
  const words = saidOnReturn({ error: 'odd', error_description: `line\r\nline\u0000${'x'.repeat(9_000)}` })?.words ?? ''
  expect(words).toMatch(/^odd · line line x+$/)
  expect(words).toHaveLength(500)
})
