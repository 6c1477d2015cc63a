import { createHash, randomBytes } from 'node:crypto'
import { Blobs } from './blobs.ts'
import { defaultManner, type Manner, type MannerValue } from './manners.ts'
import type { PostPicture, Upload } from './picture.ts'
import type { Fault } from './fault.ts'
import type { GoogleCode, GoogleKey, GooglePerson } from './google-people.ts'
import type { Platform } from './platform.ts'
import { Posts } from './posts.ts'
import { Store, type Table } from './store.ts'

/** An authorization code: a consent that the app has not yet redeemed. */
export interface Code {
  platform: Platform
  accountId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  /** On Facebook: the scopes that the person declined, and the Pages that they share with the app (`pageIds`). */
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
  /** null means that the token never expires. */
  expiresAt: number | null
  /** Only Meta's networks: whether this is the long-lived token or the short-lived one of the code exchange. */
  longLived?: true
  /** The app's secret, for networks where a later step authenticates by the secret alone. */
  clientSecret?: string
  /** Only on a Page token: the token of the person on which it depends. */
  personToken?: string
  pageId?: string
  /** On Bluesky: the thumbprint of the key to which the token is bound, and its session. */
  jkt?: string
  session?: string
  /** On Bluesky: the key with which the confidential client authenticated itself. */
  clientKeyId?: string
  /** Only on a person's token: the Pages that the person shares with the app. */
  pageIds?: string[]
  declined?: string[]
  dead?: 'used' | 'revoked' | 'role-lost' | 'password' | 'checkpoint'
}

/** An app that registered itself at one server of a network. */
export interface RegisteredApp {
  server: string
  name: string
  secret: string
  redirectUris: string[]
  scopes: string[]
}

/** An app that has redeemed an authorization code. */
interface AuthorizedApp {
  origin: string
  clientSecret: string
}

/** A Threads or Instagram container: an uploaded post that the app can publish by its id. */
export interface Container {
  platform: Platform
  accountId: string
  text: string
  link?: string
  replyTo?: string
  createdAt: number
  postId?: string
  media: PostPicture[]
  /** Whether this is a carousel item, which cannot be published alone. */
  isChild?: true
  /** Whether the container is lost. It can never be published, even if its status says that it is ready. */
  isLost?: true
  /** The error in the media of a container, which is a post before it is published. */
  error?: string
}

/** The number of actions in the time window that began at `start`. */
interface Window {
  start: number
  used: number
}

type WorldEvent = { type: 'card'; key: string } | { type: 'reset' }

/** The state of all simulated networks, with their clock. */
export interface World {
  readonly codes: Table<Code>
  readonly tokens: Table<Token>
  readonly containers: Table<Container>
  /** The apps that get signed callbacks, by network and person. */
  readonly apps: Table<AuthorizedApp>
  readonly registeredApps: Table<RegisteredApp>
  /** Requests for consent that apps have pushed, as form bodies. */
  readonly pushedRequests: Table<{ query: string; expiresAt: number }>
  /** The posts of requests with an idempotency key, by account and key. */
  readonly answeredKeys: Table<{ postId: string; at: number }>
  readonly googleCodes: Table<GoogleCode>
  readonly googleKeys: Table<GoogleKey>
  /** The Google users that tests have added. */
  readonly googlePeople: Table<GooglePerson>
  /** The Pages on which people have lost their roles, by network and id. */
  readonly lostRoles: Table<{ at: number }>
  readonly windows: Table<Window>
  readonly uploads: Table<Upload>
  /** On Bluesky: the last change of each account's repository. */
  readonly revisions: Table<{ rev: string }>
  /** The limits that tests have set. null means unlimited. */
  readonly limits: Table<{ most: number | null }>
  readonly manners: Table<{ value: string | number }>
  readonly blobs: Blobs
  readonly posts: Posts
  readonly faults: Table<Fault>
  now(): number
  advance(ms: number): void
  manner<Name extends Manner>(name: Name): MannerValue<Name>
  /** A number that increases with each call, even across restarts. */
  sequence(): number
  /** A new id with 19 digits that increases with time, as on X and LinkedIn. */
  timeOrderedId(epochMs?: number): string
  announce(event: WorldEvent): void
  /** Saves all changes, then sends the events announced during them. */
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
    registeredApps: store.table('registeredApps'),
    pushedRequests: store.table('pushedRequests'),
    answeredKeys: store.table('answeredKeys'),
    googleCodes: store.table('googleCodes'),
    googleKeys: store.table('googleKeys'),
    googlePeople: store.table('googlePeople'),
    lostRoles: store.table('lostRoles'),
    windows: store.table('windows'),
    uploads: store.table('uploads'),
    revisions: store.table('revisions'),
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
      // Keep the sequence on reset and never reuse ids, because clients may still hold old ones.
      numbers.put('sequence', sequence)
      world.posts.clear()
      world.blobs.sweep(() => false)
      world.announce({ type: 'reset' })
    },
    close: () => store.close(),
  }

  // Delete expired codes and tokens at start, so that the state file stays small.
  const tooOld = world.now() - 90 * DAY_MS
  for (const [key, code] of codes.entries()) if (code.expiresAt < tooOld) codes.delete(key)
  for (const [key, code] of world.googleCodes.entries()) if (code.expiresAt < tooOld) world.googleCodes.delete(key)
  for (const [key, token] of tokens.entries()) {
    const ended = token.dead ? token.issuedAt : token.expiresAt
    if (ended !== null && ended < tooOld) tokens.delete(key)
  }
  for (const [key, container] of world.containers.entries()) {
    // Delete containers without `media`, which older versions wrote. They expire within a day anyway.
    if (!('media' in container) || container.createdAt < tooOld) world.containers.delete(key)
  }
  for (const [key, upload] of world.uploads.entries()) if (upload.createdAt < tooOld) world.uploads.delete(key)
  const wanted = files(world)
  world.blobs.sweep((name) => wanted.has(name))
  store.save()
  return world
}

/** The hashes of all stored files that are still in use. */
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

/** Derives an id from text, so that the id is the same each time and needs no storage. */
export function digest(words: string): string {
  return createHash('sha256').update(words).digest('base64url').replaceAll(/[-_]/g, 'x')
}
