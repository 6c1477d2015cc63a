import { createHash, randomBytes } from 'node:crypto'
import { Blobs } from './blobs.ts'
import { defaultManner, type Manner, type MannerValue } from './manners.ts'
import type { Shown, Upload } from './picture.ts'
import type { Fault } from './fault.ts'
import type { GoogleCode, GoogleKey, GooglePerson } from './google-people.ts'
import type { Platform } from './platform.ts'
import { Posts } from './posts.ts'
import { Store, type Table } from './store.ts'

/** What somebody approved on a consent page, until the app fetches the token for it. */
export interface Code {
  platform: Platform
  accountId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  /** On Facebook, what the person kept to themselves, and the Pages that they let the app have. */
  declined?: string[]
  pageIds?: string[]
  challenge?: { method: 'S256' | 'plain'; value: string }
  expiresAt: number
  used?: true
}

export interface Token {
  platform: Platform
  kind: 'access' | 'refresh' | 'page'
  accountId: string
  clientId: string
  scopes: string[]
  issuedAt: number
  /** null: does not end by time. */
  expiresAt: number | null
  /** Meta's two lives of one token: what the code gives, and what that is exchanged for. */
  longLived?: true
  /** On networks where a later step names the app by its secret alone. */
  clientSecret?: string
  /** On a Page token: the person's token that it hangs on. */
  personToken?: string
  pageId?: string
  /** On a person's token: which Pages they let the app have. */
  pageIds?: string[]
  declined?: string[]
  dead?: 'used' | 'revoked' | 'role-lost' | 'password' | 'checkpoint'
}

/** An app as it showed itself when it fetched its token. */
export interface LetIn {
  origin: string
  clientSecret: string
}

/** Something prepared and not public: a Threads or Instagram container. */
export interface Container {
  platform: Platform
  accountId: string
  text: string
  link?: string
  replyTo?: string
  createdAt: number
  postId?: string
  media: Shown[]
  /** Made to be part of a carousel, and alone no post. */
  isChild?: true
  /** Gone for good: it can be published no more, whatever is said of it. */
  isLost?: true
  /** What was wrong with its media. */
  error?: string
}

/** How many calls of one kind somebody made in the window that began at `start`. */
interface Window {
  start: number
  used: number
}

export type WorldEvent = { type: 'card'; key: string } | { type: 'reset' }

/** Everything the simulated networks remember, and their common clock. */
export interface World {
  readonly codes: Table<Code>
  readonly tokens: Table<Token>
  readonly containers: Table<Container>
  /** By network and person: which app they let in, to call it back. */
  readonly apps: Table<LetIn>
  readonly googleCodes: Table<GoogleCode>
  readonly googleKeys: Table<GoogleKey>
  /** Whom a test has added to those who are always there. */
  readonly googlePeople: Table<GooglePerson>
  readonly windows: Table<Window>
  readonly uploads: Table<Upload>
  /** Limits that a test has set; null lifts one. */
  readonly limits: Table<{ most: number | null }>
  readonly manners: Table<{ value: string | number }>
  readonly blobs: Blobs
  readonly posts: Posts
  readonly faults: Table<Fault>
  now(): number
  advance(ms: number): void
  manner<Name extends Manner>(name: Name): MannerValue<Name>
  /** Grows by one at each call, over restarts too. */
  sequence(): number
  /** 19 digits that grow with time, as X and LinkedIn number what they keep. */
  timeOrderedId(epochMs?: number): string
  announce(event: WorldEvent): void
  /** Writes down what has changed, and only then tells those who watch. */
  save(): void
  onEvent(listener: (event: WorldEvent) => void): () => void
  reset(): void
  close(): void
}

const DAY_MS = 86_400_000

export function openWorld(options: { stateFile?: string; now?: () => number }): World {
  const wallClock = options.now ?? Date.now
  const store = new Store(options.stateFile)
  const numbers = store.table<number>('numbers')
  const codes = store.table<Code>('codes')
  const tokens = store.table<Token>('tokens')
  const listeners = new Set<(event: WorldEvent) => void>()
  let events: WorldEvent[] = []

  const world: World = {
    codes,
    tokens,
    containers: store.table('containers'),
    apps: store.table('apps'),
    googleCodes: store.table('googleCodes'),
    googleKeys: store.table('googleKeys'),
    googlePeople: store.table('googlePeople'),
    windows: store.table('windows'),
    uploads: store.table('uploads'),
    limits: store.table('limits'),
    manners: store.table('manners'),
    blobs: new Blobs(options.stateFile?.replace(/(\.json)?$/, '-media')),
    posts: new Posts(store.table('posts'), (key) => world.announce({ type: 'card', key })),
    faults: store.table('faults'),
    now: () => wallClock() + (numbers.get('advanceMs') ?? 0),
    advance: (ms) => void numbers.put('advanceMs', (numbers.get('advanceMs') ?? 0) + ms),
    manner: (name) => (world.manners.get(name)?.value ?? defaultManner(name)) as MannerValue<typeof name>,
    sequence: () => numbers.put('sequence', (numbers.get('sequence') ?? 0) + 1),
    timeOrderedId: (epochMs = 0) =>
      String((BigInt(world.now() - epochMs) << 22n) + BigInt(world.sequence() & 0x3f_ffff)),
    announce: (event) => void events.push(event),
    save() {
      store.save()
      if (events.length === 0) return
      const due = events
      events = []
      for (const event of due) for (const listener of listeners) listener(event)
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset() {
      const sequence = world.sequence()
      store.clear()
      // Numbers are never given twice: whoever talked to us before may still hold the old ones.
      numbers.put('sequence', sequence)
      world.posts.clear()
      world.blobs.sweep(() => false)
      world.announce({ type: 'reset' })
    },
    close: () => store.close(),
  }

  // Old secrets are dropped at each start, or a file that lives for months would hold little else.
  const tooOld = world.now() - 90 * DAY_MS
  for (const [key, code] of codes.entries()) if (code.expiresAt < tooOld) codes.delete(key)
  for (const [key, code] of world.googleCodes.entries()) if (code.expiresAt < tooOld) world.googleCodes.delete(key)
  for (const [key, token] of tokens.entries()) {
    const ended = token.dead ? token.issuedAt : token.expiresAt
    if (ended !== null && ended < tooOld) tokens.delete(key)
  }
  for (const [key, container] of world.containers.entries()) {
    // Those of a version that knew no pictures can't be shown, and are a day old soon.
    if (!('media' in container) || container.createdAt < tooOld) world.containers.delete(key)
  }
  for (const [key, upload] of world.uploads.entries()) if (upload.createdAt < tooOld) world.uploads.delete(key)
  const wanted = files(world)
  world.blobs.sweep((name) => wanted.has(name))
  store.save()
  return world
}

/** The names of all bytes that something still shows or may use. */
function files(world: World): Set<string> {
  const names = new Set<string>()
  for (const { picture, pieces } of world.uploads.values()) {
    if (picture) names.add(picture.file)
    for (const piece of Object.values(pieces ?? {})) names.add(piece)
  }
  for (const { media } of world.containers.values()) for (const { file } of media) names.add(file)
  for (const { media } of world.posts.all()) for (const { file } of media) names.add(file)
  return names
}

export function secret(prefix: string, bytes = 48): string {
  return prefix + randomBytes(bytes).toString('base64url').replaceAll(/[-_]/g, 'x')
}

/** Always the same for the same words: for identifiers that must not be stored to be found again. */
export function digest(words: string): string {
  return createHash('sha256').update(words).digest('base64url').replaceAll(/[-_]/g, 'x')
}
