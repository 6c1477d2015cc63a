import { expect, test } from 'vitest'
import { chaos } from './support/chaos.ts'
import { SERVER_URL, testDatabase } from './support/databases.ts'

// The short form of `npm run bench chaos`, always after the same plan. Several processes need a server they can share.

if (SERVER_URL) {
  test.concurrent(
    'while workers are killed and networks fail in every way, no post is out twice, lost, early, or failed for no reason',
    { timeout: 150_000 },
    async () => {
      await using database = await testDatabase()
      const { wrong, kills, faultsUsed } = await chaos({
        seed: 2026,
        size: {
          posts: 90,
          people: 3,
          overMs: 4_000,
          killEveryMs: [1_000, 2_000],
          faults: 30,
          rateLimited: ['linkedin', 'twitter'],
          revokes: true,
        },
        database,
        decideWithinMs: 100_000,
      })
      expect(wrong).toEqual([])
      expect({ kills, faultsUsed: faultsUsed > 15 }).toEqual({ kills: 2, faultsUsed: true })
    },
  )

  test.concurrent('without the fence, the same test finds posts that are out twice', { timeout: 60_000 }, async () => {
    await using database = await testDatabase()
    const { twice } = await chaos({
      seed: 2026,
      size: {
        posts: 40,
        people: 2,
        overMs: 2_000,
        faults: 30,
        publishFaults: ['dropped-after', 'accepted-500'],
        rateLimited: ['linkedin', 'twitter'],
        revokes: false,
      },
      database,
      decideWithinMs: 30_000,
      withoutFence: true,
    })
    expect(twice).toBeGreaterThan(0)
  })
}
