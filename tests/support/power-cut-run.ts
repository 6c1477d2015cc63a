import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { seeded } from './mutate.ts'
import { Person } from './person.ts'
import { startMachine } from './power-cut-machine.ts'
import { startSimulatorProcess } from './processes.ts'
import { simulatorAt } from './simulator.ts'

interface PowerCutsOptions {
  seed: number
  cuts: number
  dataDir: string
  /** Makes the disk confirm syncs without performing them. The run then shows that syncs are necessary. */
  diskLies?: boolean
}

export interface PowerCuts {
  /** Descriptions of the promises that Frogy broke. */
  wrong: string[]
  twice: number
  posts: number
  granted: number
  /** How many posts ended with each status. */
  statuses: Record<string, number>
}

/** Two platforms that list new posts immediately, and one (LinkedIn) whose posts Frogy cannot read. */
const NETWORKS: Platform[] = ['threads', 'facebook', 'linkedin']
const IN_AN_HOUR_MS = 3_600_000
/** The number of changes that Frogy must confirm before each cut, however slow the machine is. */
const GRANTED_BEFORE_A_CUT = 5

/** A post as the user wrote it. Confirmed changes must survive a power cut; unconfirmed ones may. */
interface Written {
  platform: Platform
  /** The last text that Frogy confirmed. `asked` is the text of a later, unconfirmed edit. */
  content: string
  asked: string | undefined
  post: Post | undefined
  /** Whether the post is scheduled far ahead, so that it can be edited and deleted. */
  isFar: boolean
  deletion?: 'asked' | 'done'
}

/**
 * Writes, edits, deletes and publishes posts while the power is cut repeatedly. Then checks that Frogy has kept its
 * promises.
 */
export async function runPowerCuts({ seed, cuts, dataDir, diskLies }: PowerCutsOptions): Promise<PowerCuts> {
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
    const writer = startWriting(layla, written, random)
    // Cut the power at a random time between the first due post and the publication of most posts.
    await writer.granted(GRANTED_BEFORE_A_CUT)
    await pause(random() * 1_600)
    const unsynced = diskLies || cut % 3 === 0 ? 'lost' : 'torn'
    await machine.cutPower({ unsynced, random })
    await machine.start()
    await writer.stopped()
    layla.movedTo(machine.frogy.url)
  }
  return await checkPosts(layla, written, async (platform) => await simulator.posts(platform))
}

/** Three concurrent writers create, edit and delete posts until the power is cut. */
function startWriting(
  layla: Person,
  written: Written[],
  random: () => number,
): {
  /** Resolves after Frogy has confirmed this many changes. */
  granted(times: number): Promise<void>
  stopped(): Promise<void>
} {
  const off = new AbortController()
  const enough = Promise.withResolvers<void>()
  let [left, granted] = [Number.POSITIVE_INFINITY, 0]
  const check = () => granted >= left && enough.resolve()
  const writer = async () => {
    while (!off.signal.aborted) {
      try {
        await writeRandomly(layla, written, random)
        granted++
        check()
      } catch (error) {
        // An error response means a timeout on a busy machine. Without a response, the power was cut.
        if (!/ answered /.test(String(error))) return
      }
    }
  }
  const writers = [writer(), writer(), writer()]
  return {
    granted(times) {
      left = times
      check()
      return enough.promise
    },
    stopped: async () => {
      off.abort()
      await Promise.all(writers)
    },
  }
}

async function writeRandomly(layla: Person, written: Written[], random: () => number): Promise<void> {
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

async function checkPosts(
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
