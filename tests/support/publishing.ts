import { vi } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { openGate } from './gate.ts'
import { mailsIn } from './outbox.ts'
import type { Person } from './person.ts'
import { simulatorAt } from './simulator.ts'
import { startFrogy, type Frogy } from './start-frogy.ts'

export const HOUR_MS = 3_600_000

/** A moment on that Frogy's clock. */
export const later = (frogy: Pick<Frogy, 'clock'>, ms = HOUR_MS) => new Date(frogy.clock.now().getTime() + ms)

/** What a network has been sent, in the order of arrival. */
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

/** The mails in the outbox, once there are so many: they are written in the background. */
export async function mails(frogy: Frogy, count: number): Promise<string[]> {
  return await vi.waitFor(() => {
    const found = mailsIn(frogy.dataDir)
    if (found.length < count) throw new Error(`${found.length} of ${count} mails are in the outbox`)
    return found
  }, 10_000)
}

/** Frogy with somebody connected to one network, and a gate on the way there at which requests can be held. */
export async function startBehindGate(platform: Post['platform']) {
  await using opened = new AsyncDisposableStack()
  const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
  const gate = opened.use(await openGate(simulator.url))
  const frogy = opened.use(
    await startFrogy({
      [`${platform.toUpperCase()}_BASE_URL`]: `${gate.url}/${platform}`,
      SIMULATOR_PORT: String(simulator.port),
    }),
  )
  const layla = await frogy.person(platform)
  const stack = opened.move()
  return {
    frogy: { ...frogy, simulator: simulatorAt(simulator.url) },
    gate,
    layla,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
