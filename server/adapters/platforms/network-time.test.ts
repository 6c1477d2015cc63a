import { expect, test } from 'vitest'
import { openSimulator } from '#simulator/open-simulator.ts'
import { networkTime } from './network-time.ts'
import { dateOf } from './response-date.ts'

const HOUR_MS = 3_600_000

const at = (baseUrl: string, simulated = false) => ({ baseUrl, simulated })

test("reads the time from the networks and not from this machine's clock", async () => {
  const noon = Date.UTC(2026, 5, 1, 12)
  await using networks = await openSimulator({ port: 0, now: () => noon })
  // A network that does not respond must not delay the response of another one.
  const ask = networkTime({ linkedin: at('http://127.0.0.1:9'), threads: at(`${networks.url}/threads`) })
  expect(await ask?.()).toEqual(new Date(noon + 500))
})

test('returns no time if no network answers, and ignores simulated networks', async () => {
  expect(await networkTime({ twitter: at('http://127.0.0.1:9') })?.()).toBeUndefined()
  expect(networkTime({ twitter: at('http://127.0.0.1:9', true) })).toBeUndefined()
  expect(networkTime({})).toBeUndefined()
})

test('adds the age of a cached response to its time, and reads no time from a response without a date', () => {
  const date = 'Mon, 01 Jun 2026 12:00:00 GMT'
  expect(dateOf(new Headers({ date, age: '3600' }))?.getTime()).toBe(Date.parse(date) + HOUR_MS + 500)
  for (const headers of [new Headers(), new Headers({ date: 'yesterday' }), new Headers({ date, age: 'old' })])
    expect(dateOf(headers)).toBeUndefined()
})
