import { expect, test } from 'vitest'
import { randomFrom } from '#tests/support/mixed-texts.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { openFaultyTokenEndpoints, type FaultyTokenEndpoints } from '#tests/support/faulty-token-endpoints.ts'
import { installation } from '#tests/support/installation.ts'
import { CONSENT_PLATFORMS } from '#tests/support/oauth-consent.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { TestClock } from '#tests/support/test-clock.ts'

const SEED = 90_005
const DAYS = 90
const FAULTY = 0.05
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Users who follow the warning on the accounts page reconnect LinkedIn this long before the expiry. */
const HEEDED_MS = 7 * DAY_MS

interface Member {
  person: Person
  heedsWarnings: boolean
  /** The id of the OAuth consent that X's current tokens come from, directly or through renewals. */
  chain: number | null
  linkedinEndsAt: number
  earlier: Post[]
}

test(`asks for no avoidable reconnect and reuses no single-use token in ${DAYS} days with ${FAULTY * 100} % faulty token responses`, async () => {
  await using place = await installation()
  const random = randomFrom(SEED)
  await using endpoints = await openFaultyTokenEndpoints(place.simulator.url, FAULTY, randomFrom(SEED + 1))
  const addresses = Object.fromEntries(
    CONSENT_PLATFORMS.map((platform) => [`${platform.toUpperCase()}_BASE_URL`, `${endpoints.url}/${platform}`]),
  )
  await using frogy = await place.start(addresses)
  await using workers = new AsyncDisposableStack()
  // With a database server, let two workers compete for every account.
  if (SERVER_URL) workers.use(await place.start(addresses))
  await place.simulator.liftLimits()
  await place.simulator.manners({ processingMs: 0 })

  const { clock } = place
  const members = await Promise.all(
    [true, false].map(async (heedsWarnings): Promise<Member> => {
      const person = await frogy.visitor().register()
      return { person, heedsWarnings, chain: null, linkedinEndsAt: 0, earlier: [] }
    }),
  )
  for (const member of members) {
    for (const platform of CONSENT_PLATFORMS) await connect(member, platform, endpoints, clock)
  }

  const end = clock.now().getTime() + DAYS * DAY_MS
  const seen = { published: 0, needed: 0, reconnected: 0, warned: 0 }
  while (clock.now().getTime() < end) {
    const member = members[Math.floor(random() * members.length)]
    if (!member) continue
    // Send half of the posts to X, whose tokens last two hours. Some become due right before a token expires.
    const platform =
      random() < 0.5 ? 'twitter' : (CONSENT_PLATFORMS[Math.floor(random() * CONSENT_PLATFORMS.length)] ?? 'twitter')
    const minutes = random() < 0.25 ? 112 : 120 + random() * 1_800
    const posts = [await schedule(member, platform, clock, minutes)]
    if (platform === 'twitter' && random() < 0.3) posts.push(await schedule(member, platform, clock, minutes))
    const before = await conditionOf(member, endpoints, clock)
    clock.advance(minutes * MINUTE_MS)
    // While the worker publishes, the web process needs the same token to delete an earlier post at the network.
    const taken = random() < 0.3 ? member.earlier.pop() : undefined
    if (taken)
      await member.person.ask('DELETE /api/posts/{id}', { params: { id: taken.id }, query: { network: 'true' } })

    for (const post of posts) {
      const { status, failure } = await untilDecided(member.person, post, clock)
      const isNeeded = isDead(member, platform, endpoints, clock)
      if (status === 'published') {
        seen.published++
        if (platform === 'twitter') member.earlier.push(post)
      } else {
        expect({ platform, status, code: failure?.code, isNeeded }).toEqual({
          platform,
          status: 'failed',
          code: 'reconnect',
          isNeeded: true,
        })
      }
    }

    for (const account of await member.person.call('GET /api/social-accounts', {})) {
      const isNeeded = isDead(member, account.platform, endpoints, clock)
      if (account.needsReconnect) {
        expect({ platform: account.platform, isNeeded, before }).toEqual({
          platform: account.platform,
          isNeeded: true,
          before,
        })
        seen.needed++
        seen.reconnected++
        await connect(member, account.platform, endpoints, clock)
      } else if (account.expiresAt !== null && member.heedsWarnings) {
        // Only LinkedIn's token cannot be renewed; its expiry is known from the first day.
        expect([account.platform, Date.parse(account.expiresAt) <= member.linkedinEndsAt]).toEqual(['linkedin', true])
        if (Date.parse(account.expiresAt) - clock.now().getTime() > HEEDED_MS) continue
        seen.warned++
        await connect(member, 'linkedin', endpoints, clock)
      }
    }
  }

  const single = endpoints.requests.filter(({ refreshToken }) => refreshToken !== null)
  const answered = new Set<string>()
  const usedTwice = single.filter(({ refreshToken, granted, delivered }) => {
    const again = answered.has(refreshToken ?? '')
    if (granted && delivered) answered.add(refreshToken ?? '')
    return again
  })
  const overlapping = single.filter(({ overlaps }) => overlaps)
  const faults = endpoints.requests.filter(({ fault }) => fault !== null)
  const lost = new Set(single.filter(({ granted, delivered }) => granted && !delivered).map(({ chain }) => chain))
  const figures = { ...seen, tokenRequests: endpoints.requests.length, faults: faults.length, lost: lost.size }
  // Only lost refresh tokens and LinkedIn's expiry may require a reconnect.
  const isNeeded = seen.needed <= lost.size + 1
  const expected = { figures, usedTwice: [], overlapping: [], warned: 1, isNeeded: true }
  expect({ figures, usedTwice, overlapping, warned: seen.warned, isNeeded }).toEqual(expected)
  expect(lost.size).toBeGreaterThan(0)
  expect(seen.published).toBeGreaterThan(100)
})

/** Whether only the user can restore this connection. */
function isDead(member: Member, platform: Platform, endpoints: FaultyTokenEndpoints, clock: TestClock): boolean {
  if (platform === 'twitter') return endpoints.isLost(member.chain)
  return platform === 'linkedin' && clock.now().getTime() >= member.linkedinEndsAt - MINUTE_MS
}

const conditionOf = async (member: Member, endpoints: FaultyTokenEndpoints, clock: TestClock) =>
  CONSENT_PLATFORMS.filter((platform) => isDead(member, platform, endpoints, clock)).join(' ')

/** Connects an account, and retries as a user does. */
async function connect(
  member: Member,
  platform: Platform,
  endpoints: FaultyTokenEndpoints,
  clock: TestClock,
): Promise<void> {
  let tries = 0
  while (!(await member.person.tryToConnect(platform))) {
    tries++
    if (tries > 10) throw new Error(`${platform} could not be connected`)
  }
  if (platform === 'twitter') member.chain = endpoints.newestChain('twitter')
  if (platform === 'linkedin') member.linkedinEndsAt = clock.now().getTime() + 60 * DAY_MS
}

let written = 0

async function schedule({ person }: Member, platform: Platform, clock: TestClock, minutes: number): Promise<Post> {
  const images: string[] = []
  if (platform === 'instagram') {
    const form = uploadForm(['a.png', new Uint8Array(await pictureFile('png', 320, 320))])
    const { media } = await person.call('POST /api/images/upload', { form })
    images.push(...media.images.map(({ id }) => id))
  }
  return await person.call('POST /api/posts', {
    body: {
      platform,
      content: `Post ${++written}`,
      status: 'scheduled',
      scheduledAt: new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString(),
      media: { images },
    },
  })
}

/** Waits until the post, including its retries, is neither scheduled nor being published. */
async function untilDecided(person: Person, post: Post, clock: TestClock): Promise<Post> {
  const isOver = ({ status }: Post) => status !== 'scheduled' && status !== 'publishing'
  let reason: string | undefined
  for (;;) {
    const now = await person.until(post, (one) => isOver(one) || (one.failure !== null && one.failure.at !== reason))
    if (isOver(now)) return now
    reason = now.failure?.at
    clock.advance(9 * MINUTE_MS)
  }
}
