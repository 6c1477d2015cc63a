import { describe, expect, test } from 'vitest'
import { dpopSigners } from '../dpop.ts'
import { readFailure } from './failures.ts'
import { facetsOf, findMentions, firstKey, isHandle, newKey } from './record.ts'
import { serverAddress, serversOf } from './servers.ts'

const NADIA = 'did:plc:nadia234567abcdef234567a'
const DIDS = new Map([['nadia.example.org', NADIA]])

/** The marked parts of a Bluesky text: their UTF-8 bytes as text, and their kind (link, mention or hashtag). */
function marked(text: string, dids: ReadonlyMap<string, string> = DIDS) {
  const bytes = Buffer.from(text)
  return facetsOf(text, dids).map(({ index, features: [feature] }) => {
    const { $type = '', ...values } = feature ?? {}
    const part = bytes.subarray(index.byteStart, index.byteEnd).toString()
    return [part, $type.split('#')[1], ...Object.values(values)]
  })
}

describe('facets', () => {
  test('marks links, hashtags and mentions of a Bluesky post by their UTF-8 byte offsets', () => {
    expect(marked('مرحبا @Nadia.example.org 👨‍👩‍👧 #سلاسل_الإمداد https://example.com/a?b=1 #x')).toEqual([
      ['@Nadia.example.org', 'mention', NADIA],
      ['#سلاسل_الإمداد', 'tag', 'سلاسل_الإمداد'],
      ['https://example.com/a?b=1', 'link', 'https://example.com/a?b=1'],
      ['#x', 'tag', 'x'],
    ])
  })

  test('adds the scheme to the target of a link on Bluesky, and keeps the text as written', () => {
    expect(marked('Read example.com/x.')).toEqual([['example.com/x', 'link', 'https://example.com/x']])
  })

  test('marks no unresolved handle, email address or path with @ as a mention on Bluesky', () => {
    expect(marked('@ghost.example.org me@example.org', new Map())).toEqual([])
    expect(marked('https://example.com/@nadia.example.org')).toEqual([
      ['https://example.com/@nadia.example.org', 'link', 'https://example.com/@nadia.example.org'],
    ])
  })

  test('does not mark a hashtag that is longer than Bluesky shows', () => {
    expect(marked(`#${'a'.repeat(65)} #${'b'.repeat(64)}`)).toEqual([[`#${'b'.repeat(64)}`, 'tag', 'b'.repeat(64)]])
  })

  test('finds the links, hashtags and mentions of hostile texts in linear time', () => {
    for (const piece of ['@a.', '@a-', '#a#', 'a.a', '@', '.@a.b'])
      expect(facetsOf(piece.repeat(30_000), new Map()).length).toBeGreaterThanOrEqual(0)
  })
})

test('recognizes a mention on Bluesky only if its handle is a domain name', () => {
  expect(findMentions('@nadia.example.org, @nadia and .@b-c.example').map(({ handle }) => handle)).toEqual([
    'nadia.example.org',
  ])
  expect(isHandle('nadia.example.org')).toBe(true)
  for (const wrong of ['nadia', '-a.example', 'a.1', 'a..b', `${'a'.repeat(64)}.example`, 'a b.example'])
    expect([wrong, isHandle(wrong)]).toEqual([wrong, false])
})

test('makes Bluesky record keys that sort by time', () => {
  const [early, late] = [new Date('2026-11-29T06:00:00Z'), new Date('2026-11-29T06:00:01Z')]
  expect(newKey(early)).toMatch(/^[2-7a-j][2-7a-z]{12}$/)
  expect(newKey(early) < newKey(late)).toBe(true)
  expect(firstKey(late) <= newKey(late)).toBe(true)
  expect(new Set(Array.from({ length: 1_000 }, () => newKey(early))).size).toBeGreaterThan(990)
})

describe('failures', () => {
  const now = new Date('2026-11-29T06:00:00Z')
  const read = (status: number, error: string, message = '', headers = {}) =>
    readFailure({ status, json: { error, message }, headers: new Headers(headers) }, now)

  test.each([
    [400, 'ExpiredToken', 'reconnect'],
    [400, 'InvalidToken', 'reconnect'],
    [401, 'AuthMissing', 'reconnect'],
    [401, 'AccountTakedown', 'account_restricted'],
    [400, 'AccountSuspended', 'account_restricted'],
    [413, 'PayloadTooLarge', 'media'],
    [400, 'BlobTooLarge', 'media'],
    [401, '', 'other'],
  ])('maps a Bluesky error response with the status %i by its error name "%s"', (status, error, expected) => {
    const failure = read(status, error)
    expect(failure.kind === 'refused' ? failure.reason : failure.kind).toBe(expected)
  })

  test('finds the invalid part of a Bluesky record in the error message', () => {
    const invalid = (message: string) => read(400, 'InvalidRequest', `Invalid app.bsky.feed.post record: ${message}`)
    expect(invalid('grapheme too big (maximum 300, got 301) at $.record.text')).toMatchObject({ reason: 'text' })
    expect(invalid('blob too big (maximum 1000000, got 2295766)')).toMatchObject({ reason: 'media' })
    expect(invalid('Expected "image/*"')).toMatchObject({ reason: 'media' })
  })

  test("waits until Bluesky's rate limit resets, but at most a day", () => {
    const at = (reset: number) => read(429, 'RateLimitExceeded', '', { 'ratelimit-reset': String(reset) })
    expect(at(now.getTime() / 1_000 + 90)).toMatchObject({ until: new Date('2026-11-29T06:01:30Z') })
    expect(at(now.getTime() / 1_000 + 9e9)).toMatchObject({ until: new Date('2026-11-30T06:00:00Z') })
    expect(read(429, 'RateLimitExceeded')).toMatchObject({ until: new Date('2026-11-29T06:05:00Z') })
  })
})

describe('servers', () => {
  test('accepts only public https addresses as Bluesky servers', () => {
    expect(serverAddress('pds.example.org')).toBe('https://pds.example.org')
    expect(serverAddress('https://pds.example.org/')).toBe('https://pds.example.org')
    for (const wrong of [
      'http://pds.example.org',
      'localhost',
      'https://pds.internal',
      'https://a:b@pds.example.org',
      'pds.example.org:2583',
      'https://pds.example.org/x',
      'ftp://pds.example.org',
      'not an address',
    ])
      expect([wrong, serverAddress(wrong)]).toEqual([wrong, undefined])
  })

  test("distrusts a Bluesky server that only the user has named, and trusts Bluesky's own servers and the operator's server", () => {
    const servers = serversOf(
      { baseUrl: undefined, server: 'http://127.0.0.1:2583' },
      dpopSigners(() => new Date()),
    )
    const isGuarded = (server: string) => servers.call(server, 'com.atproto.server.getSession').isForeign ?? false
    expect(isGuarded('https://pds.example.org')).toBe(true)
    expect(isGuarded('https://bsky.social.example.org')).toBe(true)
    expect(isGuarded('http://bsky.social')).toBe(true)
    expect(isGuarded('https://morel.us-east.host.bsky.network')).toBe(false)
    expect(isGuarded('http://127.0.0.1:2583')).toBe(false)
    expect(isGuarded('http://127.0.0.1:2584')).toBe(true)
  })
})
