import { createHash, randomBytes } from 'node:crypto'
import { Blobs } from './blobs.ts'
import { defaultManner, type Manner, type MannerValue } from './manners.ts'
import type { PostPicture, Upload } from './picture.ts'
import type { Fault } from './fault.ts'
import type { GoogleCode, GoogleKey, GooglePerson } from './google-people.ts'
import type { Platform } from './platform.ts'
import { Posts } from './posts.ts'
import { Store, type Table } from './store.ts'

/** An approved consent, until the app redeems its code. */
export interface Code {
  platform: Platform
  accountId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  /** On Facebook: declined scopes, and the Pages shared with the app. */
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
  /** null: never expires. */
  expiresAt: number | null
  /** Meta: the short-lived token of the code exchange, or the long-lived one. */
  longLived?: true
  /** For networks where a later step authenticates by the secret alone. */
  clientSecret?: string
  /** On a Page token: the person's token that it depends on. */
  personToken?: string
  pageId?: string
  /** On a person's token: the Pages shared with the app. */
  pageIds?: string[]
  declined?: string[]
  dead?: 'used' | 'revoked' | 'role-lost' | 'password' | 'checkpoint'
}

/** An app that has redeemed a code. */
export interface AuthorizedApp {
  origin: string
  clientSecret: string
}

/** An unpublished Threads or Instagram container. */
export interface Container {
  platform: Platform
  accountId: string
  text: string
  link?: string
  replyTo?: string
  createdAt: number
  postId?: string
  media: PostPicture[]
  /** A carousel item, which cannot be published alone. */
  isChild?: true
  /** Lost: it can never be published, whatever its status. */
  isLost?: true
  /** The fault of its media. */
  error?: string
}

/** The actions in the window that began at `start`. */
interface Window {
  start: number
  used: number
}

export type WorldEvent = { type: 'card'; key: string } | { type: 'reset' }

/** The state of all simulated networks, and their clock. */
export interface World {
  readonly codes: Table<Code>
  readonly tokens: Table<Token>
  readonly containers: Table<Container>
  /** By network and person: the app that gets callbacks. */
  readonly apps: Table<AuthorizedApp>
  readonly googleCodes: Table<GoogleCode>
  readonly googleKeys: Table<GoogleKey>
  /** People added by tests. */
  readonly googlePeople: Table<GooglePerson>
  readonly windows: Table<Window>
  readonly uploads: Table<Upload>
  /** Limits set by tests; null lifts one. */
  readonly limits: Table<{ most: number | null }>
  readonly manners: Table<{ value: string | number }>
  readonly blobs: Blobs
  readonly posts: Posts
  readonly faults: Table<Fault>
  now(): number
  advance(ms: number): void
  manner<Name extends Manner>(name: Name): MannerValue<Name>
  /** Increases with each call, also across restarts. */
  sequence(): number
  /** 19 digits that increase with time, as on X and LinkedIn. */
  timeOrderedId(epochMs?: number): string
  announce(event: WorldEvent): void
  /** Saves all changes, then sends the events. */
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
      // Never reuse ids: clients may still hold old ones.
      numbers.put('sequence', sequence)
      world.posts.clear()
      world.blobs.sweep(() => false)
      world.announce({ type: 'reset' })
    },
    close: () => store.close(),
  }

  // Expired secrets are deleted at start, so that the file stays small.
  const tooOld = world.now() - 90 * DAY_MS
  for (const [key, code] of codes.entries()) if (code.expiresAt < tooOld) codes.delete(key)
  for (const [key, code] of world.googleCodes.entries()) if (code.expiresAt < tooOld) world.googleCodes.delete(key)
  for (const [key, token] of tokens.entries()) {
    const ended = token.dead ? token.issuedAt : token.expiresAt
    if (ended !== null && ended < tooOld) tokens.delete(key)
  }
  for (const [key, container] of world.containers.entries()) {
    // Containers of older versions lack `media`. They expire within a day.
    if (!('media' in container) || container.createdAt < tooOld) world.containers.delete(key)
  }
  for (const [key, upload] of world.uploads.entries()) if (upload.createdAt < tooOld) world.uploads.delete(key)
  const wanted = files(world)
  world.blobs.sweep((name) => wanted.has(name))
  store.save()
  return world
}

/** The hashes of all files in use. */
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

/** A deterministic id, so that it need not be stored. */
export function digest(words: string): string {
  return createHash('sha256').update(words).digest('base64url').replaceAll(/[-_]/g, 'x')
}
