import { randomUUID } from 'node:crypto'
import type { Visibility } from '#core/platforms/post-options.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import type { ListedPost } from '#core/publishing/next-step.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { absent } from '../absent.ts'
import { connectionStep, FieldRefused, NotConnected, requireRight } from '../connection-error.ts'
import { forEachImage, imageIds, withoutImages } from '../for-each-image.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, listAt, numberAt, textAt, webAddressAt } from '../json.ts'
import { failedLookUp, listSinceSent } from '../list-since-sent.ts'
import { readMetricsOfEach } from '../metrics.ts'
import { bearer, grantFailureReader, tokenReader } from '../oauth.ts'
import type {
  Access,
  Metrics,
  OutgoingImage,
  OutgoingPost,
  OutgoingVideo,
  Outcome,
  PlatformAdapter,
  PlatformApp,
  PlatformClient,
  Preparation,
  Prepared,
  Published,
  RegisteredApp,
} from '../platform-client.ts'
import { later } from '../rate-limit-waits.ts'
import { requestRemoval } from '../request-removal.ts'
import { coverFile, untilProcessed, VIDEO, WITHOUT_VIDEO, type VideoState } from '../upload-video.ts'
import { failureReader } from './failures.ts'
import {
  anyFailure,
  findTooLarge,
  MAY_POST,
  parseServer,
  readFacts,
  readHost,
  scopesFor,
  webfingerRequest,
  withContained,
  type MediaLimits,
  type ServerFacts,
} from './servers.ts'
import { comparable, comparableHtml } from './status-text.ts'

/** The ids of the post's uploaded pictures, or of its video. */
const mediaIdsOf = (post: OutgoingPost, done: Readonly<Prepared>): string[] =>
  post.video ? [done[VIDEO] ?? ''] : imageIds(post, done)

const API_URL = 'https://mastodon.social'

export const mastodon: PlatformAdapter = { apiUrl: API_URL, open: mastodonClient }

/** Every server has the same API and is its own OAuth provider. Users name it, so reject private addresses. */
function mastodonClient(app: PlatformApp): PlatformClient {
  const readFailure = failureReader(app.now)
  const readMediaFailure = failureReader(app.now, 'media')
  const readTokens = tokenReader(app.now)
  const readTokenFailure = grantFailureReader(readFailure)
  const own = app.server === undefined ? undefined : new URL(app.server)

  const mediaLimits = new Map<string, { limits: MediaLimits; readAt: Date }>()

  const serverAt = (host: string): string => {
    if (app.baseUrl) return `${app.baseUrl}/${host}`
    return own?.hostname === host ? own.origin : `https://${host}`
  }
  const serverOf = ({ server, remoteId }: Access): string => server ?? serverAt(hostIn(remoteId))
  const guarded = (request: PlatformRequest): PlatformRequest =>
    app.baseUrl || (own && new URL(request.url).host === own.host) ? request : { ...request, isForeign: true }
  const call = (access: Access, path: string, more: Partial<PlatformRequest> = {}): PlatformRequest =>
    guarded({
      method: 'GET',
      url: `${serverOf(access)}${path}`,
      ...more,
      headers: { ...bearer(access), ...more.headers },
    })

  return {
    renewsItself: false,
    renewsWith: 'refresh-token',
    publishesPrepared: false,

    async connectByForm(fields, { redirectUri, state, codeChallenge }, signal) {
      const { server, facts } = await findServer(fields.server ?? '', signal)
      const registered = await registeredAt(server, redirectUri, signal)
      const consentUrl = `${server}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: registered.clientId,
        redirect_uri: redirectUri,
        scope: registered.scopes.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Without `force_login`, the server connects the signed-in account without asking, and the user cannot add a
        // second one.
        force_login: 'true',
      })}`
      return { consentUrl, kept: JSON.stringify({ server, facts, registered } satisfies Kept) }
    },

    async connect({ code, redirectUri, codeVerifier, kept }, signal) {
      if (kept === undefined) throw new NotConnected('invalid_state')
      const { server, facts, registered } = JSON.parse(kept) as Kept
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        ...secretsOf(registered),
      }
      const granted = await connectionStep((read) =>
        ask(guarded({ method: 'POST', url: `${server}/oauth/token`, form }), signal, readTokens, read),
      )
      requireRight(MAY_POST, withContained(granted.scopes))
      const tokens = { ...granted, server }
      const me = call({ remoteId: '', ...tokens }, '/api/v1/accounts/verify_credentials')
      const account = await connectionStep((read) => ask(me, signal, (answer) => readAccount(answer, server), read))
      const { textLimit, needsMedia } = facts
      return [{ ...account, textLimit, needsMedia, scopes: granted.scopes, tokens }]
    },

    // Mastodon's tokens do not expire. Other server software may issue refresh tokens.
    async refresh({ server = '', refreshToken }, signal) {
      let renewed: Awaited<ReturnType<NonNullable<PlatformClient['refresh']>>> = UNKNOWN_APP
      for (const registered of await app.registeredApps.at(server)) {
        const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '', ...secretsOf(registered) }
        const request = guarded({ method: 'POST', url: `${server}/oauth/token`, form })
        renewed = await ask(request, signal, readTokens, readTokenFailure)
        if (renewed.ok || renewed.failure.kind !== 'reconnect') return renewed
      }
      return renewed
    },

    async revoke({ server = '', accessToken }, signal) {
      let revoked: Outcome<null> = { ok: true, value: null }
      for (const registered of await app.registeredApps.at(server)) {
        const form = { token: accessToken, ...secretsOf(registered) }
        const request = guarded({ method: 'POST', url: `${server}/oauth/revoke`, form })
        revoked = await ask(request, signal, () => null, readFailure)
        if (revoked.ok) break
      }
      return revoked
    },

    async prepare(post, access, preparation, signal) {
      const tooLarge = await findFileAboveLimits(post, serverOf(access), preparation, signal)
      if (tooLarge) return { ok: false, failure: { kind: 'refused', reason: 'media_too_large', detail: tooLarge } }
      const ready = new Set<string>()
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        if (!file.ok) return file
        const request = uploadRequest(image, file.value)
        const made = await ask(call(access, '/api/v2/media', request), signal, readUpload, readMediaFailure)
        if (!made.ok) return made
        if (made.value.isReady) ready.add(made.value.id)
        return { ok: true, value: made.value.id }
      })
      if (!uploaded.ok) return uploaded
      if (post.video) {
        const prepared = await prepareVideo(post, post.video, access, preparation, signal)
        if (!prepared.ok) return prepared
      }
      for (const id of imageIds(post, preparation.done)) {
        const state = ready.has(id) ? 'ready' : await pictureState(access, id, signal)
        if (state === 'processing') return { ok: false, failure: stillProcessing() }
        if (state === 'broken') return { ok: false, failure: BROKEN_PICTURE }
        if (state === 'gone') {
          await preparation.save(withoutImages(post))
          return { ok: false, failure: { kind: 'not-sent', detail: null, because: 'own_fault' } }
        }
      }
      // Use the same key in each attempt, so that the server recognizes a repeated request.
      if (!preparation.done[KEY]) await preparation.save({ [KEY]: randomUUID() })
      return { ok: true, value: null }
    },

    async publish(post, prepared, access, { mayBegin, signal }) {
      let status = 0
      const request = {
        ...call(access, '/api/v1/statuses', publishRequest(post, mediaIdsOf(post, prepared), prepared[KEY] ?? '')),
        mayBegin,
      }
      const posted = await ask(request, signal, readStatus, (answer) => {
        status = answer.status
        return readFailure(answer)
      })
      // The server knows the key, but its post was deleted, so another attempt needs another key.
      if (status === 404 && !posted.ok) return { ...posted, learnt: { [KEY]: '' } }
      if (status === 422 && !posted.ok && (post.images.length > 0 || post.video))
        return await afterRefusedPictures(post, prepared, access, posted, signal)
      return posted
    },

    // The idempotency key works for an hour at most, and some servers ignore it. So look the post up before a retry.
    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    async find(post, prepared, access, lost, signal) {
      const listed = await listSinceSent(lost.sentAt, app.now, (since, note) => listOwn(access, since, note, signal))
      if (!listed.ok) return failedLookUp(listed.failure)
      const unknown = listed.value.filter((status) => !lost.known.has(textAt(status, 'id') ?? ''))
      const found = unknown.find((status) => isSameStatus(status, post, prepared))
      const id = textAt(found, 'id')
      if (id) return { found: 'post', remoteId: id, permalink: webAddressAt(found, 'url') ?? null }
      const parentId = post.replyTo?.parentId
      return absent(lost, unknown.filter((status) => textAt(status, 'in_reply_to_id') === parentId).map(toListed))
    },

    reach: (access, signal) =>
      ask(call(access, '/api/v1/accounts/verify_credentials'), signal, () => null, readFailure),

    permalink: () => null,

    async findPermalink(id, access, signal) {
      const asked = await ask(call(access, `/api/v1/statuses/${id}`), signal, readStatus, readFailure)
      return asked.ok ? asked.value.permalink : null
    },

    remove: (id, access, signal) =>
      requestRemoval(call(access, `/api/v1/statuses/${id}`, { method: 'DELETE' }), signal, readFailure),

    // Search without the token, which has no right to search. The search is public.
    async searchPeople(q, access, signal) {
      const query = new URLSearchParams({ q, type: 'accounts', limit: '8' })
      return await ask(
        guarded({ method: 'GET', url: `${serverOf(access)}/api/v2/search?${query}` }),
        signal,
        ({ json }) =>
          listAt(json, 'accounts').flatMap((account) => {
            const handle = textAt(account, 'acct')
            return handle ? [{ handle, name: textAt(account, 'display_name') || handle }] : []
          }),
        readFailure,
      )
    },

    metricsAtOnce: 1,
    metrics: (ids, access, signal) =>
      readMetricsOfEach(
        ids,
        (id) => ask(call(access, `/api/v1/statuses/${id}`), signal, readCounts, readFailure),
        signal,
      ),
  }

  /** Finds the server that the user means. @throws FieldRefused */
  async function findServer(given: string, signal: AbortSignal): Promise<{ server: string; facts: ServerFacts }> {
    const { host, name } = given === own?.host ? { host: own.hostname } : (parseServer(given) ?? {})
    if (!host) throw new FieldRefused('server', 'server_invalid')
    const asked = await factsOf(serverAt(host), signal)
    if (asked.ok) return { server: serverAt(host), facts: asked.value }
    // The API may have another host than the account names.
    const finger =
      name && (await ask(guarded(webfingerRequest(serverAt(host), name, host)), signal, readHost, anyFailure))
    if (finger && finger.ok && parseServer(finger.value)) {
      const moved = await factsOf(serverAt(finger.value), signal)
      if (moved.ok) return { server: serverAt(finger.value), facts: moved.value }
    }
    const { failure } = asked
    const hasAnswered = failure.kind === 'refused' || ('detail' in failure && isNoSuchCall(failure.detail))
    throw new FieldRefused('server', hasAnswered ? 'server_other' : 'server_unreachable')
  }

  /** Reads the server's limits: by the newer call, or on servers before 4.0 by the older one. */
  async function factsOf(server: string, signal: AbortSignal): Promise<Outcome<ServerFacts>> {
    const about = (version: string) =>
      ask(guarded({ method: 'GET', url: `${server}/api/${version}/instance` }), signal, readFacts, anyFailure)
    const newer = await about('v2')
    if (newer.ok) return newer
    const { failure } = newer
    const isUnknown = failure.kind === 'refused' || ('detail' in failure && isNoSuchCall(failure.detail))
    return isUnknown ? await about('v1') : newer
  }

  /** A file above the server's limits. Undefined if there is none, or if the limits are unknown. */
  async function findFileAboveLimits(
    post: OutgoingPost,
    server: string,
    { done }: Preparation,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const isUploaded = mediaIdsOf(post, done).every(Boolean)
    if (isUploaded) return undefined
    const known = mediaLimits.get(server)
    if (known && app.now().getTime() - known.readAt.getTime() < LIMITS_KEPT_MS)
      return await findTooLarge(post, known.limits)
    const within = AbortSignal.any([signal, AbortSignal.timeout(LIMITS_WITHIN_MS)])
    const facts = await factsOf(server, within)
    if (!facts.ok) return undefined
    if (mediaLimits.size >= MOST_SERVERS) mediaLimits.clear()
    mediaLimits.set(server, { limits: facts.value.media, readAt: app.now() })
    return await findTooLarge(post, facts.value.media)
  }

  /** The app of this installation at a server: the stored one if the server still knows it, or a new one. */
  async function registeredAt(server: string, redirectUri: string, signal: AbortSignal): Promise<RegisteredApp> {
    const stored = (await app.registeredApps.at(server)).find((one) => one.redirectUri === redirectUri)
    if (stored) {
      // Servers before 4.3 delete apps without a token. This request also gets the app a token.
      const form = { grant_type: 'client_credentials', ...secretsOf(stored) }
      const known = await ask(
        guarded({ method: 'POST', url: `${server}/oauth/token`, form }),
        signal,
        () => null,
        anyFailure,
      )
      if (known.ok) return stored
      if (known.failure.kind !== 'refused') throw new FieldRefused('server', 'server_unreachable')
    }
    const metadata = await ask(
      guarded({ method: 'GET', url: `${server}/.well-known/oauth-authorization-server` }),
      signal,
      ({ json }) => listAt(json, 'scopes_supported').map(String),
      anyFailure,
    )
    const scopes = scopesFor(metadata.ok ? metadata.value : undefined)
    const form = { client_name: 'Frogy', redirect_uris: redirectUri, scopes: scopes.join(' ') }
    const made = await ask(
      guarded({ method: 'POST', url: `${server}/api/v1/apps`, form }),
      signal,
      ({ json }) => {
        const [clientId, clientSecret] = [textAt(json, 'client_id'), textAt(json, 'client_secret')]
        return clientId && clientSecret ? { clientId, clientSecret, redirectUri, scopes } : undefined
      },
      anyFailure,
    )
    if (!made.ok)
      throw new FieldRefused('server', made.failure.kind === 'refused' ? 'server_other' : 'server_unreachable')
    await app.registeredApps.save(server, made.value)
    return made.value
  }

  async function pictureState(
    access: Access,
    id: string,
    signal: AbortSignal,
  ): Promise<'ready' | 'processing' | 'broken' | 'gone' | 'unknown'> {
    let status = 0
    const asked = await ask(
      call(access, `/api/v1/media/${id}`),
      signal,
      (answer) => answer.status,
      (answer) => {
        status = answer.status
        return readMediaFailure(answer)
      },
    )
    if (asked.ok) return asked.value === 206 ? 'processing' : 'ready'
    if (status === 422) return 'broken'
    // Either the server deleted the unused upload after a day, or a post uses it.
    return status === 404 ? 'gone' : 'unknown'
  }

  /**
   * Uploads a video in one request, because servers accept no partial uploads, then waits until the server has
   * processed it.
   */
  async function prepareVideo(
    post: OutgoingPost,
    video: OutgoingVideo,
    access: Access,
    preparation: Preparation,
    signal: AbortSignal,
  ): Promise<Outcome<null>> {
    if (!preparation.done[VIDEO]) {
      const multipart = {
        ...(video.altText && { description: video.altText }),
        ...(video.cover && { thumbnail: coverFile(video.cover) }),
        file: video,
      }
      const request = call(access, '/api/v2/media', { method: 'POST', multipart })
      const made = await ask(request, signal, readUpload, readMediaFailure)
      if (!made.ok) return made
      await preparation.save({ [VIDEO]: made.value.id })
    }
    return await untilProcessed(post, preparation, app.now, signal, async (): Promise<Outcome<VideoState>> => {
      const state = await pictureState(access, preparation.done[VIDEO] ?? '', signal)
      if (state === 'broken') return { ok: true, value: { state, detail: null } }
      return { ok: true, value: { state: state === 'processing' ? 'working' : state === 'gone' ? 'gone' : 'ready' } }
    })
  }

  function stillProcessing(): PublishFailure {
    return { kind: 'not-ready', until: later(app.now(), 2), detail: null }
  }

  /** Checks whether the pictures caused a refusal, because each server writes its reason in its own language. */
  async function afterRefusedPictures(
    post: OutgoingPost,
    prepared: Readonly<Prepared>,
    access: Access,
    refused: Extract<Published, { ok: false }>,
    signal: AbortSignal,
  ): Promise<Published> {
    const states = await Promise.all(mediaIdsOf(post, prepared).map((id) => pictureState(access, id, signal)))
    if (states.includes('processing')) return { ok: false, failure: stillProcessing() }
    if (states.includes('broken')) return { ok: false, failure: BROKEN_PICTURE }
    // Servers also hide uploads that a post uses. An earlier request may have published it, so look it up first.
    if (states.includes('gone'))
      return {
        ok: false,
        failure: { kind: 'answer-lost', detail: 'a picture is gone' },
        learnt: { ...withoutImages(post), ...(post.video && WITHOUT_VIDEO) },
      }
    return refused
  }

  /** Lists the account's statuses since a time, newest first. */
  async function listOwn(
    access: Access,
    since: Date,
    note: (answer: PlatformAnswer) => PlatformAnswer,
    signal: AbortSignal,
  ): Promise<Outcome<unknown[]>> {
    const statuses: unknown[] = []
    for (let page = 0; page < MAX_PAGES; page++) {
      const last = textAt(statuses.at(-1), 'id')
      const query = new URLSearchParams({ limit: '40', exclude_reblogs: 'true', ...(last && { max_id: last }) })
      const listed = await ask(
        call(access, `/api/v1/accounts/${idIn(access.remoteId)}/statuses?${query}`),
        signal,
        (answer) => (Array.isArray(note(answer).json) ? (answer.json as unknown[]) : undefined),
        (answer) => readFailure(note(answer)),
      )
      if (!listed.ok) return listed
      statuses.push(...listed.value)
      const oldest = Date.parse(textAt(listed.value.at(-1), 'created_at') ?? '')
      if (listed.value.length === 0 || oldest < since.getTime()) return { ok: true, value: statuses }
    }
    return { ok: false, failure: { kind: 'answer-lost', detail: 'too many posts to list' } }
  }
}

/** Values that the form keeps until the user returns from the server's consent page. */
interface Kept {
  server: string
  facts: ServerFacts
  registered: RegisteredApp
}

/** How long a server's limits are kept, and how long a post waits for them. */
const LIMITS_KEPT_MS = 3_600_000
const LIMITS_WITHIN_MS = 3_000
const MOST_SERVERS = 1_000

/** Key of the idempotency key in the preparation. */
const KEY = 'key'
const MAX_PAGES = 10
/** Whether the response comes from a site without this API: a web page, or a redirect to one. */
const isNoSuchCall = (detail: string | null): boolean =>
  detail === 'unreadable answer' || detail?.startsWith('HTTP 3') === true
const BROKEN_PICTURE = { kind: 'refused', reason: 'media', detail: 'the server could not process a picture' } as const
const UNKNOWN_APP = {
  ok: false,
  failure: { kind: 'reconnect', detail: 'Frogy no longer knows its app at this server' },
} as const

const secretsOf = ({ clientId, clientSecret }: RegisteredApp) => ({ client_id: clientId, client_secret: clientSecret })

// Ids are unique per server only, so an account's id begins with its server.
const hostIn = (remoteId: string): string => remoteId.slice(0, remoteId.indexOf('/'))
const idIn = (remoteId: string): string => encodeURIComponent(remoteId.slice(remoteId.indexOf('/') + 1))
/** The last part of the server's base URL. It is the host, even in the simulator. */
const hostOf = (server: string): string => server.slice(server.lastIndexOf('/') + 1)

function readAccount({ json }: PlatformAnswer, server: string) {
  const [id, username, url] = [textAt(json, 'id'), textAt(json, 'username'), webAddressAt(json, 'url')]
  if (!id || !username) return undefined
  // The host of account names may differ from the host of the API.
  const host = URL.parse(url ?? '')?.hostname ?? hostOf(server)
  return {
    remoteId: `${hostOf(server)}/${id}`,
    displayName: textAt(json, 'display_name') ?? username,
    username: `${username}@${host}`,
    profileUrl: url ?? null,
    pictureUrl: webAddressAt(json, 'avatar'),
    defaultVisibility: DEFAULTS.get(textAt(json, 'source', 'privacy') ?? ''),
  }
}

/** Frogy's names of Mastodon's visibilities. A post only for the people it mentions becomes one for followers. */
const DEFAULTS: ReadonlyMap<string, Visibility> = new Map([
  ['public', 'public'],
  ['unlisted', 'unlisted'],
  ['private', 'followers'],
  ['direct', 'followers'],
])

function uploadRequest({ type, altText }: OutgoingImage, bytes: Uint8Array<ArrayBuffer>): Partial<PlatformRequest> {
  const file = new File([bytes], type === 'image/png' ? 'picture.png' : 'picture.jpg', { type })
  return { method: 'POST', multipart: { file, ...(altText && { description: altText }) } }
}

function readUpload({ status, json }: PlatformAnswer): { id: string; isReady: boolean } | undefined {
  const id = textAt(json, 'id')
  return id ? { id, isReady: status === 200 && textAt(json, 'url') !== undefined } : undefined
}

function publishRequest(
  { text, language, replyTo, options }: OutgoingPost,
  mediaIds: string[],
  key: string,
): Partial<PlatformRequest> {
  return {
    method: 'POST',
    headers: key ? { 'idempotency-key': key } : {},
    json: {
      status: text,
      visibility: visibilityOf(options?.visibility, replyTo !== undefined),
      ...(options?.contentWarning && {
        spoiler_text: options.contentWarning.trim(),
        // Mastodon hides the media behind a warning itself. Other software may not.
        ...(mediaIds.length > 0 && { sensitive: true }),
      }),
      ...(replyTo && { in_reply_to_id: replyTo.parentId }),
      ...(language && { language }),
      ...(mediaIds.length > 0 && { media_ids: mediaIds }),
    },
  }
}

/**
 * Mastodon's name of a visibility. It is always sent, because an account's default may have changed at its server.
 * Further parts of a public thread are `unlisted`: public, but outside the public timelines.
 */
function visibilityOf(chosen: Visibility = 'public', isReply: boolean): string {
  if (chosen === 'followers') return 'private'
  return isReply ? 'unlisted' : chosen
}

function readStatus({ json }: PlatformAnswer): { remoteId: string; permalink: string | null } | undefined {
  const remoteId = textAt(json, 'id')
  return remoteId ? { remoteId, permalink: webAddressAt(json, 'url') ?? webAddressAt(json, 'uri') ?? null } : undefined
}

function isSameStatus(status: unknown, post: OutgoingPost, prepared: Readonly<Prepared>): boolean {
  // A status no longer names its parent after the parent was deleted.
  const parentId = textAt(status, 'in_reply_to_id')
  if (parentId !== undefined && parentId !== post.replyTo?.parentId) return false
  const attached = listAt(status, 'media_attachments')
  const ids = mediaIdsOf(post, prepared)
  if (attached.length !== ids.length) return false
  if (ids.length > 0 && ids.every((id, index) => textAt(attached[index], 'id') === id)) return true
  // Recognize a post without text by the ids of its pictures.
  return post.text !== '' && hasText(status, post.text)
}

const hasText = (status: unknown, text: string): boolean =>
  comparableHtml(textAt(status, 'content') ?? '') === comparable(text)

const toListed = (status: unknown): ListedPost => ({
  at: new Date(textAt(status, 'created_at') ?? ''),
  hasText: (text) => hasText(status, text),
})

function readCounts({ json }: PlatformAnswer): Metrics | undefined {
  if (at(json, 'id') === undefined) return undefined
  const count = (name: string) => numberAt(json, `${name}_count`) ?? null
  return { impressions: null, likes: count('favourites'), comments: count('replies'), shares: count('reblogs') }
}
