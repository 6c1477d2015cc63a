import { describe, expect, test } from 'vitest'
import { errorOnReturn, troubleOf, type VendorError } from './connection-error.ts'

const vendorError = (more: Partial<VendorError>): VendorError => ({
  error: '',
  code: 0,
  subcode: 0,
  status: 400,
  message: '',
  ...more,
})

/** The messages are the vendors' own. docs/networks.md lists the sources. */
describe('classification of network errors', () => {
  test.each([
    ['redirect_mismatch', { error: 'invalid_redirect_uri', message: 'invalid_redirect_uri' }],
    ['redirect_mismatch', { code: 191, message: 'URL blocked' }],
    [
      'redirect_mismatch',
      {
        code: 100,
        subcode: 36008,
        message: 'Error validating verification code. Please make sure your redirect_uri is identical',
      },
    ],
    ['connection_expired', { code: 100, subcode: 36009, message: 'This authorization code has been used.' }],
    [
      'connection_expired',
      { error: 'invalid_request', message: 'Value passed for the authorization code was invalid.' },
    ],
    [
      'connection_expired',
      {
        error: 'invalid_request',
        message:
          'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
      },
    ],
    ['connection_expired', { message: 'Matching code was not found or was already used' }],
    ['app_credentials', { code: 1, message: 'Error validating client secret.' }],
    ['app_credentials', { error: 'unauthorized_client', status: 401, message: 'Missing valid authorization header' }],
    ['app_credentials', { message: 'Invalid platform app' }],
    ['app_credentials', { code: 1_349_026, message: 'No application data was given' }],
    ['app_type', { message: 'Invalid Scopes: pages_show_list, pages_manage_posts' }],
    ['app_type', { code: 3, message: 'Application does not have the capability to make this API call' }],
    ['app_type', { status: 403, message: 'https://api.x.com/2/problems/client-forbidden client-not-enrolled' }],
    ['right_not_enabled', { message: 'Invalid Scopes: read_insights' }],
    ['right_not_enabled', { error: 'unauthorized_scope_error', message: 'unauthorized_scope_error' }],
    ['right_not_enabled', { code: 10, message: '(#10) Application does not have permission for this action' }],
    ['app_in_development', { message: 'Insufficient developer role' }],
    ['app_in_development', { code: 1_349_245, message: 'The user has not accepted the invite to test the app.' }],
    ['app_in_development', { message: 'Facebook Login is currently unavailable for this app' }],
    ['no_credits', { status: 402, message: 'CreditsDepleted' }],
    ['network_down', { status: 429, message: 'Too Many Requests' }],
    ['network_down', { error: 'temporarily_unavailable', message: 'temporarily_unavailable' }],
    ['connection_failed', { message: 'Something nobody has ever said' }],
  ] as const)('reports the error code %s for the network error %o', (trouble, what) => {
    expect(troubleOf(vendorError(what))).toBe(trouble)
  })
})

test('finds no error when a network returns the user with a code, and shortens an error message to one line', () => {
  expect(errorOnReturn({ code: 'a', state: 'b' })).toBeUndefined()
  const message =
    errorOnReturn({ error: 'odd', error_description: `line\r\nline\u0000${'x'.repeat(9_000)}` })?.message ?? ''
  expect(message).toMatch(/^odd · line line x+$/)
  expect(message).toHaveLength(500)
})
