import { expect } from 'vitest'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { eventually } from './eventually.ts'
import { openPausingProxy, type PausingProxy } from './pausing-proxy.ts'
import { mailsIn } from './outbox.ts'
import type { Person } from './person.ts'
import { simulatorAt } from './simulator.ts'
import { startFrogy, type Frogy } from './start-frogy.ts'

export const HOUR_MS = 3_600_000

/** Returns a time relative to the server's clock; an hour ahead by default. */
export const later = (frogy: Pick<Frogy, 'clock'>, ms = HOUR_MS) => new Date(frogy.clock.now().getTime() + ms)

/** Returns the texts that a platform has published, in order. */
export async function texts(frogy: Pick<Frogy, 'simulator'>, platform: Post['platform']): Promise<string[]> {
  return (await frogy.simulator.posts(platform)).map(({ text }) => text)
}

export const attempts = (person: Person, post: Pick<Post, 'id'>) =>
  person.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })

export async function untilLastAttempt(
  person: Person,
  post: Pick<Post, 'id'>,
  state: 'unknown' | 'rejected',
): Promise<void> {
  await person.until(post, async () => (await attempts(person, post)).at(-1)?.state === state)
}

/** Advances the clock in small steps until the post has this status. */
export async function untilStatus(
  frogy: Pick<Frogy, 'clock'>,
  person: Person,
  post: Pick<Post, 'id'>,
  status: Post['status'],
): Promise<void> {
  const passing = async () => {
    frogy.clock.advance(5_000)
    return (await person.read(post)).status
  }
  await eventually(async () => expect(await passing()).toBe(status))
}

/**
 * Waits until the response to the user's only post in progress is lost. Then advances the clock so that Frogy asks the
 * author.
 */
export async function giveUpAnswer({ clock }: Pick<Frogy, 'clock'>, owner: Person): Promise<void> {
  const underWay = () => owner.call('GET /api/posts', { query: { status: 'publishing' } })
  let sent: Post[] = []
  await eventually(async () => {
    sent = await underWay()
    if (sent.length !== 1) throw new Error(`${sent.length} posts are being sent`)
  })
  for (const post of sent) await untilLastAttempt(owner, post, 'unknown')
  clock.advance(SETTLE_MS)
}

/**
 * Publishes a post whose request never gets a response, and advances the clock until Frogy asks the author.
 * @returns the post in Frogy's response
 */
export async function postUnanswered(
  { clock }: Pick<Frogy, 'clock'>,
  person: Person,
  post: Pick<Post, 'platform' | 'content'>,
): Promise<Post> {
  const response = person.ask('POST /api/posts', { body: { ...post, status: 'published' } })
  await giveUpAnswer({ clock }, person)
  return (await response).body
}

/** Publishes a post after a platform was unreachable, so that posts of later tests are not delayed. */
export async function untilAnswered(
  frogy: Pick<Frogy, 'clock'>,
  person: Person,
  platform: Post['platform'],
): Promise<void> {
  const post = await person.schedule({ platform, content: 'It answers again', at: frogy.clock.now() })
  await untilStatus(frogy, person, post, 'published')
}

/** Returns the mails to a user. It first waits until there are `count`, because Frogy sends them in the background. */
export async function mails(frogy: Pick<Frogy, 'dataDir'>, { user }: Person, count: number): Promise<string[]> {
  let found: string[] = []
  await eventually(async () => {
    found = mailsIn(frogy.dataDir).filter((mail) => mail.includes(`To: ${user?.email}\n`))
    if (found.length < count) throw new Error(`${found.length} of ${count} mails are in the outbox`)
  })
  return found
}

export interface PausableFrogy extends Frogy {
  readonly gate: PausingProxy
}

/** Starts a server whose requests to all platforms pass through a pausing proxy. */
export async function startWithPausingProxy(): Promise<PausableFrogy> {
  await using opened = new AsyncDisposableStack()
  let networks = ''
  const proxy = opened.use(await openPausingProxy(() => networks))
  const addresses = PLATFORMS.map((platform) => [`${platform.toUpperCase()}_BASE_URL`, `${proxy.url}/${platform}`])
  const frogy = opened.use(await startFrogy(Object.fromEntries(addresses)))
  networks = frogy.simulator.url
  const stack = opened.move()
  return { ...frogy, gate: proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Starts a server whose requests to one platform pass through a pausing proxy, and a user with an account there. */
export async function startBehindProxy(platform: Post['platform']) {
  await using opened = new AsyncDisposableStack()
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
  const proxy = opened.use(await openPausingProxy(simulator.url))
  const frogy = opened.use(
    await startFrogy({
      [`${platform.toUpperCase()}_BASE_URL`]: `${proxy.url}/${platform}`,
      SIMULATOR_PORT: String(simulator.port),
    }),
  )
  const layla = await frogy.person(platform)
  const stack = opened.move()
  return {
    frogy: { ...frogy, simulator: simulatorAt(simulator.url) },
    gate: proxy,
    layla,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
