import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { seeded } from './mutate.ts'
import { Person } from './person.ts'
import { startMachine } from './power-cut-machine.ts'
import { startSimulatorProcess } from './processes.ts'
import { simulatorAt } from './simulator.ts'

export interface PowerCutsOptions {
  seed: number
  cuts: number
  dataDir: string
  /** Lets the disk only say that it has synced, to see what syncing is good for. */
  diskLies?: boolean
}

export interface PowerCuts {
  /** Broken promises, in words. */
  wrong: string[]
  twice: number
  posts: number
  granted: number
  /** How often each status was reached. */
  statuses: Record<string, number>
}

/** Networks that show what they have at once, and one that cannot be asked. */
const NETWORKS: Platform[] = ['threads', 'facebook', 'linkedin']
const IN_AN_HOUR_MS = 3_600_000
/** However slow the machine is, there is something to lose. */
const GRANTED_BEFORE_A_CUT = 5

/** A post as its owner wrote it: what Frogy said yes to must be kept, what died under way may be or not. */
interface Written {
  platform: Platform
  /** The text that Frogy said yes to, and the one that it was asked for since. */
  content: string
  asked: string | undefined
  post: Post | undefined
  /** For a day that does not come, to be changed and deleted meanwhile. */
  isFar: boolean
  deletion?: 'asked' | 'done'
}

/** Posts go out, are written, changed and deleted all the time, and the power is cut again and again: is every promise kept? */
export async function powerCuts({ seed, cuts, dataDir, diskLies }: PowerCutsOptions): Promise<PowerCuts> {
  const random = seeded(seed)
  await using opened = new AsyncDisposableStack()
  const simulator = simulatorAt(opened.use(await startSimulatorProcess()).url)
  await simulator.liftLimits()
  await simulator.manners({ linkedinDuplicateMs: 0, twitterDuplicateMs: 0 })
  const machine = opened.use(await startMachine(dataDir, { SIMULATOR_PORT: new URL(simulator.url).port }))
  const layla = await new Person(machine.frogy.url).register()
  for (const platform of NETWORKS) await layla.connect(platform)

  const written: Written[] = []
  for (let cut = 0; cut < cuts; cut++) {
    if (diskLies) machine.letTheDiskLie()
    const hand = writing(layla, written, random)
    // From before anything of it is due until most of it is out.
    await hand.granted(GRANTED_BEFORE_A_CUT)
    await pause(random() * 1_600)
    const unsynced = diskLies || cut % 3 === 0 ? 'lost' : 'torn'
    await machine.cutPower({ unsynced, random })
    await machine.start()
    await hand.stopped()
    layla.movedTo(machine.frogy.url)
  }
  return await judged(layla, written, async (platform) => await simulator.posts(platform))
}

/** Writes, changes and deletes without a pause, several at a time, until the power is gone. */
function writing(
  layla: Person,
  written: Written[],
  random: () => number,
): {
  /** Resolves when so much of it was said yes to. */
  granted(times: number): Promise<void>
  stopped(): Promise<void>
} {
  const off = new AbortController()
  const enough = Promise.withResolvers<void>()
  let [left, granted] = [Number.POSITIVE_INFINITY, 0]
  const check = () => granted >= left && enough.resolve()
  const hand = async () => {
    while (!off.signal.aborted) {
      try {
        await writeSomething(layla, written, random)
        granted++
        check()
      } catch (error) {
        // Refused on a machine so busy that its time is over; else the power is gone.
        if (!/ answered /.test(String(error))) return
      }
    }
  }
  const hands = [hand(), hand(), hand()]
  return {
    granted(times) {
      left = times
      check()
      return enough.promise
    },
    stopped: async () => {
      off.abort()
      await Promise.all(hands)
    },
  }
}

async function writeSomething(layla: Person, written: Written[], random: () => number): Promise<void> {
  const far = written.filter((one) => one.isFar && one.post && !one.asked && !one.deletion)
  const one = far[Math.floor(random() * far.length)]
  const what = random()
  if (one?.post && what < 0.3) {
    const params = { id: one.post.id }
    if (what < 0.05) {
      one.deletion = 'asked'
      await layla.call('DELETE /api/posts/{id}', { params })
      one.deletion = 'done'
      return
    }
    one.asked = `Changed ${randomUUID()}`
    await layla.call('PATCH /api/posts/{id}', { params, body: { content: one.asked } })
    Object.assign(one, { content: one.asked, asked: undefined })
    return
  }
  const isFar = random() < 0.2
  const platform = NETWORKS[Math.floor(random() * NETWORKS.length)] ?? 'threads'
  const next: Written = { platform, content: `Written ${randomUUID()}`, asked: undefined, post: undefined, isFar }
  written.push(next)
  const at = new Date(Date.now() + (isFar ? IN_AN_HOUR_MS : random() * 1_000))
  next.post = await layla.schedule({ platform, content: next.content, at })
}

async function judged(
  layla: Person,
  written: Written[],
  posts: (platform: Platform) => Promise<{ text: string }[]>,
): Promise<PowerCuts> {
  const wrong: string[] = []
  const statuses: Record<string, number> = {}
  const ended = new Map<Written, { status: string; content: string }>()
  for (const one of written) {
    if (!one.post) continue
    const { status, body } = await layla.ask('GET /api/posts/{id}', { params: { id: one.post.id } })
    if (status === 404) ended.set(one, { status: 'gone', content: '' })
    else ended.set(one, one.isFar ? body : await layla.decided(one.post))
  }
  const out = new Map<string, number>()
  for (const platform of NETWORKS) for (const { text } of await posts(platform)) out.set(text, (out.get(text) ?? 0) + 1)

  let twice = 0
  for (const one of written) {
    const times = out.get(one.content) ?? 0
    if (times > 1) {
      twice++
      wrong.push(`${one.platform}: ${one.content} is out ${times} times`)
    }
    const end = ended.get(one)
    if (!end) continue
    statuses[end.status] = (statuses[end.status] ?? 0) + 1
    const name = `${one.platform}: ${one.content}`
    if (end.status === 'gone') {
      if (!one.deletion) wrong.push(`${name} is lost`)
    } else if (one.isFar) {
      if (one.deletion === 'done') wrong.push(`${name} is back, after its deletion was granted`)
      else if (end.content !== one.content && end.content !== one.asked) wrong.push(`${name} says ${end.content}`)
    } else if (
      end.status === 'published' ? times !== 1 : !(end.status === 'unconfirmed' && one.platform === 'linkedin')
    )
      wrong.push(`${name} is ${end.status} and out ${times} times`)
  }
  const granted = written.filter(({ post }) => post).length
  return { wrong, twice, posts: written.length, granted, statuses }
}
