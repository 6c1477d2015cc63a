import type { Metric } from '#core/analytics/metrics.ts'
import type { SentType } from '#core/media/renditions.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { ApiVersions } from './api-versions.ts'

/** The tokens of an account, encrypted in every store. */
export type Tokens = {
  accessToken: string
  refreshToken: string | null
  expiresAt: Date | null
  /** The base URL of the account's own server, on networks of many servers. */
  server?: string | undefined
}

export interface Connection {
  remoteId: string
  /** The id of the person in the network's callbacks to the app. Absent if the network sends no callbacks. */
  grantedBy?: string | undefined
  displayName: string
  username: string | null
  profileUrl: string | null
  /** The address of the account's picture. The network may let it expire within hours. */
  pictureUrl?: string | undefined
  scopes: string[]
  tokens: Tokens
}

export type Access = { remoteId: string; accessToken: string; server?: string | undefined }

export interface OutgoingPost {
  text: string
  language?: 'en' | 'ar'
  /** When the post is due. In the past for a late post. */
  dueAt?: Date
  /** The pictures in display order. */
  images: OutgoingImage[]
  /**
   * Reads the card of the text's first link, for networks that do not read linked pages. Returns null if the page has
   * no card, and `unread` if reading takes too long. Absent if the text has no link.
   */
  readCard?: ((signal: AbortSignal) => Promise<OutgoingCard | null | 'unread'>) | undefined
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

/** Ids of the objects that Frogy created at the network before the post became public, such as uploaded pictures. */
export type Prepared = Record<string, string>

/**
 * Key that marks a post whose earlier request got no response, unless the author has denied that the post is live.
 * Creating it again could publish it twice.
 */
export const UNANSWERED = 'unanswered'
/**
 * Key that marks an upload that the author says is not live. The author may be wrong, so the next attempt publishes the
 * same upload.
 */
export const DENIED = 'denied'

/** The preparation steps done so far, also by earlier processes. Frogy repeats none of them. */
export type Preparation = { readonly done: Readonly<Prepared>; save(made: Prepared): Promise<void> }

/** A post that may be public, because the response to its request was lost. */
export interface LostPost {
  /** The request for the post was sent at this time or later. */
  sentAt: Date
  /** The network's ids of Frogy's other posts, which cannot be the lost post. */
  known: ReadonlySet<string>
  /**
   * Whether an installation whose data is lost may have published the post from another preparation. An unused
   * preparation then proves nothing.
   */
  isFromElsewhere?: boolean
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: PublishFailure }

/** A post's counts. A count is null if the network does not report it. */
export interface Metrics extends Record<Metric, number | null> {
  /** Counts that the network refuses without another right. */
  refused?: readonly Metric[]
}
export type Receipt = { remoteId: string; permalink: string | null }
/** The outcome of a publish request. The next attempt at the post finds `learnt` in its preparation. */
export type Published = { ok: true; value: Receipt } | { ok: false; failure: PublishFailure; learnt?: Prepared }

export interface SendWindow {
  /** Whether a request may still begin. Call it right before the first byte. */
  mayBegin(): boolean
  /** Aborts at the request's deadline, which counts from the fence. */
  readonly signal: AbortSignal
  /** After a proven refusal, renews the fence for another request. False if another worker has taken over. */
  reopen(): Promise<boolean>
}

export interface PlatformApp {
  /** Id and secret are empty for networks with a form. */
  clientId: string
  clientSecret: string
  /** Scopes in addition to those that posting needs. */
  scopes: readonly string[]
  /** A base URL that replaces the vendor's hosts. */
  baseUrl: string | undefined
  /** The server that the operator has set for accounts without their own. Only for networks with a form. */
  server?: string | undefined
  versions: ApiVersions
  now: () => Date
}

export type ConsentRequest = { redirectUri: string; state: string; codeChallenge: string }

export interface ConsentGrant {
  code: string
  redirectUri: string
  codeVerifier: string
  /** The `iss` of the return URL (RFC 9207). */
  issuer?: string | undefined
  /** Data that the form kept for the return, such as the server that shows the consent page. */
  kept?: string | undefined
}

/** The accounts, or the page on which the network still asks for consent. `kept` may contain secrets. */
export type FormOutcome = { connections: Connection[] } | { consentUrl: string; kept: string }

/** A network's registration in all.ts. */
export interface PlatformAdapter {
  /** The base URL of the vendor's API. */
  apiUrl: string
  open(app: PlatformApp): PlatformClient
}

export interface PlatformClient {
  readonly renewsItself: boolean
  /** The token that a renewal needs. An access token cannot be renewed once it has expired. */
  readonly renewsWith: 'refresh-token' | 'access-token' | null
  /** Whether publishing is idempotent because it publishes the prepared object by its id. */
  readonly publishesPrepared: boolean

  /** The network's consent page. Only for networks without a form. */
  consentUrl?(request: ConsentRequest): string
  /** Connects by the fields of the network's form. @throws NotConnected, FieldRefused */
  connectByForm?(
    fields: Readonly<Record<string, string>>,
    request: ConsentRequest,
    signal: AbortSignal,
  ): Promise<FormOutcome>
  /** Exchanges the code for tokens and reads the accounts: at least one. @throws NotConnected */
  connect?(grant: ConsentGrant, signal: AbortSignal): Promise<Connection[]>
  refresh?(tokens: Tokens, signal: AbortSignal): Promise<Outcome<Tokens>>
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>

  /** Creates what the post needs before it can become public, and saves each step. Nothing of it is public. */
  prepare?(post: OutgoingPost, access: Access, preparation: Preparation, signal: AbortSignal): Promise<Outcome<null>>
  /** Deletes an unused preparation that people could see at the network. */
  discard?(prepared: Readonly<Prepared>, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /**
   * Sends the request that publishes the post, under its fence. After a refusal it may be repeated, each time after
   * `sending.reopen` returned true.
   */
  publish(post: OutgoingPost, prepared: Readonly<Prepared>, access: Access, sending: SendWindow): Promise<Published>
  /** How long after its fence a post that Frogy does not find may be sent again: a value of sending-times.ts. */
  sendAgainAfterMs(prepared: Readonly<Prepared>): number
  /** Looks up a post that may be public. */
  find(
    post: OutgoingPost,
    prepared: Readonly<Prepared>,
    access: Access,
    lost: LostPost,
    signal: AbortSignal,
  ): Promise<LookResult>
  /** The smallest request, to test whether the network answers. */
  reach(access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /** Whether a post exists that the network named in a refusal. Undefined if the network does not tell. */
  exists?(remoteId: string, access: Access, signal: AbortSignal): Promise<boolean | undefined>
  /** The post's URL. Null if only the network knows it. */
  permalink(remoteId: string): string | null
  findPermalink?(remoteId: string, access: Access, signal: AbortSignal): Promise<string | null>
  remove(remoteId: string, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  readonly metricsAtOnce: number
  /** Reads the metrics of these posts. Leaves out posts without metrics, such as deleted posts. */
  metrics(
    remoteIds: readonly string[],
    access: Access,
    signal: AbortSignal,
  ): Promise<Outcome<ReadonlyMap<string, Metrics>>>
}
