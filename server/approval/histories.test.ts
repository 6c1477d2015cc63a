import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Role } from '#core/workspaces/role.ts'
import { byDepth } from '#tests/support/depth.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { joinWorkspace, makeTeam } from '#tests/support/team.ts'

// Random histories of posts in workspaces, through HTTP, while the worker publishes. A failure names its seed.
// FUZZ_SEED repeats the same histories, and FUZZ_RUNS=1250 runs 10,000 of them.

/** How many histories run in parallel, each in its own workspace. */
const LANES = 8
const RUNS = Number(process.env['FUZZ_RUNS'] ?? byDepth({ gate: 2, all: 100 }))
const MINUTE_MS = 60_000
const LONGEST = byDepth({ gate: 8, all: 14 })
/** The timeout. It is long enough for 10,000 histories on a busy machine. */
const LONGEST_TEST_MS = 2 * 60 * 60_000

const MEMBERS = ['owner', 'editor', 'other', 'writer'] as const
type Who = (typeof MEMBERS)[number]
type Rule = 'none' | 'writers' | 'all'

type Step =
  | {
      do: 'send' | 'edit' | 'move' | 'draft' | 'publish' | 'approve' | 'approve old' | 'return'
      who: Who
      minutes: number
    }
  | { do: 'wait'; minutes: number }
  | { do: 'role'; who: 'editor' | 'writer'; role: Role }
  | { do: 'rule'; of: Rule }
  | { do: 'remove' }

const minutes = fc.integer({ min: 1, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'send',
        'edit',
        'edit',
        'move',
        'draft',
        'publish',
        'approve',
        'approve',
        'approve',
        'approve old',
        'return',
      ),
      who: fc.constantFrom(...MEMBERS),
      minutes,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('role' as const),
      who: fc.constantFrom('editor' as const, 'writer' as const),
      role: fc.constantFrom('editor' as const, 'writer' as const, 'viewer' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rule' as const), of: fc.constantFrom<Rule[]>('none', 'writers', 'all') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const) }) },
)
/** The steps that a history takes at the same time: one or two. */
const moment = fc.oneof(
  { weight: 3, arbitrary: step.map((one) => [one]) },
  // Exclude two concurrent changes of a rule or role, because Frogy may apply them in another order than it responds.
  { weight: 1, arbitrary: fc.tuple(step, step).filter(([one, other]) => one.do !== other.do || 'minutes' in one) },
)
const history = fc.array(moment, { minLength: 3, maxLength: LONGEST })

/** A workspace, and the state that the test expects of the post in the current history. */
class Lane {
  readonly people = new Map<Who, Person>()
  /** The role of each member. While a request changes it, both the old and the new one, because either may apply. */
  readonly roles = new Map<Who, (Role | 'removed')[]>()
  /** The current rule on whose posts need approval. While a request changes the rule, both the old and the new rule. */
  rules: Rule[] = ['writers']
  postId: string | undefined
  revision = 0
  oldRevision = 0
  /** Texts that an approver has seen, and texts that a member who needs no approval has scheduled. */
  readonly approved = new Set<string>()
  /** Texts that a later change replaced before they were sent. */
  readonly replaced = new Set<string>()
  readonly faults: string[] = []

  readonly id: string
  constructor(id: string) {
    this.id = id
  }

  needsApproval(who: Who): boolean {
    return this.rolesOf(who).every((role) =>
      role === 'editor' ? this.rules.every((of) => of === 'all') : role !== 'owner',
    )
  }

  rolesOf(who: Who): (Role | 'removed')[] {
    return this.roles.get(who) ?? []
  }
}

let frogy: Frogy
const lanes: Lane[] = []
let texts = 0
let published = 0
beforeAll(async () => {
  frogy = await startFrogy()
  for (let left = LANES; left > 0; left--) {
    const { id, owner, members } = await makeTeam(frogy, 'editor', 'editor', 'writer')
    await owner.connect('mastodon')
    const lane = new Lane(id)
    for (const [index, who] of MEMBERS.entries()) {
      const person = [owner, ...members][index]
      if (person) lane.people.set(who, person)
    }
    lanes.push(lane)
  }
})
afterAll(() => frogy[Symbol.asyncDispose]())

test(
  'never publishes an unapproved or replaced text, loses a post or publishes it twice, in random histories',
  async () => {
    const lists = fc.tuple(...lanes.map(() => history))
    const property = fc.asyncProperty(lists, async (histories) => {
      await Promise.all(lanes.map((lane, index) => play(lane, histories[index] ?? [])))
      // Advance past the time of every post.
      frogy.clock.advance(10 * MINUTE_MS)
      await Promise.all(lanes.map(finish))
      const sent = (await frogy.simulator.posts('mastodon')).map(({ text }) => text)
      published = sent.length
      const count = Map.groupBy(sent, (text) => text)
      for (const lane of lanes) {
        for (const [text, times] of count) {
          if (!text.startsWith(lane.id)) continue
          expect(times, 'published once').toHaveLength(1)
          expect(lane.approved.has(text), `approved: ${text}`).toBe(true)
          expect(lane.replaced.has(text), `replaced: ${text}`).toBe(false)
        }
        expect(lane.faults).toEqual([])
      }
    })
    // Turn off shrinking. A shorter history would start from workspaces that the failed history has changed, and prove
    // nothing.
    const seed = process.env['FUZZ_SEED']
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true, ...(seed && { seed: Number(seed) }) })
    expect(published).toBeGreaterThan(0)
  },
  LONGEST_TEST_MS,
)

async function play(lane: Lane, moments: Step[][]): Promise<void> {
  await restore(lane)
  for (const steps of moments) await Promise.all(steps.map((one) => take(lane, one)))
}

/** Waits for the final status of the post, compares the post with the expected state, and deletes it. */
async function finish(lane: Lane): Promise<void> {
  if (!lane.postId) return
  const owner = personOf(lane, 'owner')
  const end = await owner.until(
    { id: lane.postId },
    ({ status }) => !['scheduled', 'publishing', 'in_review'].includes(status),
  )
  const isPublic = end.status === 'published'
  if (isPublic && !lane.approved.has(end.content)) lane.faults.push(`published without approval: ${end.content}`)
  if (isPublic) lane.replaced.delete(end.content)
  const query: Record<string, string> = isPublic ? { network: 'false' } : {}
  const removed = await owner.ask('DELETE /api/posts/{id}', { params: { id: end.id }, query })
  if (removed.status !== 204) lane.faults.push(`cannot delete: ${JSON.stringify(removed.body)}`)
}

async function take(lane: Lane, one: Step): Promise<void> {
  switch (one.do) {
    case 'wait':
      return frogy.clock.advance(one.minutes * 20_000)
    case 'rule': {
      lane.rules = [...lane.rules, one.of]
      const body = { approval: { of: one.of, platforms: [] } }
      await personOf(lane, 'owner').call('PATCH /api/workspaces/{id}', { params: { id: lane.id }, body })
      lane.rules = [one.of]
      return
    }
    case 'role':
      return await setRole(lane, one.who, one.role)
    case 'remove': {
      const params = { id: lane.id, userId: personOf(lane, 'other').user?.id ?? '' }
      lane.roles.set('other', [...lane.rolesOf('other'), 'removed'])
      await personOf(lane, 'owner').ask('DELETE /api/workspaces/{id}/members/{userId}', { params })
      lane.roles.set('other', ['removed'])
      return
    }
    default:
      return await act(lane, one)
  }
}

/** Performs a member's step with the post, and updates the expected state by the response. */
async function act(
  lane: Lane,
  { do: what, who, minutes: inMinutes }: Step & { who: Who; minutes: number },
): Promise<void> {
  const person = personOf(lane, who)
  const content = `${lane.id} ${++texts}`
  const scheduledAt = new Date(frogy.clock.now().getTime() + inMinutes * MINUTE_MS).toISOString()
  const neededBefore = lane.needsApproval(who)
  const rolesBefore = lane.rolesOf(who)
  const { postId: id, revision } = lane
  const of = { params: { id: id ?? '' } }
  const before = id === undefined ? undefined : await personOf(lane, 'owner').read({ id })
  const reply = await (async () => {
    if (id === undefined) {
      const isDraft = what === 'draft' || what === 'edit'
      const body = {
        platform: 'mastodon',
        content,
        status: isDraft ? 'draft' : 'scheduled',
        ...(!isDraft && { scheduledAt }),
      } as const
      return await person.ask('POST /api/posts', { body })
    }
    switch (what) {
      case 'send':
        return await person.ask('PATCH /api/posts/{id}', { ...of, body: { content, scheduledAt } })
      case 'edit':
        return await person.ask('PATCH /api/posts/{id}', { ...of, body: { content } })
      case 'move':
        return await person.ask('PATCH /api/posts/{id}', { ...of, body: { scheduledAt } })
      case 'draft':
        return await person.ask('PATCH /api/posts/{id}', { ...of, body: { scheduledAt: null } })
      case 'publish':
        return await person.ask('POST /api/posts/{id}/publish', of)
      case 'return':
        return await person.ask('POST /api/posts/{id}/return', { ...of, body: { revision, note: 'Not yet.' } })
      default: {
        const seen = what === 'approve' ? revision : lane.oldRevision
        return await person.ask('POST /api/posts/{id}/approve', { ...of, body: { revision: seen, scheduledAt } })
      }
    }
  })()
  if (reply.status >= 500) lane.faults.push(`${what} by ${who}: ${JSON.stringify(reply.body)}`)
  if (reply.status >= 300) return
  const post = reply.body as Post
  if (id === undefined && lane.postId !== undefined) {
    // Two concurrent steps created two posts. Continue with one of them.
    await personOf(lane, 'owner').ask('DELETE /api/posts/{id}', {
      params: { id: post.id },
      query: { network: 'false' },
    })
    lane.approved.add(post.content)
    return
  }
  lane.postId = post.id
  if (before && post.content !== before.content) lane.replaced.add(before.content)
  if (post.revision > lane.revision) [lane.oldRevision, lane.revision] = [lane.revision, post.revision]
  const isDecision = what === 'approve' || what === 'approve old'
  if (id !== undefined && isDecision) {
    if (![...rolesBefore, ...lane.rolesOf(who)].some((role) => role === 'owner' || role === 'editor'))
      lane.faults.push(`approved by ${who}`)
    lane.approved.add(post.content)
  } else if (['scheduled', 'publishing', 'published'].includes(post.status)) {
    // An edit comes too late once the worker has taken the post. Frogy then sends the approved text, even if the
    // response contains the new one.
    const isTaken =
      (what === 'draft' || what === 'move') && post.status !== 'scheduled' && lane.approved.has(post.content)
    // A concurrent change of the member's role, or of the rule, may come before or after the step.
    if (neededBefore && lane.needsApproval(who) && !isTaken)
      lane.faults.push(`${what} by ${who} sent an unapproved post`)
    lane.approved.add(post.content)
  }
}

function personOf(lane: Lane, who: Who): Person {
  const person = lane.people.get(who)
  if (!person) throw new Error(`${who} is missing`)
  return person
}

async function setRole(lane: Lane, who: Who, role: Role): Promise<void> {
  lane.roles.set(who, [...lane.rolesOf(who), role])
  const params = { id: lane.id, userId: personOf(lane, who).user?.id ?? '' }
  await personOf(lane, 'owner').ask('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role } })
  lane.roles.set(who, [role])
}

/** Resets the members, their roles and the rule for the next history. */
async function restore(lane: Lane): Promise<void> {
  lane.postId = undefined
  lane.revision = lane.oldRevision = 0
  await take(lane, { do: 'rule', of: 'writers' })
  if (lane.rolesOf('other').includes('removed')) {
    const other = personOf(lane, 'other').movedTo(frogy.url)
    await joinWorkspace(personOf(lane, 'owner'), lane.id, other, 'editor')
    other.movedTo(`${frogy.url}/w/${lane.id}`)
  }
  lane.roles.set('owner', ['owner']).set('other', ['editor'])
  await setRole(lane, 'editor', 'editor')
  await setRole(lane, 'writer', 'writer')
}
