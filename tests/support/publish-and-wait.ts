import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from './person.ts'
import { pictureFile, uploadForm } from './pictures.ts'
import type { SimulatedPost } from './simulator.ts'
import type { Frogy } from './start-frogy.ts'

const DECIDED = new Set(['published', 'failed', 'unconfirmed'])
/** A pause that is longer than most platforms' rate limits. */
const WAIT_MS = 16 * 60_000

interface Publisher {
  /** Schedules a post for now, with a picture if the platform needs one. @returns the post after its first attempt */
  post(who: Person, platform: Platform, content: string, given?: { pictures?: number }): Promise<Post>
  /** Publishes a post and waits for its outcome. On a busy machine, connections break and Frogy retries. */
  publish(who: Person, platform: Platform, content: string, given?: { pictures?: number }): Promise<Post>
  /** Waits for the outcome of a post, however long the platform's rate limit delays it. */
  untilDecided(who: Person, posted: Post): Promise<Post>
  /** Returns the posts with this text at a platform. */
  arrived(platform: Platform, text: string): Promise<SimulatedPost[]>
}

/**
 * Creates functions that publish posts and wait for their outcome.
 * @param on returns the server that the test uses at that moment
 */
export function createPublisher(on: () => Pick<Frogy, 'clock' | 'simulator'>): Publisher {
  const publisher: Publisher = {
    async post(who, platform, content, given = {}) {
      const images = await pictures(who, given.pictures ?? (platform === 'instagram' ? 1 : 0))
      const scheduledAt = on().clock.now().toISOString()
      const body = { platform, content, status: 'scheduled', scheduledAt, media: { images } } as const
      const { id } = await who.call('POST /api/posts', { body })
      return await who.until({ id }, ({ status, failure }) => DECIDED.has(status) || failure !== null)
    },
    async publish(...given) {
      return await publisher.untilDecided(given[0], await publisher.post(...given))
    },
    async untilDecided(who, posted) {
      let now = posted
      for (let waits = 0; waits < 4 && !DECIDED.has(now.status); waits++) {
        const before = await endedAttempts(who, posted)
        on().clock.advance(WAIT_MS)
        now = await who.until(posted, async ({ status }) => {
          return DECIDED.has(status) || (status === 'scheduled' && (await endedAttempts(who, posted)) > before)
        })
      }
      return now
    },
    arrived: async (platform, text) => (await on().simulator.posts(platform)).filter((one) => one.text === text),
  }
  return publisher
}

/** Uploads new pictures and returns their ids. */
async function pictures(who: Person, count: number): Promise<string[]> {
  if (count === 0) return []
  const files = Array.from({ length: count }, async (_, index): Promise<[string, Uint8Array<ArrayBuffer>]> => [
    'a.png',
    new Uint8Array(await pictureFile('png', 300 + index, 300)),
  ])
  const { media } = await who.call('POST /api/images/upload', { form: uploadForm(...(await Promise.all(files))) })
  return media.images.map(({ id }) => id)
}

/** Counts only finished attempts. The test must not advance the clock while an attempt is being prepared. */
const endedAttempts = async (who: Person, { id }: Post): Promise<number> =>
  (await who.call('GET /api/posts/{id}/attempts', { params: { id } })).filter(({ finishedAt }) => finishedAt).length
