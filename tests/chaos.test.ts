import { expect, test } from 'vitest'
import { chaosPlan, type ChaosSize } from './support/chaos-plan.ts'
import { chaos } from './support/chaos.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'

// A short form of `npm run bench chaos` with a fixed chaos plan. It needs a PostgreSQL server that its processes share.
// Most of the time, it waits until other workers take over the accounts of a dead worker.

const SHORT: ChaosSize = {
  posts: 60,
  people: 2,
  overMs: 3_000,
  killEveryMs: [800, 1_400],
  killWebEveryMs: [1_000, 2_000],
  faults: 16,
  rateLimited: ['linkedin', 'twitter'],
  revokes: true,
  followUps: 14,
}

test('makes the same chaos plan from the same seed, and a different one from a different seed', () => {
  expect(chaosPlan(9, SHORT)).toEqual(chaosPlan(9, SHORT))
  expect(chaosPlan(10, SHORT).posts).not.toEqual(chaosPlan(9, SHORT).posts)
})

if (SERVER_URL) {
  test.concurrent('publishes every post once and not early while processes are killed and networks fail', async () => {
    await using database = await testDatabase()
    const { wrong, kills, webKills, faultsUsed } = await chaos({
      seed: 10,
      size: SHORT,
      database,
      decideWithinMs: 240_000,
    })
    expect(wrong).toEqual([])
    expect(kills).toBeGreaterThan(1)
    expect(webKills).toBeGreaterThan(0)
    expect(faultsUsed).toBeGreaterThan(8)
  })

  test.concurrent("detects duplicate posts when the workers' protection against them is removed", async () => {
    await using database = await testDatabase()
    const { twice } = await chaos({
      seed: 2026,
      size: { ...SHORT, killEveryMs: undefined, faults: 120, publishFaults: ['dropped-after', 'accepted-500'] },
      database,
      decideWithinMs: 60_000,
      withoutFence: true,
    })
    expect(twice).toBeGreaterThan(0)
  })
}
