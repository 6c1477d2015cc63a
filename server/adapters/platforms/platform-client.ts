import type { Readable } from 'node:stream'
import type { MentionedPerson } from '#core/accounts/contract.ts'
import type { Metric } from '#core/analytics/metrics.ts'
import type { SentType } from '#core/media/renditions.ts'
import type { PostOptions, Visibility } from '#core/platforms/post-options.ts'
import type { Caption, CaptionLanguage } from '#core/video/captions.ts'
import type { VideoType } from '#core/video/video-facts.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { ApiVersions } from './api-versions.ts'
import type { SigningKey } from './signing-key.ts'

/** The tokens of an account, encrypted in every store. */
export type Tokens = {
  accessToken: string
  refreshToken: string | null
  expiresAt: Date | null
  /** The base URL of the account's own server, on networks of many servers. */
  server?: string | undefined
  dpop?: DpopSession | undefined
}

/** The session of tokens that work only with proofs of a key (RFC 9449). */
export interface DpopSession {
  key: SigningKey
  /** The authorization server that issued the tokens. */
  issuer: string
  tokenUrl: string
  /** The address that revokes tokens; null if the server offers none. */
  revocationUrl: string | null
  /** The account's id, which each token response repeats. Missing in sessions that an older version stored. */
  subject?: string
  /** This installation's id at the authorization server, and the id of its key. A public client has no key. */
  clientId: string
  clientKeyId: string | null
  /**
   * Whether a renewal has begun and its response is missing. A second use of the refresh token could end the session.
   */
  isRenewalOpen?: true | undefined
}

export interface Connection {
  remoteId: string
  /** The person's id in the network's callbacks to the app. Missing if the network sends no callbacks. */
  grantedBy?: string | undefined
  displayName: string
  username: string | null
  profileUrl: string | null
  /** The address of the account's picture. The network may let it expire within hours. */
  pictureUrl?: string | undefined
  /** The longest text that the account's server accepts, if servers differ. */
  textLimit?: number | null
  /** The visibility that the account's server gives to a post that names no visibility. */
  defaultVisibility?: Visibility | undefined
  /** Whether the account's server accepts only posts with a photo or video. */
  needsMedia?: boolean
  scopes: string[]
  tokens: Tokens
}

export type Access = {
  remoteId: string
  accessToken: string
  server?: string | undefined
  dpop?: DpopSession | undefined
}

export interface OutgoingPost {
  text: string
  language?: 'en' | 'ar'
  /** When the post is due. This is in the past for a late post. */
  dueAt?: Date
  /** The pictures in display order. */
  images: OutgoingImage[]
  /** The post's video. A post with a video has no pictures. */
  video?: OutgoingVideo | undefined
  /** The author's choices, with the account's own default visibility. Parts of a thread have their post's choices. */
  options?: PostOptions | undefined
  /** The post's PDF document. A post with a document has no other media. */
  document?: OutgoingDocument | undefined
  /** For a further part of a thread: the part that it replies to. */
  replyTo?: ReplyTo | undefined
  /**
   * Reads the card of the text's first link, for networks that do not read linked pages. The
   * function is absent if the text has no link. It returns null if the page has no card, and `unread` if reading takes
   * too long.
   */
  readCard?: ((signal: AbortSignal) => Promise<OutgoingCard | null | 'unread'>) | undefined
}

/** The ids of the previous part and of the thread's first part. The first is null if Frogy does not know it. */
export interface ReplyTo {
  parentId: string
  rootId: string | null
}

export interface OutgoingCard {
  url: string
  title: string
  description: string | null
  /** The card's picture as a JPEG. */
  picture: Uint8Array<ArrayBuffer> | null
}

export interface OutgoingImage {
  id: string
  type: SentType
  width: number
  height: number
  altText: string
  /** A signed URL, valid for some hours, for networks that download pictures. */
  url: string
  read(): Promise<Outcome<Uint8Array<ArrayBuffer>>>
}

/** A video, or an animated GIF for networks that show it. */
export interface OutgoingVideo {
  id: string
  type: VideoType | 'image/gif'
  sizeBytes: number
  /** The duration. 0 for a GIF, which repeats. */
  durationMs: number
  width: number
  height: number
  altText: string
  /** The frame to show before the video plays, and its time. Absent if the network chooses one. */
  cover?: { picture: Uint8Array<ArrayBuffer>; atMs: number } | undefined
  captions?: { language: CaptionLanguage; list: readonly Caption[] } | undefined
  /** A signed URL, valid for some hours, for networks that download videos. */
  url: string
  /** Reads a range of a few megabytes into memory. */
  read(from: number, length: number): Promise<Outcome<Uint8Array<ArrayBuffer>>>
  /** Streams the file from an offset. Without one, streams the whole file. */
  open(from?: number): Readable
}

/** A PDF document. Only networks whose rules have `document` get one. */
export interface OutgoingDocument extends Pick<OutgoingVideo, 'id' | 'sizeBytes' | 'read' | 'open'> {
  type: 'application/pdf'
  /** The title that readers see, never empty. */
  altText: string
}

/** Ids of objects that Frogy created at the network before the post became public, such as uploaded pictures. */
export type Prepared = Record<string, string>

/**
 * Marks a post whose earlier request got no response, unless the author has said that it is not live. Creating it again
 * could publish it twice.
 */
export const UNANSWERED = 'unanswered'
/**
 * Key that marks an upload that the author says is not live. The author may be wrong, so the next attempt publishes the
 * same upload.
 */
export const DENIED = 'denied'

/** The preparation steps that this or an earlier process has completed. Frogy repeats none of them. */
export type Preparation = { readonly done: Readonly<Prepared>; save(made: Prepared): Promise<void> }

/** A post that may be public, because the response to its request was lost. */
export interface LostPost {
  /** The request for the post was sent at this time or later. */
  sentAt: Date
  /** The network's ids of Frogy's other posts, which cannot be the lost post. */
  known: ReadonlySet<string>
  /**
   * Whether an installation that lost its data may have published the post from its own upload. If so, our unpublished
   * upload does not prove that the post is missing.
   */
  isFromElsewhere?: boolean
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: PublishFailure }

/** A post's counts. A count is null if the network does not report it. */
export interface Metrics extends Record<Metric, number | null> {
  /** Metrics that the network refuses unless it grants another permission. */
  refused?: readonly Metric[]
}
export type Receipt = { remoteId: string; permalink: string | null }
/** The result of a request to publish a post. `learnt` is stored with the prepared post for the next attempt. */
export type Published = { ok: true; value: Receipt } | { ok: false; failure: PublishFailure; learnt?: Prepared }

export interface SendWindow {
  /** Whether a request may still begin. Call it right before the first byte. */
  mayBegin(): boolean
  /** Aborts at the request's deadline, which is counted from when the post was marked as being sent. */
  readonly signal: AbortSignal
  /** Allows another request after a proven refusal. Returns false if another worker has taken over. */
  reopen(): Promise<boolean>
}

export interface PlatformApp {
  /** The app's id and secret. Both are empty for networks to which users connect with a form in Frogy. */
  clientId: string
  clientSecret: string
  /** Scopes in addition to those that posting needs. */
  scopes: readonly string[]
  /** A base URL that replaces the vendor's hosts. */
  baseUrl: string | undefined
  /**
   * The server that the operator has set for accounts that name no server. Only for networks whose form asks for a
   * server.
   */
  server?: string | undefined
  versions: ApiVersions
  now: () => Date
  registeredApps: RegisteredApps
}

/** An app that Frogy registered itself, on a network where each server is its own OAuth provider. */
export interface RegisteredApp {
  clientId: string
  clientSecret: string
  redirectUri: string
  scopes: string[]
}

/** The registered apps of a network, by the base URL of the server. */
export interface RegisteredApps {
  /** Reads the apps at a server, newest first. There are several if the address of this installation has changed. */
  at(server: string): Promise<RegisteredApp[]>
  save(server: string, app: RegisteredApp): Promise<void>
  /** The keys with which this installation authenticates itself as an OAuth client, newest first. */
  readonly signingKeys: readonly SigningKey[]
}

export type ConsentRequest = { redirectUri: string; state: string; codeChallenge: string }

export interface ConsentGrant {
  code: string
  redirectUri: string
  codeVerifier: string
  /** The parameter `iss` of the return URL. It names the server that returned the user (RFC 9207). */
  issuer?: string | undefined
  /** Data that the form kept for the return, such as the server that shows the consent page. */
  kept?: string | undefined
}

/** The accounts, or the page on which the network still asks for consent. `kept` may contain secrets. */
export type FormOutcome = { connections: Connection[] } | { consentUrl: string; kept: string }

/** An entry in the list of networks in all.ts. */
export interface PlatformAdapter {
  /** The base URL of the vendor's API. */
  apiUrl: string
  open(app: PlatformApp): PlatformClient
}

export interface PlatformClient {
  readonly renewsItself: boolean
  /** The token that a renewal needs. An expired access token cannot be renewed. */
  readonly renewsWith: 'refresh-token' | 'access-token' | null
  /** Whether publishing is idempotent, because it publishes a prepared object by id. */
  readonly publishesPrepared: boolean
  /** Whether each sign-in has its own session. Other networks revoke a permission for all sign-ins to an account. */
  readonly hasOwnSessions?: true

  /** The network's consent page. Missing for networks to which users connect with a form in Frogy. */
  consentUrl?(request: ConsentRequest): string
  /** Connects with what the user entered into the network's form. @throws NotConnected, FieldRefused */
  connectByForm?(
    fields: Readonly<Record<string, string>>,
    request: ConsentRequest,
    signal: AbortSignal,
  ): Promise<FormOutcome>
  /** Whether the network returned the user, with a code or an error. Absent if the redirect names no issuer. */
  isReturnOf?(grant: Pick<ConsentGrant, 'issuer' | 'kept'>): boolean
  /** Exchanges the code for tokens and reads the accounts: at least one. @throws NotConnected */
  connect?(grant: ConsentGrant, signal: AbortSignal): Promise<Connection[]>
  /**
   * Renews an account's tokens.
   * @param mayBegin checked right before the first byte: false if another process may already be renewing the tokens
   */
  refresh?(tokens: Tokens, signal: AbortSignal, mayBegin?: () => boolean): Promise<Outcome<Tokens>>
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<Outcome<null>>

  /** Creates what the post needs before it becomes public, and saves each step. None of it is public. */
  prepare?(post: OutgoingPost, access: Access, preparation: Preparation, signal: AbortSignal): Promise<Outcome<null>>
  /**
   * Deletes what `prepare` created for a post that will not be published, if people could see it at the network.
   * Managers of a Facebook Page see its hidden posts, for example.
   */
  discard?(prepared: Readonly<Prepared>, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /**
   * Sends the request that publishes the post, after the worker has marked it as being sent (the fence in
   * docs/architecture.md). The request may be repeated after a refusal, if `sending.reopen` returned true.
   */
  publish(post: OutgoingPost, prepared: Readonly<Prepared>, access: Access, sending: SendWindow): Promise<Published>
  /**
   * How long after a post was marked as being sent Frogy may send it again, if it cannot find the post. See
   * sending-times.ts.
   */
  sendAgainAfterMs(prepared: Readonly<Prepared>): number
  /** Looks up a post that may be public. */
  find(
    post: OutgoingPost,
    prepared: Readonly<Prepared>,
    access: Access,
    lost: LostPost,
    signal: AbortSignal,
  ): Promise<LookResult>
  /**
   * Adds a comment to a published post, after the comment was marked as being sent. Networks with threads publish a
   * reply instead.
   */
  comment?(remoteId: string, text: string, access: Access, sending: SendWindow): Promise<Published>
  /** Looks up a comment whose response was lost. Missing if the network does not let this app read comments. */
  findComment?(remoteId: string, text: string, access: Access, lost: LostPost, signal: AbortSignal): Promise<LookResult>
  /**
   * Reads a published part of a thread, for networks that may detach it from the thread. Undefined without an answer.
   */
  readReply?(
    remoteId: string,
    access: Access,
    signal: AbortSignal,
  ): Promise<{ isReply: boolean; permalink: string | null } | undefined>
  /** Searches for people to mention. Only for networks whose rules have `findsPeople`. Needs no permission. */
  searchPeople?(query: string, access: Access, signal: AbortSignal): Promise<Outcome<MentionedPerson[]>>
  /** The smallest request, which tests whether the network answers. */
  reach(access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /** Whether a post that the network mentioned in a refusal exists. Undefined if the network does not say. */
  exists?(remoteId: string, access: Access, signal: AbortSignal): Promise<boolean | undefined>
  /** The post's URL. Null if only the network knows it. */
  permalink(remoteId: string): string | null
  findPermalink?(remoteId: string, access: Access, signal: AbortSignal): Promise<string | null>
  remove(remoteId: string, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  readonly metricsAtOnce: number
  /** Reads the metrics of these posts. Skips posts without metrics, such as deleted ones. */
  metrics(
    remoteIds: readonly string[],
    access: Access,
    signal: AbortSignal,
  ): Promise<Outcome<ReadonlyMap<string, Metrics>>>
}
