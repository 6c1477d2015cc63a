import { expect, test } from 'vitest'
import { openSimulator } from '#simulator/open-simulator.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000

for (const [whose, apartMs] of [
  ['an hour behind ours', -HOUR_MS],
  ['an hour ahead of ours', HOUR_MS],
] as const) {
  test(`finds a lost post when the network's clock differs from Frogy's (${whose})`, async () => {
    await using networks = await openSimulator({ port: 0, autoConsent: true, now: () => Date.now() + apartMs })
    await using frogy = await startFrogy({ SIMULATOR_PORT: String(networks.port) })
    const simulator = simulatorAt(networks.url)
    const layla = await frogy.person('twitter', 'facebook', 'threads')
    const found = []
    for (const platform of ['twitter', 'facebook', 'threads'] as const) {
      await simulator.fault({ platform, operation: 'publish', fault: 'drop_after' })
      const body = { platform, content: 'Once and only once', status: 'published' } as const
      const post = await layla.call('POST /api/posts', { body })
      frogy.clock.advance(30_000)
      found.push([platform, (await layla.decided(post)).status, (await simulator.posts(platform)).length])
    }
    expect(found).toEqual([
      ['twitter', 'published', 1],
      ['facebook', 'published', 1],
      ['threads', 'published', 1],
    ])
  })
}
