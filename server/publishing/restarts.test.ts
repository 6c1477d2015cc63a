import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import sql from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'

const MINUTE_MS = 60_000
const PAUSE_MS = 50

/** Returns what the author sees in the app: the outcome, or why the post is delayed. */
async function knownOf(person: Person, { id }: Post): Promise<string> {
  const { status, failure } = await person.read({ id })
  if (status !== 'scheduled' && status !== 'publishing') return failure ? `${status}: ${failure.code}` : status
  const { items } = await person.call('GET /api/notifications', {})
  const notice = items.find(({ kind, posts }) => kind === 'delayed' && posts.some((post) => post.id === id))
  return notice ? `delayed: ${notice.text.split('. ')[0]}` : 'nothing'
}

test('publishes or fails each due post within two minutes of a restart, or tells its author why it is delayed', async () => {
  await using place = await installation()
  const accounts = (await place.simulator.accounts()).filter(({ pages }) => pages?.length !== 0)
  const due = new Date(place.clock.now().getTime() + 90 * MINUTE_MS)
  const posts: Record<string, { person: Person; post: Post }> = {}
  {
    await using before = await place.start()
    /** Schedules a post of a new user with one account; `which` selects one of the network's accounts. */
    const schedule = async (name: string, platform: Platform, which = 0, at = due) => {
      const person = await before.visitor().register()
      await person.connect(platform, accounts.filter((one) => one.platform === platform)[which]?.id)
      posts[name] = { person, post: await person.schedule({ platform, content: name, at }) }
    }
    await schedule('nothing is wrong', 'linkedin')
    await schedule('was being sent', 'linkedin', 1)
    await schedule('is lost again and again', 'twitter')
    await schedule('its network is away', 'facebook')
    await schedule('has a limit', 'threads', 2)
    await schedule('is too late', 'threads', 0, new Date(due.getTime() - 80 * MINUTE_MS))
    await schedule('has no account', 'threads', 1)
    const [account] = (await posts['has no account']?.person.call('GET /api/social-accounts', {})) ?? []
    await posts['has no account']?.person.call('DELETE /api/social-accounts/{id}', {
      params: { id: account?.id ?? '' },
    })
  }
  {
    // Store the state that a worker leaves when it is killed during a request.
    await using database = await place.database()
    await database.query(sql`
      with sent as (update posts set status = 'publishing' where content = 'was being sent' returning *)
      insert into publish_attempts (post_id, number, revision, account_id, platform, remote_id, state, text, worker, started_at, sent_at)
      select sent.id, 1, sent.revision, account_id, sent.platform, a.remote_id, 'sending', content, 'one that was killed', ${due}, ${due}
      from sent join social_accounts a on a.id = sent.account_id`)
  }
  const { simulator, clock } = place
  await simulator.manners({ away: 'facebook' })
  await simulator.fault({ platform: 'threads', operation: 'publish', fault: 'status', status: 429, retryAfter: 600 })
  await simulator.fault({ platform: 'twitter', operation: 'publish', fault: 'drop_before', count: 5 })
  clock.advanceTo(due)

  await using after = await place.start()
  for (const { person } of Object.values(posts)) person.movedTo(after.url)
  const end = clock.now().getTime() + 2 * MINUTE_MS
  const knownOfAll = async () => {
    const known: Record<string, string> = {}
    for (const [name, { person, post }] of Object.entries(posts)) known[name] = await knownOf(person, post)
    return known
  }
  // Move the clock only after each answer. Otherwise the clock would outrun a slow machine.
  let known = await knownOfAll()
  while (clock.now().getTime() < end) {
    clock.advance(4_000)
    await setTimeout(PAUSE_MS)
    known = await knownOfAll()
  }
  expect(known).toEqual({
    'nothing is wrong': 'published',
    'was being sent': 'unconfirmed: unconfirmed',
    'is lost again and again': 'delayed: X has not confirmed the post, and Frogy is checking',
    'its network is away': 'delayed: Facebook can’t be reached',
    'has a limit': 'delayed: Threads asked Frogy to wait',
    'is too late': 'missed: missed',
    'has no account': 'failed: account_not_connected',
  })
})
