import { expect, test } from 'vitest'
import { readFailure } from './failures.ts'

const now = new Date('2026-11-22T10:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

function read(status: number, json: unknown, headers: Record<string, string> = {}) {
  return readFailure({ status, json, headers: new Headers(headers) }, now)
}
const forbidden = (detail: string, type = 'about:blank', more: object = {}) =>
  read(403, { title: 'Forbidden', detail, type, status: 403, ...more })
const problem = (name: string) => `https://api.twitter.com/2/problems/${name}`

test.each([
  ['You are not allowed to create a Tweet with duplicate content.', undefined, 'duplicate'],
  ['Forbidden', undefined, 'permission'],
  ['You are not permitted to perform this action.', undefined, 'policy'],
  ['You can reply only where the author mentioned or quoted you.', problem('not-authorized-for-resource'), 'policy'],
  ['Your account is suspended and is not permitted to access this feature.', undefined, 'account_restricted'],
  ['To protect our users, this account is temporarily locked. Please log in.', undefined, 'account_restricted'],
  [
    'Your client app is not configured with the appropriate permissions.',
    problem('oauth1-permissions'),
    'configuration',
  ],
  [
    'Supported authentication types are [OAuth 2.0 User Context].',
    problem('unsupported-authentication'),
    'configuration',
  ],
  ['This user is not allowed to post a video longer than 2 minutes.', undefined, 'media'],
  ['Posts are limited to 1 cashtag.', undefined, 'text'],
  ['The url in this post is invalid.', undefined, 'text'],
  ['You can mention only those who mentioned you.', undefined, 'text'],
  ['Something that nobody has met yet.', undefined, 'other'],
])('maps a refusal by X to a reason: “%s”', (detail, type, reason) => {
  expect(forbidden(detail, type)).toMatchObject({ kind: 'refused', reason, detail })
})

test('reports an app that is not enrolled at X or has not paid, with a reason for the administrator', () => {
  const enrol = { reason: 'client-not-enrolled', required_enrollment: 'Appropriate Level of API Access' }
  expect(forbidden('Attach the app to a project.', problem('client-forbidden'), enrol)).toMatchObject({
    reason: 'configuration',
  })
  expect(read(402, { title: 'CreditsDepleted' })).toMatchObject({ reason: 'billing' })
  for (const status of [403, 429]) {
    expect(read(status, { title: 'UsageCapExceeded', type: problem('usage-capped'), period: 'Monthly' })).toMatchObject(
      {
        reason: 'billing',
      },
    )
  }
})

test.each([
  [64, 'account_restricted'],
  [326, 'account_restricted'],
  [185, 'daily_limit'],
  [186, 'text'],
  [187, 'duplicate'],
  [226, 'policy'],
])("maps X's old error number %i to a reason", (code, reason) => {
  expect(read(403, { errors: [{ code, message: 'Words' }] })).toMatchObject({ reason, detail: 'Words' })
})

test("decides from X's parameter name whether an invalid request concerns the text or the picture", () => {
  const invalid = (message: string, parameters: object) => read(400, { errors: [{ message, parameters }] })
  expect(invalid('Your media IDs are invalid.', { 'media.media_ids': ['1'] })).toMatchObject({ reason: 'media' })
  expect(invalid('[text] is too long.', { text: ['All media are free'] })).toMatchObject({ reason: 'text' })
  expect(invalid('[made_up] is not one of the allowed members.', { made_up: [] })).toMatchObject({ reason: 'other' })
  const upload = { status: 400, headers: new Headers(), json: { title: 'Invalid Request', detail: 'Not valid.' } }
  expect(readFailure(upload, now, 'media')).toMatchObject({ reason: 'media' })
})

test("waits until X's rate-limit window resets, or until a later Retry-After (seconds or date)", () => {
  const until = (headers: Record<string, string>) => read(429, { title: 'Too Many Requests' }, headers)
  const reset = (seconds: number) => ({ 'x-rate-limit-reset': String(inSeconds(seconds).getTime() / 1000) })
  expect(until({ ...reset(60), 'retry-after': '1800' })).toMatchObject({ until: inSeconds(1_800) })
  expect(until({ ...reset(600), 'retry-after': '30' })).toMatchObject({ until: inSeconds(600) })
  expect(until({ 'retry-after': inSeconds(120).toUTCString() })).toMatchObject({ until: inSeconds(120) })
  expect(until({ ...reset(60), 'retry-after': 'soon' })).toMatchObject({ until: inSeconds(60) })
  expect(until({})).toMatchObject({ until: inSeconds(900), isDaily: false })
  const day = {
    'x-user-limit-24hour-remaining': '0',
    'x-user-limit-24hour-reset': String(now.getTime() / 1000 + 7_200),
  }
  expect(until({ ...day, ...reset(60), 'retry-after': '60' })).toMatchObject({ until: inSeconds(7_200), isDaily: true })
})
