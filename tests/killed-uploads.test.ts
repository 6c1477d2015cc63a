import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { lookOf } from '#core/platforms/looks.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { openSimulator } from '#simulator/open-simulator.ts'
import { testDatabase } from './support/databases.ts'
import { fixtureEmail } from './support/fixture-users.ts'
import { startAlone } from './support/killable-frogy.ts'
import type { PausePoint } from './support/pausing-proxy.ts'
import { Person } from './support/person.ts'
import { simulatorAt, type SimulatedPost } from './support/simulator.ts'
import { addCoverAndCaptions, uploadVideo, videoFile } from './support/videos.ts'

// Every network receives a video in its own steps. Frogy is killed while the requests of all networks are at the same
// step. After its restart, each network must have one post with the whole video.

type Step = 'begin' | 'file' | 'finish' | 'status' | 'publish'
interface Requested {
  method: string
  path: string
}

/** The requests of each network in order. Networks that fetch a video get its address with the first request. */
const STEPS: Record<Platform, Partial<Record<Step, [method: string, path: RegExp]>>> = {
  linkedin: {
    begin: ['POST', /\/rest\/videos\?action=initializeUpload$/],
    file: ['PUT', /\/dms-video-uploads\//],
    finish: ['POST', /\/rest\/videos\?action=finalizeUpload$/],
    status: ['GET', /\/rest\/videos\//],
    publish: ['POST', /\/rest\/posts$/],
  },
  twitter: {
    begin: ['POST', /\/media\/upload\/initialize$/],
    file: ['POST', /\/append$/],
    finish: ['POST', /\/finalize$/],
    status: ['GET', /command=STATUS/],
    publish: ['POST', /\/2\/tweets$/],
  },
  facebook: {
    begin: ['POST', /\/video_reels$/],
    file: ['POST', /\/video-upload\//],
    status: ['GET', /fields=status/],
    publish: ['POST', /\/video_reels$/],
  },
  instagram: {
    begin: ['POST', /\/media$/],
    status: ['GET', /fields=status_code/],
    publish: ['POST', /\/media_publish$/],
  },
  threads: {
    begin: ['POST', /\/threads$/],
    status: ['GET', /fields=id,status/],
    publish: ['POST', /\/threads_publish$/],
  },
  bluesky: { file: ['POST', /uploadBlob$/], publish: ['POST', /putRecord$/] },
  mastodon: {
    file: ['POST', /\/api\/v2\/media$/],
    status: ['GET', /\/api\/v1\/media\//],
    publish: ['POST', /\/api\/v1\/statuses$/],
  },
  telegram: { publish: ['POST', /\/sendVideo$/] },
}

interface Kill {
  when: string
  at: [moment: PausePoint, step: Step]
  /** The networks whose request is paused at the kill. The others may have published before. */
  networks: readonly Platform[]
  /**
   * How many files, or parts of a file, each network receives at most after the kill. Bluesky receives the captions in
   * the same way as the video.
   */
  mostSentAgain: Partial<Record<Platform, number>>
  /** Whether an upload may begin again, because its id is lost. */
  beginsAgain?: true
  /** The networks where Frogy asks the author, with the number of their posts. */
  asks?: Partial<Record<Platform, number>>
}

const IN_PARTS: readonly Platform[] = ['linkedin', 'twitter']

const KILLS: Kill[] = [
  {
    when: 'before it stores the ids of the uploads',
    at: ['answer', 'begin'],
    networks: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'],
    mostSentAgain: { linkedin: 2, twitter: 2, facebook: 1 },
    beginsAgain: true,
  },
  {
    when: 'while it sends the last part of the video',
    at: ['request', 'file'],
    networks: ['linkedin', 'twitter', 'facebook', 'bluesky', 'mastodon'],
    mostSentAgain: { linkedin: 1, twitter: 1, facebook: 1, bluesky: 2, mastodon: 1 },
  },
  {
    // Bluesky and Mastodon cannot find an uploaded file without its id, and the id was in the lost response.
    when: 'after the networks received the last part, before the response',
    at: ['answer', 'file'],
    networks: ['linkedin', 'twitter', 'facebook', 'bluesky', 'mastodon'],
    mostSentAgain: { linkedin: 1, twitter: 1, bluesky: 2, mastodon: 1 },
  },
  {
    when: 'after the networks joined the parts, before the response',
    at: ['answer', 'finish'],
    networks: IN_PARTS,
    mostSentAgain: {},
  },
  {
    when: 'while it waits until the networks have processed the video',
    at: ['answer', 'status'],
    networks: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads', 'mastodon'],
    mostSentAgain: {},
  },
  {
    when: 'after the networks accepted the post, before the response',
    at: ['answer', 'publish'],
    networks: PLATFORMS,
    mostSentAgain: {},
    asks: { linkedin: 1, telegram: 1 },
  },
  {
    when: 'before a network without look-ups has the post with the video',
    at: ['request', 'publish'],
    networks: ['telegram'],
    mostSentAgain: {},
    asks: { telegram: 0 },
  },
]

/** An upright video, which every network accepts, in two parts. */
const FILE = videoFile({ seconds: 8, width: 720, height: 1280, sizeBytes: VIDEO_PART_BYTES + 200_000 })
const HASH = createHash('sha256').update(FILE).digest('hex')

/** Whether the video has its cover and captions, as far as the network accepts them. */
function hasExtras(platform: Platform, media: SimulatedPost['media'][number] | undefined): boolean {
  const { hasVideoCover = false, maxCaptionBytes = 0 } = lookOf(platform)
  return (media?.cover !== undefined) === hasVideoCover && (media?.captions !== undefined) === maxCaptionBytes > 0
}

const isStep = (platform: Platform, step: Step, { method, path }: Requested): boolean => {
  const [wanted, pattern] = STEPS[platform][step] ?? []
  return method === wanted && path.startsWith(`/${platform}/`) && (pattern?.test(path) ?? false)
}

for (const kill of KILLS) {
  test.concurrent(`publishes a video once on each network when Frogy is killed ${kill.when}`, async () => {
    await using opened = new AsyncDisposableStack()
    const simulator = opened.use(await openSimulator({ port: 0, autoConsent: true }))
    const database = opened.use(await testDatabase('peopled'))
    const frogy = await startAlone(
      opened,
      {
        DATA_DIR: database.dataDir,
        DATABASE_URL: database.databaseUrl,
        APP_SECRET: 'a secret of these tests, long enough',
        SIMULATOR_PORT: String(simulator.port),
      },
      simulator.url,
    )
    const [gate] = frogy.gates
    if (!gate) throw new Error('Frogy has no proxy')
    const layla = await new Person(frogy.url()).signIn(fixtureEmail(1))
    for (const platform of kill.networks) await layla.connect(platform)
    const video = await uploadVideo(layla, FILE)
    await addCoverAndCaptions(layla, video)

    const [moment, step] = kill.at
    const arrivals = kill.networks.map((platform) => {
      // On Facebook, the request that begins an upload has the same path as the one that publishes the video. Ignore
      // the first.
      const ignored = platform === 'facebook' && step === 'publish' ? 1 : 0
      const last = step === 'file' && IN_PARTS.includes(platform) ? 1 : ignored
      let seen = 0
      return gate.hold(moment, (request) => isStep(platform, step, request) && seen++ === last)
    })
    const scheduledAt = new Date().toISOString()
    const posts = await Promise.all(
      kill.networks.map((platform) =>
        layla.call('POST /api/posts', {
          body: { platform, content: 'Frogs at dawn', status: 'scheduled', scheduledAt, media: { images: [video] } },
        }),
      ),
    )
    await Promise.all(arrivals)
    await frogy.killBehind(gate)
    gate.open()
    const before = gate.requests.length
    await frogy.restart()

    const seenBy = frogy.seenBy(layla)
    for (const post of posts) {
      const { platform } = post
      const decided = await seenBy.decided(post)
      const atNetwork = await simulatorAt(simulator.url).posts(platform)
      const asked = kill.asks?.[platform]
      expect({
        platform,
        status: decided.status,
        files: atNetwork.map(({ media }) => media.map(({ sha256 }) => sha256)),
        haveExtras: atNetwork.every(({ media }) => hasExtras(platform, media[0])),
      }).toEqual({
        platform,
        status: asked === undefined ? 'published' : 'unconfirmed',
        files: Array.from({ length: asked ?? 1 }, () => [HASH]),
        haveExtras: true,
      })
      const sent = gate.requests.slice(before)
      const count = (one: Step) => sent.filter((request) => isStep(platform, one, request)).length
      // On Facebook, count the request that publishes too, because it has the same path as the one that begins an
      // upload.
      const mostBegun = (kill.beginsAgain ? 1 : 0) + (platform === 'facebook' ? 1 : 0)
      expect({
        platform,
        sendsTooMuchAgain: count('file') > (kill.mostSentAgain[platform] ?? 0),
        beginsTooOften: count('begin') > mostBegun,
        publishesUnasked: asked !== undefined && count('publish') > 0,
      }).toEqual({ platform, sendsTooMuchAgain: false, beginsTooOften: false, publishesUnasked: false })
    }
  })
}
