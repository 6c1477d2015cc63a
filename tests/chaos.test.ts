import { expect, test } from 'vitest'
import { chaosPlan, type ChaosSize } from './support/chaos-plan.ts'
import { chaos } from './support/chaos.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'

// The short form of `npm run bench chaos`, always after the same plan. Several processes need a server that they share;
// and a dead worker's accounts are taken over after a while, which is most of what this takes.

const SHORT: ChaosSize = {
  posts: 60,
  people: 2,
  overMs: 3_000,
  killEveryMs: [800, 1_400],
  killWebEveryMs: [1_000, 2_000],
  faults: 16,
  rateLimited: ['linkedin', 'twitter'],
  revokes: true,
}

test('the same seed gives the same plan, and another one another', () => {
  expect(chaosPlan(9, SHORT)).toEqual(chaosPlan(9, SHORT))
  expect(chaosPlan(10, SHORT).posts).not.toEqual(chaosPlan(9, SHORT).posts)
})

if (SERVER_URL) {
  test.concurrent('while processes are killed and networks fail in every way, no post is out twice, lost, early, or failed for no reason', async () => {
    await using database = await testDatabase()
    const { wrong, kills, webKills, faultsUsed } = await chaos({
      seed: 10,
      size: SHORT,
      database,
      decideWithinMs: 120_000,
    })
    expect(wrong).toEqual([])
    expect(kills).toBeGreaterThan(1)
    expect(webKills).toBeGreaterThan(0)
    expect(faultsUsed).toBeGreaterThan(8)
  })

  test.concurrent('without the fence, the same test finds posts that are out twice', async () => {
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
