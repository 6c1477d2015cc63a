import type { Metric } from '#core/analytics/metrics.ts'
import type { SentType } from '#core/media/renditions.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import type { ApiVersions } from './api-versions.ts'

/** What Frogy holds of a network's permission. Sealed wherever it is kept. */
export interface Tokens {
  accessToken: string
  refreshToken: string | null
  /** Null where the network names no end. */
  expiresAt: Date | null
}

/** One account that a sign-in gave access to. */
export interface Connection {
  remoteId: string
  /** The person who signed in, as the network calls them when it calls the app back; absent where it never does. */
  grantedBy?: string | undefined
  displayName: string
  username: string | null
  profileUrl: string | null
  scopes: string[]
  tokens: Tokens
}

/** Whom a call is made for. */
export interface Access {
  remoteId: string
  accessToken: string
}

export interface OutgoingPost {
  /** The text as it was previewed. */
  text: string
  /** In the order in which they are shown. */
  images: OutgoingImage[]
  /**
   * What the page of its first link says about itself, for networks that do not read it: null where there is nothing to
   * be had within some seconds, or before `signal` aborts. Left out where the text has no link.
   */
  readCard?: ((signal: AbortSignal) => Promise<OutgoingCard | null>) | undefined
}

export interface OutgoingCard {
  url: string
  title: string
  description: string | null
  /** A JPEG. */
  picture: Uint8Array<ArrayBuffer> | null
}

/** A picture as its network takes it. */
export interface OutgoingImage {
  id: string
  type: SentType
  /** Empty where its owner wrote none. */
  altText: string
  /** For networks that fetch pictures themselves: where it is for the next hours, for whoever has this address. */
  url: string
  read(): Promise<Outcome<Uint8Array<ArrayBuffer>>>
}

/** Ids of what was made at the network before anything became public. */
export type Prepared = Record<string, string>

/**
 * Marks, among what is prepared, that an earlier request to publish it got no answer, and that its owner has not said
 * that it is not live either: however it looks, another one in its place could be a second post.
 */
export const UNANSWERED = 'unanswered'

/** What of a preparation is done, also by earlier processes, so that nothing of it is done again. */
export interface Preparation {
  readonly done: Readonly<Prepared>
  /** Remembers one more thing that now exists at the network. */
  save(made: Prepared): Promise<void>
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: PublishFailure }

/** What a network counted of a post; null where it does not tell. */
export interface Metrics extends Record<Metric, number | null> {
  /** Those that it would tell an app with another right. */
  refused?: readonly Metric[]
}
export type Receipt = { remoteId: string; permalink: string | null }
/** How a publish ended. What its refusal taught is found among what is prepared by the next try of the same post. */
export type Published = { ok: true; value: Receipt } | { ok: false; failure: PublishFailure; learnt?: Prepared }

/** A fence that a post is sent under. */
export interface Sending {
  /** Whether a request may still begin: to be asked right before its bytes leave. */
  mayBegin(): boolean
  /** Ends the request when its time, counted from the fence, is over. */
  readonly signal: AbortSignal
  /** After a sure refusal: renews the fence for another request. False when the post is in other hands by now. */
  mayBeginAgain(): Promise<boolean>
}

/** An installation's own app at a network. */
export interface PlatformApp {
  clientId: string
  clientSecret: string
  /** Rights that are asked for besides those that posting needs. */
  scopes: readonly string[]
  /** Where that network's calls go instead of to the vendor's hosts. */
  baseUrl: string | undefined
  versions: ApiVersions
  now: () => Date
}

/** One network, as the rest of Frogy sees it. Each implementation has the same parts in the same order. */
export interface PlatformClient {
  /** Whether its tokens are renewed without the person. */
  readonly renewsItself: boolean
  /** What a renewal takes: a token made for it, where one was given, or the access token itself while it lives. */
  readonly renewsWith: 'refresh-token' | 'access-token' | null
  /** Whether what is published is the very thing that was prepared, by its id: doing that again makes no second post. */
  readonly publishesPrepared: boolean

  consentUrl(ask: { redirectUri: string; state: string; codeChallenge: string }): string
  /** Trades the code of the return for tokens and asks who that is: one account at least. @throws NotConnected */
  connect(
    grant: { code: string; redirectUri: string; codeVerifier: string },
    signal: AbortSignal,
  ): Promise<Connection[]>
  refresh?(tokens: Tokens, signal: AbortSignal): Promise<Outcome<Tokens>>
  revoke?(tokens: Tokens, signal: AbortSignal): Promise<void>

  /**
   * Makes what must exist before the post can become public, and keeps each thing as soon as it is made. Nothing of it
   * can be seen by anybody.
   */
  prepare?(post: OutgoingPost, access: Access, preparation: Preparation, signal: AbortSignal): Promise<Outcome<null>>
  /** Takes back what was prepared and will not be published, where it would stay for people to stumble over. */
  discard?(prepared: Readonly<Prepared>, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /**
   * The one request that makes the post public, under its fence. Where its refusal is a matter of seconds it may be made
   * again, each time only after `sending.mayBeginAgain` has said yes.
   */
  publish(post: OutgoingPost, prepared: Readonly<Prepared>, access: Access, sending: Sending): Promise<Published>
  /** How long after its fence a post that is nowhere to be seen may be sent again: one of those in sending-times.ts. */
  sendAgainAfterMs(prepared: Readonly<Prepared>): number
  /** Whether a post that was sent at `sentAt` is there; `known` are ids of other posts, which it cannot be. */
  find(
    post: OutgoingPost,
    prepared: Readonly<Prepared>,
    access: Access,
    lost: { sentAt: Date; known: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<LookResult>
  /** Asks for next to nothing: only whether the network answers counts. */
  reach(access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /** Whether the network has a post that it named itself; undefined where it does not tell. Only where it names posts. */
  isThere?(remoteId: string, access: Access, signal: AbortSignal): Promise<boolean | undefined>
  /** Where a post with this id can be seen; null where only the network knows. */
  permalink(remoteId: string): string | null
  /** Asks the network for it; null where it does not tell just now. Only where it alone knows. */
  findPermalink?(remoteId: string, access: Access, signal: AbortSignal): Promise<string | null>
  remove(remoteId: string, access: Access, signal: AbortSignal): Promise<Outcome<null>>
  /** How many posts one of its calls tells the metrics of. */
  readonly metricsAtOnce: number
  /** What the network counted of these posts. One that it does not tell of, such as one that is gone, is left out. */
  metrics(
    remoteIds: readonly string[],
    access: Access,
    signal: AbortSignal,
  ): Promise<Outcome<ReadonlyMap<string, Metrics>>>
}
