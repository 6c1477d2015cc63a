import { expect, test } from 'vitest'
import { openSimulator } from '#simulator/open-simulator.ts'
import { networkTime, shownBy } from './network-time.ts'

const HOUR_MS = 3_600_000

const at = (baseUrl: string, simulated = false) => ({ baseUrl, simulated })

test('the networks say what time it is, whatever this machine shows', async () => {
  const noon = Date.UTC(2026, 5, 1, 12)
  await using networks = await openSimulator({ port: 0, now: () => noon })
  // One that does not answer holds up nobody.
  const ask = networkTime({ linkedin: at('http://127.0.0.1:9'), threads: at(`${networks.url}/threads`) })
  expect(await ask?.()).toEqual(new Date(noon + 500))
})

test('where none of them answers the time is not known, and simulated ones are not asked', async () => {
  expect(await networkTime({ twitter: at('http://127.0.0.1:9') })?.()).toBeUndefined()
  expect(networkTime({ twitter: at('http://127.0.0.1:9', true) })).toBeUndefined()
  expect(networkTime({})).toBeUndefined()
})

test('an answer from somebody’s cache is as old as it says, and one without a time says none', () => {
  const date = 'Mon, 01 Jun 2026 12:00:00 GMT'
  expect(shownBy(new Headers({ date, age: '3600' }))?.getTime()).toBe(Date.parse(date) + HOUR_MS + 500)
  for (const headers of [new Headers(), new Headers({ date: 'yesterday' }), new Headers({ date, age: 'old' })])
    expect(shownBy(headers)).toBeUndefined()
})
