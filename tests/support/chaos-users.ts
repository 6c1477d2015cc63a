import { setTimeout as pause } from 'node:timers/promises'
import { isPage, PLATFORMS, tellsOwnPosts, type Platform } from '#core/platforms/platform.ts'
import type { CompletedAction } from './chaos-checker.ts'
import { uploadMedia, type MediaName } from './chaos-media.ts'
import type { ChaosPlan, PlannedAction, PlannedPost } from './chaos-plan.ts'
import { Person } from './person.ts'
import type { SimulatedAccount, SimulatorControl } from './simulator.ts'

export interface ChaosUser {
  person: Person
  /** The user's account at each platform. */
  remote: Record<Platform, SimulatedAccount>
  /** The user's accounts in Frogy. On Facebook and LinkedIn, these include the person's pages. */
  accounts: Record<Platform, ChaosAccount[]>
  /** The ids of the user's files. */
  media: Partial<Record<MediaName, string>>
}

export interface ChaosAccount {
  /** The account's id in Frogy. `remoteId` is its id at the platform. */
  id: string
  remoteId: string
  isPage: boolean
  /** Whether Frogy can look up the account's posts. */
  tellsOwnPosts: boolean
}

export function accountOf(people: readonly ChaosUser[], { person, platform, account }: PlannedPost): ChaosAccount {
  const accounts = people[person]?.accounts[platform] ?? []
  const chosen = accounts[account % accounts.length]
  if (!chosen) throw new Error(`Person ${person} has no account on ${platform}`)
  return chosen
}

/**
 * Creates users with accounts. Only the first user has separate accounts at the platforms. All others share two
 * accounts per platform, in turn.
 */
export async function createChaosUsers(
  urls: string[],
  simulator: SimulatorControl,
  count: number,
  hasAllContent: boolean,
): Promise<ChaosUser[]> {
  // Skip people without a Page, because Facebook publishes only to Pages.
  const known = (await simulator.accounts()).filter(({ platform, pages }) => platform !== 'facebook' || pages?.length)
  const make = async (number: number): Promise<ChaosUser> => {
    const person = await new Person(urls[number % urls.length] ?? '').register()
    const remote = Object.fromEntries(
      PLATFORMS.map((platform) => {
        const [shared, alsoShared, own] = known.filter((one) => one.platform === platform)
        return [platform, number === 0 ? own : number % 2 ? shared : alsoShared]
      }),
    ) as ChaosUser['remote']
    for (const platform of PLATFORMS) await person.connect(platform, remote[platform].id)
    const media = await uploadMedia(person, number, hasAllContent)
    return { person, remote, accounts: await accountsOf(person, remote), media }
  }
  const people: ChaosUser[] = []
  // Create the users one after the other, because parallel uploads would reach the rate limit.
  for (let number = 0; number < count; number++) people.push(await make(number))
  return people
}

/** A user's accounts by platform, the default account first. */
async function accountsOf(person: Person, remote: ChaosUser['remote']): Promise<ChaosUser['accounts']> {
  const all = await person.call('GET /api/social-accounts', {})
  const sorted = all.toSorted(
    (one, other) => Number(other.isDefault) - Number(one.isDefault) || one.displayName.localeCompare(other.displayName),
  )
  return Object.fromEntries(
    PLATFORMS.map((platform) => [
      platform,
      sorted
        .filter((one) => one.platform === platform)
        .map(({ id, displayName, scopes }): ChaosAccount => {
          const page = remote[platform].pages?.find(({ name }) => name === displayName)
          return {
            id,
            remoteId: (page ?? remote[platform]).id,
            isPage: isPage(platform, scopes),
            tellsOwnPosts: tellsOwnPosts(platform, scopes),
          }
        }),
    ]),
  ) as ChaosUser['accounts']
}

/** Schedules all planned posts and returns their ids in the order of the chaos plan. */
export async function scheduleAll(plan: ChaosPlan, people: ChaosUser[], begin: number): Promise<string[]> {
  const ids: string[] = []
  await Promise.all(
    people.map(async ({ person, media }, number) => {
      const idsOf = (names: MediaName[]) => names.map((name) => media[name] ?? '')
      for (const post of plan.posts.filter((one) => one.person === number)) {
        const { id } = await person.call('POST /api/posts', {
          body: {
            platform: post.platform,
            accountId: accountOf(people, post).id,
            content: post.text,
            status: 'scheduled',
            scheduledAt: new Date(begin + post.dueMs).toISOString(),
            media: { images: idsOf(post.media) },
            ...(post.parts.length > 0 && {
              parts: [post, ...post.parts].map(({ text, media: names }) => ({ content: text, imageIds: idsOf(names) })),
            }),
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
 * Disconnects an account and reconnects it later. Retries each step until it works, because the web process or the
 * platform may be down.
 * @param calmAt the time from which the web process and the platform are up
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
