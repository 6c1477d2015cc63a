import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { openFaultyTokenEndpoints, type FaultyTokenEndpoints } from '#tests/support/faulty-token-endpoints.ts'
import { openPausingProxy } from '#tests/support/pausing-proxy.ts'
import { installation, type Installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The lifetime of Threads' and Instagram's tokens; Frogy treats it as a minute shorter. */
const LIFE_MS = 60 * DAY_MS - MINUTE_MS

const later = (place: Pick<Installation, 'clock'>, ms: number) => new Date(place.clock.now().getTime() + ms)
const isRenewal = ({ path }: { path: string }) => path.includes('refresh_access_token')

/** A proxy for token requests, so that the test sees each of them. */
async function watched(place: Installation): Promise<FaultyTokenEndpoints & { addresses: Record<string, string> }> {
  const endpoints = await openFaultyTokenEndpoints(place.simulator.url, 0, Math.random)
  const platforms = ['twitter', 'instagram', 'threads']
  const addresses = platforms.map((one) => [`${one.toUpperCase()}_BASE_URL`, `${endpoints.url}/${one}`])
  return Object.assign(endpoints, { addresses: Object.fromEntries(addresses) as Record<string, string> })
}

/** Counts token requests per network, without the first `before` requests. */
function renewals({ requests }: FaultyTokenEndpoints, before: number): Partial<Record<string, number>> {
  const counts: Partial<Record<string, number>> = {}
  for (const { platform } of requests.slice(before)) counts[platform] = (counts[platform] ?? 0) + 1
  return counts
}

async function publishNow(person: Person, platform: Platform): Promise<string> {
  const body = { platform, content: `Now ${crypto.randomUUID()}`, status: 'published' } as const
  return (await person.call('POST /api/posts', { body })).status
}

/** Advances the clock by one minute every second. The renewal job runs once a minute, and its runs must not overlap. */
function minutesPass({ clock }: Pick<Installation, 'clock'>): Disposable {
  const passing = setInterval(() => clock.advance(MINUTE_MS), 1_000)
  return { [Symbol.dispose]: () => clearInterval(passing) }
}

/** Signs in again, because the session expired when the test advanced the clock by weeks. */
async function signIn(person: Person): Promise<void> {
  await person.call('POST /api/login', { body: { email: person.user?.email ?? '', password: person.password } })
}

test("renews long-lived tokens in their last week, but X's tokens only when a post needs them", async () => {
  await using place = await installation()
  await using endpoints = await watched(place)
  await using frogy = await place.start(endpoints.addresses)
  const layla = await frogy.visitor().register()
  for (const platform of ['twitter', 'instagram', 'threads'] as const) await layla.connect(platform)
  const before = endpoints.requests.length

  // X's token lasts two hours. Test it an hour before its expiry, at its expiry and weeks later.
  for (const ms of [HOUR_MS, HOUR_MS, 2 * HOUR_MS, 51 * DAY_MS]) {
    place.clock.advance(ms)
    await signIn(layla)
    const mark = await layla.schedule({ platform: 'linkedin', content: 'A mark', at: place.clock.now() })
    await layla.decided(mark)
  }
  expect(renewals(endpoints, before)).toEqual({})

  place.clock.advance(3 * DAY_MS)
  {
    using _minutes = minutesPass(place)
    await expect.poll(() => renewals(endpoints, before)).toEqual({ instagram: 1, threads: 1 })
  }
  await signIn(layla)
  expect(await publishNow(layla, 'twitter')).toBe('published')
  expect(renewals(endpoints, before)).toEqual({ instagram: 1, threads: 1, twitter: 1 })
})

test('keeps an X account connected for a year without posts, by occasional renewals of its token', async () => {
  await using place = await installation()
  await using endpoints = await watched(place)
  const layla = await (async () => {
    await using frogy = await place.start(endpoints.addresses)
    const person = await frogy.visitor().register()
    await person.connect('twitter')
    return person
  })()
  const before = endpoints.requests.length

  for (let renewed = 1; renewed <= 6; renewed++) {
    place.clock.advance(61 * DAY_MS)
    // Stopping Frogy completes running renewals, so their tokens are stored before the test advances the clock.
    await using _frogy = await place.start(endpoints.addresses)
    await expect.poll(() => renewals(endpoints, before)).toEqual({ twitter: renewed })
  }
  await using frogy = await place.start(endpoints.addresses)
  await signIn(layla.movedTo(frogy.url))
  expect(await publishNow(layla, 'twitter')).toBe('published')
  expect(endpoints.requests.filter(({ overlaps }) => overlaps)).toEqual([])
})

test('delays only other renewals at the same network, and no post, while a token renewal hangs', async () => {
  await using place = await openGatedFrogy()
  const [own, ...shared] = (await place.simulator.accounts()).filter(({ platform }) => platform === 'threads')
  const ending = await Promise.all(Array.from({ length: 9 }, (_, n) => place.person(shared[n % shared.length]?.id)))
  place.clock.advance(LIFE_MS - 7 * DAY_MS - HOUR_MS)
  const omar = await place.person(own?.id)
  const held = ending.map(() => place.hold('answer', isRenewal))
  place.clock.advance(2 * HOUR_MS)
  {
    using _minutes = minutesPass(place)
    await Promise.race(held)
  }
  expect(await publishNow(omar, 'threads')).toBe('published')

  // Release each held response, so that Frogy sends the next request, until all nine have arrived.
  for (const one of held) (await one).release()
})

test('publishes a post that becomes due during a token renewal as soon as the renewal ends, without another renewal', async () => {
  await using place = await openGatedFrogy()
  const layla = await place.person()
  place.clock.advance(LIFE_MS - 7 * DAY_MS - HOUR_MS)
  await signIn(layla)
  const post = await layla.schedule({ platform: 'threads', content: 'Just then', at: later(place, 3 * HOUR_MS) })
  const renewing = place.hold('answer', isRenewal)
  place.clock.advance(2 * HOUR_MS)
  const minutes = minutesPass(place)
  const { release } = await renewing
  minutes[Symbol.dispose]()
  let renewedAgain = false
  void place.hold('request', (request) => {
    renewedAgain ||= isRenewal(request)
    return false
  })
  place.clock.advance(HOUR_MS)
  release()
  expect((await layla.decided(post)).status).toBe('published')
  expect(renewedAgain).toBe(false)
})

test('retries a failed renewal more often as the expiry approaches', async () => {
  await using place = await installation()
  await using endpoints = await watched(place)
  await using frogy = await place.start(endpoints.addresses)
  const layla = await frogy.visitor().register()
  await layla.connect('threads')
  const before = endpoints.requests.length

  await place.simulator.fault({ platform: 'threads', operation: 'refresh', fault: 'status', status: 503, count: 1_000 })
  place.clock.advance(LIFE_MS - HOUR_MS / 2)
  // The response to the first request is lost, so Frogy retries once.
  {
    using _minutes = minutesPass(place)
    await expect.poll(() => renewals(endpoints, before)).toEqual({ threads: 2 })
  }
  await place.simulator.clearFaults()
  place.clock.advance(3 * MINUTE_MS)
  {
    using _minutes = minutesPass(place)
    await expect.poll(() => endpoints.requests.at(-1)?.granted).toBe(true)
  }

  place.clock.advance(HOUR_MS)
  await signIn(layla)
  expect(await publishNow(layla, 'threads')).toBe('published')
  expect(renewals(endpoints, before)).toEqual({ threads: 3 })
})

test('continues with the next accounts after failed renewals', async () => {
  await using place = await installation()
  await using endpoints = await watched(place)
  await using frogy = await place.start(endpoints.addresses)
  for (let n = 0; n < 4; n++) {
    const person = await frogy.visitor().register()
    await person.connect('threads')
    place.clock.advance(HOUR_MS)
  }
  const before = endpoints.requests.length
  // Fail four requests: the renewals of the two accounts whose tokens expire first, and one retry of each.
  await place.simulator.fault({ platform: 'threads', operation: 'refresh', fault: 'status', status: 503, count: 4 })
  place.clock.advance(LIFE_MS - 7 * DAY_MS)
  {
    using _minutes = minutesPass(place)
    await expect.poll(() => endpoints.requests.slice(before).filter(({ granted }) => granted).length).toBe(2)
  }
  expect(renewals(endpoints, before)).toEqual({ threads: 6 })
})

test('notifies a user whose token expired while Frogy was stopped, before a post fails', async () => {
  await using place = await installation()
  let layla: Person
  {
    await using first = await place.start()
    layla = await first.visitor().register()
    await layla.connect('threads')
  }
  place.clock.advance(LIFE_MS + DAY_MS)
  await using second = await place.start()
  await signIn(layla.movedTo(second.url))
  await expect.poll(() => layla.call('GET /api/social-accounts', {})).toMatchObject([{ needsReconnect: true }])
  expect(await mailTo(place.dataDir, layla.user?.email ?? '')).toContain('/social-accounts')
})

/** One Frogy, or two that share a database, with a gate that can hold Threads' token requests. */
async function openGatedFrogy() {
  await using opened = new AsyncDisposableStack()
  const place = opened.use(await installation())
  const gate = opened.use(await openPausingProxy(place.simulator.url))
  const addresses = { THREADS_BASE_URL: `${gate.url}/threads` }
  const frogy = opened.use(await place.start(addresses))
  if (SERVER_URL) opened.use(await place.start(addresses))
  const stack = opened.move()
  return {
    clock: place.clock,
    hold: gate.hold,
    simulator: place.simulator,
    async person(remoteId?: string): Promise<Person> {
      const person = await frogy.visitor().register()
      await person.connect('threads', remoteId)
      return person
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
