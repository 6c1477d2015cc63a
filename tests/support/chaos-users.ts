import { setTimeout as pause } from 'node:timers/promises'
import { MAIN_PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { CompletedAction } from './chaos-checker.ts'
import { PICTURES_PER_USER, type ChaosPlan, type PlannedAction } from './chaos-plan.ts'
import { Person } from './person.ts'
import { pictureFile, uploadForm } from './pictures.ts'
import type { SimulatedAccount, SimulatorControl } from './simulator.ts'

export interface ChaosUser {
  person: Person
  /** The user's account at each platform. */
  remote: Record<Platform, SimulatedAccount>
  pictures: string[]
}

/** Creates users with accounts. The first user shares no account; all other users share two accounts per platform. */
export async function createChaosUsers(
  urls: string[],
  simulator: SimulatorControl,
  count: number,
): Promise<ChaosUser[]> {
  // Skip people without a Page, because Facebook publishes only to Pages.
  const accounts = (await simulator.accounts()).filter(({ pages }) => pages?.length !== 0)
  const files = await Promise.all(
    Array.from({ length: PICTURES_PER_USER }, async (_, n): Promise<[string, Uint8Array<ArrayBuffer>]> => [
      `${n}.png`,
      new Uint8Array(await pictureFile('png', 500 + n * 20, 400)),
    ]),
  )
  const make = async (number: number): Promise<ChaosUser> => {
    const person = await new Person(urls[number % urls.length] ?? '').register()
    const remote = Object.fromEntries(
      MAIN_PLATFORMS.map((platform) => {
        const [shared, alsoShared, own] = accounts.filter((one) => one.platform === platform)
        return [platform, number === 0 ? own : number % 2 ? shared : alsoShared]
      }),
    ) as ChaosUser['remote']
    for (const platform of MAIN_PLATFORMS) await person.connect(platform, remote[platform].id)
    const { media } = await person.call('POST /api/images/upload', { form: uploadForm(...files) })
    for (const [index, { id }] of media.images.entries())
      await person.call('PATCH /api/images/{id}', { params: { id }, body: { altText: altTextOf(number, index) } })
    return { person, remote, pictures: media.images.map(({ id }) => id) }
  }
  const people: ChaosUser[] = []
  // Create the users one after the other, because parallel uploads would reach the rate limit.
  for (let number = 0; number < count; number++) people.push(await make(number))
  return people
}

export const altTextOf = (person: number, picture: number): string => `Picture ${picture} of person ${person}`

/** Schedules all planned posts and returns their ids in the plan's order. */
export async function scheduleAll(plan: ChaosPlan, people: ChaosUser[], begin: number): Promise<string[]> {
  const ids: string[] = []
  await Promise.all(
    people.map(async ({ person, pictures }, number) => {
      for (const post of plan.posts.filter((one) => one.person === number)) {
        const { id } = await person.call('POST /api/posts', {
          body: {
            platform: post.platform,
            content: post.text,
            status: 'scheduled',
            scheduledAt: new Date(begin + post.dueMs).toISOString(),
            media: { images: post.pictures.map((picture) => pictures[picture] ?? '') },
            ...(post.parts.length > 0 && { parts: [post.text, ...post.parts].map((content) => ({ content })) }),
            ...(post.comment !== null && { firstComment: { content: post.comment } }),
          },
        })
        ids[post.number] = id
      }
    }),
  )
  return ids
}

/** Performs a user's action on a post. If the connection breaks, the result is unknown. */
export async function performAction(
  { act, post: number, text, dueMs }: PlannedAction,
  plan: ChaosPlan,
  people: ChaosUser[],
  ids: string[],
  begin: number,
): Promise<CompletedAction> {
  const person = people[plan.posts[number]?.person ?? 0]?.person
  const params = { id: ids[number] ?? '' }
  const body = {
    edit: { content: text },
    move: { scheduledAt: new Date(begin + dueMs).toISOString() },
    'take-back': { scheduledAt: null },
    delete: undefined,
  }[act]
  const asked = body
    ? person?.ask('PATCH /api/posts/{id}', { params, body })
    : person?.ask('DELETE /api/posts/{id}', { params })
  const status = await asked?.then(
    (reply) => reply.status,
    () => undefined,
  )
  // The result is unknown if the process stopped, if it lost its database, or if Frogy answered that it will try to
  // cancel (202).
  const granted = status === undefined || status === 202 || status >= 500 ? undefined : status < 300
  return { post: number, act, text, granted }
}

/**
 * Disconnects an account and reconnects it later. It retries each step until it works, because the web process or the
 * platform may be down.
 * @param calmAt the time from which both are up
 */
export async function reconnectLater(
  { person: number, platform, forMs }: ChaosPlan['disconnects'][number],
  people: ChaosUser[],
  calmAt: number,
): Promise<void> {
  const one = people[number]
  if (!one) return
  const { person, remote } = one
  await retryUntilDone(async () => {
    const accounts = await person.call('GET /api/social-accounts', {})
    const account = accounts.find((own) => own.platform === platform)
    if (account) await person.call('DELETE /api/social-accounts/{id}', { params: { id: account.id } })
  }, calmAt)
  await pause(forMs)
  await retryUntilDone(() => person.connect(platform, remote[platform].id), calmAt)
}

async function retryUntilDone(work: () => Promise<unknown>, calmAt: number): Promise<void> {
  for (;;) {
    try {
      return void (await work())
    } catch (error) {
      if (Date.now() > calmAt + MS_TO_RECOVER) throw error
      await pause(300)
    }
  }
}

/** The longest time that a process takes to recover from the last kill or database fault. */
const MS_TO_RECOVER = 60_000
