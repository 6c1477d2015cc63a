import type { PublishFailure } from '#core/publishing/failure.ts'
import type { ListedPost } from '#core/publishing/next-step.ts'
import { toWebVtt } from '#core/video/captions.ts'
import { IDEMPOTENT_RESEND_AFTER_MS } from '#core/publishing/sending-times.ts'
import { absent } from '../absent.ts'
import { dpopSigners } from '../dpop.ts'
import { forEachImage, imageIds, withoutImages } from '../for-each-image.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { at, knownListAt, listAt, numberAt, textAt } from '../json.ts'
import { failedLookUp, listableSince } from '../list-since-sent.ts'
import { NO_METRICS, sum } from '../metrics.ts'
import {
  DENIED,
  UNANSWERED,
  type Access,
  type Metrics,
  type OutgoingCard,
  type OutgoingPost,
  type OutgoingVideo,
  type Outcome,
  type PlatformAdapter,
  type PlatformApp,
  type PlatformClient,
  type Preparation,
  type Prepared,
  type Published,
  type ReplyTo,
} from '../platform-client.ts'
import { later } from '../rate-limit-waits.ts'
import { requestRemoval } from '../request-removal.ts'
import { sameText } from '../same-text.ts'
import { VIDEO, WITHOUT_VIDEO } from '../upload-video.ts'
import { errorIn, failureReader } from './failures.ts'
import { homeOf } from './home-server.ts'
import { signInPages } from './oauth.ts'
import { COLLECTION, facetsOf, findMentions, firstKey, newKey, partsOf, uriOf } from './record.ts'
import { ENTRY, MAX_DOCUMENT_BYTES, serversOf } from './servers.ts'
import { handleIn, readSession, signInWithPassword } from './sign-in.ts'

export const bluesky: PlatformAdapter = { apiUrl: ENTRY, open: blueskyClient }

function blueskyClient(app: PlatformApp): PlatformClient {
  const signers = dpopSigners(app.now)
  const servers = serversOf(app, signers)
  const pages = signInPages(servers, app, signers)
  const permalink = (uri: string) => {
    const { did, key } = partsOf(uri)
    return `${servers.web}/profile/${did}/post/${key}`
  }
  const readFailure = failureReader(app.now)

  /** Reads the record of a Bluesky post by its key, without a token. Null if the server has no such record. */
  async function readRecord(access: Access, rkey: string, signal: AbortSignal): Promise<Outcome<unknown>> {
    const query = new URLSearchParams({ repo: access.remoteId, collection: COLLECTION, rkey })
    let isMissing = false
    const read = await ask(
      servers.call(servers.of(access), `com.atproto.repo.getRecord?${query}`),
      signal,
      ({ json }) => at(json, 'value') ?? undefined,
      (answer) => {
        isMissing = errorIn(answer) === 'RecordNotFound'
        return readFailure(answer)
      },
    )
    return isMissing ? { ok: true, value: null } : read
  }

  return {
    renewsItself: true,
    renewsWith: 'refresh-token',
    publishesPrepared: true,
    hasOwnSessions: true,

    async connectByForm(fields, request, signal) {
      if (fields.password !== undefined)
        return { connections: [await signInWithPassword(servers, fields, app.now, signal)] }
      const handle = handleIn(fields.handle ?? '', servers.entry)
      return await pages.begin(await homeOf(servers, handle, signal), request, signal)
    },

    isReturnOf: pages.isReturnOf,

    connect: async (grant, signal) => [await pages.finish(grant, signal)],

    // Bluesky accepts a refresh token of an app password again for two hours, so a lost response does no harm.
    async refresh(tokens, signal, mayBegin) {
      if (tokens.dpop) return await pages.refresh(tokens, tokens.dpop, signal, mayBegin)
      const request = servers.call(servers.of(tokens), 'com.atproto.server.refreshSession', {
        method: 'POST',
        maxAnswerBytes: MAX_DOCUMENT_BYTES,
        headers: { authorization: `Bearer ${tokens.refreshToken}` },
      })
      const session = await ask(request, signal, readSession, readFailure)
      return session.ok ? { ok: true, value: session.value.tokens } : session
    },

    async revoke(tokens, signal) {
      if (tokens.dpop) return await pages.revoke(tokens, signal)
      const request = servers.call(servers.of(tokens), 'com.atproto.server.deleteSession', {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.refreshToken}` },
      })
      return await ask(request, signal, () => null, readFailure)
    },

    // Choose the record of the Bluesky post and its key first, and store both. One key can never make two posts.
    async prepare(post, access, preparation, signal) {
      if (isUsable(preparation.done, post, app.now())) return { ok: true, value: null }
      const uploaded = await forEachImage(post, preparation, async (image) => {
        const file = await image.read()
        return file.ok ? await upload(new Blob([file.value], { type: image.type }), access, signal) : file
      })
      if (!uploaded.ok) return uploaded
      if (post.video && !preparation.done[VIDEO]) {
        const blob = await uploadVideo(post.video, access, signal)
        if (!blob.ok) return blob
        await preparation.save({ [VIDEO]: blob.value, [CAPTIONS]: '' })
      }
      if (post.video?.captions && !preparation.done[CAPTIONS]) {
        const file = new Blob([toWebVtt(post.video.captions.list)], { type: 'text/vtt' })
        const blob = await upload(file, access, signal)
        // A server may refuse captions. The post must not fail because of them.
        if (!blob.ok && blob.failure.kind !== 'refused') return blob
        await preparation.save({ [CAPTIONS]: blob.ok ? blob.value : 'null' })
      }
      const reply = post.replyTo ? await referencesTo(post.replyTo, access, signal) : NO_REPLY
      if (!reply.ok) return reply
      const card = await prepareCard(post, access, preparation, signal)
      if (!card.ok) return card
      const dids = await resolveMentions(post, access, signal)
      // The time to prepare the post is over. A later attempt may have more time for the link card and the mentions.
      if (signal.aborted) return { ok: false, failure: { kind: 'not-sent', detail: null } }
      const { done } = preparation
      const isKeyUsed = isPerhapsPublic(done) && done[KEY]
      const key = isKeyUsed
        ? { [KEY]: done[KEY] ?? '', [CREATED_AT]: done[CREATED_AT] ?? '' }
        : newKeyFor(post, app.now())
      const record = recordOf(post, {
        createdAt: key[CREATED_AT] ?? '',
        done,
        card: card.value,
        dids,
        reply: reply.value,
      })
      await preparation.save({ ...key, [RECORD]: JSON.stringify(record) })
      return { ok: true, value: null }
    },

    async publish(post, prepared, access, sending): Promise<Published> {
      const { mayBegin, signal } = sending
      const rkey = prepared[KEY] ?? ''
      const record: unknown = JSON.parse(prepared[RECORD] || 'null')
      const remoteId = uriOf(access.remoteId, rkey)
      const success = { ok: true, value: { remoteId, permalink: permalink(remoteId) } } as const
      if (isPerhapsPublic(prepared)) {
        const earlier = await readRecord(access, rkey, signal)
        if (!earlier.ok) return { ok: false, failure: asNotSent(earlier.failure) }
        if (earlier.value !== null) return success
      }
      let refusal = ''
      const put = servers.callAs(access, 'com.atproto.repo.putRecord', {
        method: 'POST',
        // With `swapRecord: null`, Bluesky only creates a record. It accepts the same record again, and never
        // overwrites another one.
        json: { repo: access.remoteId, collection: COLLECTION, rkey, record, swapRecord: null },
        mayBegin,
        mayRepeat: () => sending.reopen(),
      })
      const posted = await ask(
        put,
        signal,
        ({ json }) => textAt(json, 'uri'),
        (answer) => {
          refusal = errorIn(answer)
          return readFailure(answer)
        },
      )
      if (posted.ok) return success
      if (refusal === 'InvalidSwap') return await resolveUsedKey()
      // The Bluesky server has deleted the uploads, as servers do with unused ones after some hours. Upload again at
      // the next attempt.
      if (refusal === 'BlobNotFound') {
        const learnt = {
          ...withoutImages(post),
          ...(post.video && WITHOUT_VIDEO),
          [CAPTIONS]: '',
          [RECORD]: '',
          [CARD]: '',
        }
        return { ok: false, failure: tryAgain(posted.failure), learnt }
      }
      const isAboutCard = post.images.length === 0 && !post.video && at(record, 'embed') !== undefined
      if (isAboutCard && posted.failure.kind === 'refused' && posted.failure.reason === 'media')
        return { ok: false, failure: tryAgain(posted.failure), learnt: { [RECORD]: '', [CARD]: NO_CARD } }
      return posted

      /**
       * Handles a key that a Bluesky record already has. The record is this post with older uploads or, by coincidence,
       * another post.
       */
      async function resolveUsedKey(): Promise<Published> {
        const existing = await readRecord(access, rkey, signal)
        if (!existing.ok) return { ok: false, failure: { kind: 'answer-lost', detail: null } }
        if (isSameRecord(existing.value, record)) return success
        const learnt = { [KEY]: '', [RECORD]: '' }
        return { ok: false, failure: tryAgain({ kind: 'refused', reason: 'other', detail: 'InvalidSwap' }), learnt }
      }
    },

    sendAgainAfterMs: () => IDEMPOTENT_RESEND_AFTER_MS,

    async find(post, prepared, access, lost, signal) {
      const { sentAt, known, isFromElsewhere } = lost
      const rkey = prepared[KEY]
      if (rkey) {
        const record = await readRecord(access, rkey, signal)
        if (!record.ok) return failedLookUp(record.failure)
        const uri = uriOf(access.remoteId, rkey)
        if (isSameRecord(record.value, JSON.parse(prepared[RECORD] || 'null')))
          return { found: 'post', remoteId: uri, permalink: permalink(uri) }
        if (!isFromElsewhere) return await explainAbsence()
      }
      const since = firstKey(listableSince(sentAt, app.now()))
      const others: ListedPost[] = []
      for (let [cursor, pages] = ['', 0]; pages < MAX_PAGES; pages++) {
        const listed = await ask(
          servers.call(servers.of(access), `com.atproto.repo.listRecords?${listQuery(access, cursor)}`),
          signal,
          ({ json }) => {
            const records = knownListAt(json, 'records')
            return records && { records, cursor: textAt(json, 'cursor') ?? '' }
          },
          readFailure,
        )
        if (!listed.ok) return failedLookUp(listed.failure)
        const recent = listed.value.records.filter((one) => partsOf(textAt(one, 'uri') ?? '').key >= since)
        const candidates = recent.filter(
          (one) =>
            !known.has(textAt(one, 'uri') ?? '') &&
            textAt(one, 'value', 'reply', 'parent', 'uri') === post.replyTo?.parentId,
        )
        const found = candidates.find((one) => hasText(one, post.text))
        const uri = textAt(found, 'uri')
        if (uri) return { found: 'post', remoteId: uri, permalink: permalink(uri) }
        cursor = listed.value.cursor
        others.push(...candidates.map(toListed))
        if (!cursor || recent.length < listed.value.records.length) return absent(lost, others)
      }
      return { found: 'cannot-ask' }

      /**
       * Finds out whether a missing Bluesky record was never written, or deleted by its author. A deleted post must not
       * be published again.
       */
      async function explainAbsence() {
        if (app.now().getTime() - sentAt.getTime() < MAY_BE_DELETED_AFTER_MS) return { found: 'nothing' } as const
        const query = new URLSearchParams({ did: access.remoteId })
        const latest = await ask(
          servers.call(servers.of(access), `com.atproto.sync.getLatestCommit?${query}`),
          signal,
          ({ json }) => textAt(json, 'rev'),
          readFailure,
        )
        if (!latest.ok) return failedLookUp(latest.failure)
        // The field `rev` encodes the time of the account's last change in the format of a record key. If it is older
        // than the request, the post was never written.
        const isUnchanged = latest.value < firstKey(new Date(sentAt.getTime() - CLOCKS_APART_MS))
        return { found: isUnchanged ? 'nothing' : 'cannot-ask' } as const
      }
    },

    reach,

    async exists(uri, access, signal) {
      const record = await readRecord(access, partsOf(uri).key, signal)
      return record.ok ? record.value !== null : undefined
    },

    permalink,

    remove: (uri, access, signal) =>
      requestRemoval(
        servers.callAs(access, 'com.atproto.repo.deleteRecord', {
          method: 'POST',
          json: { repo: access.remoteId, collection: COLLECTION, rkey: partsOf(uri).key },
        }),
        signal,
        readFailure,
      ),

    async searchPeople(q, access, signal) {
      const query = new URLSearchParams({ q, limit: '8' })
      return await ask(
        servers.view(`app.bsky.actor.searchActorsTypeahead?${query}`, access),
        signal,
        ({ json }) =>
          listAt(json, 'actors').flatMap((actor) => {
            const handle = textAt(actor, 'handle')
            return handle ? [{ handle, name: textAt(actor, 'displayName') || handle }] : []
          }),
        readFailure,
      )
    },

    metricsAtOnce: MAX_POSTS,
    async metrics(uris, access, signal) {
      const found = new Map<string, Metrics>()
      for (let from = 0; from < uris.length; from += MAX_POSTS) {
        const query = new URLSearchParams(uris.slice(from, from + MAX_POSTS).map((uri) => ['uris', uri]))
        const counted = await ask(
          servers.view(`app.bsky.feed.getPosts?${query}`, access),
          signal,
          ({ json }) => knownListAt(json, 'posts'),
          readFailure,
        )
        if (!counted.ok) return found.size > 0 ? { ok: true, value: found } : counted
        for (const one of counted.value) found.set(textAt(one, 'uri') ?? '', countsOf(one))
      }
      return { ok: true, value: found }
    },
  }

  function reach(access: Access, signal: AbortSignal): Promise<Outcome<null>> {
    return ask(servers.callAs(access, 'com.atproto.server.getSession'), signal, () => null, readFailure)
  }

  /** The references of a reply: to its parent, and to its root, the thread's first part. */
  async function referencesTo({ parentId }: ReplyTo, access: Access, signal: AbortSignal): Promise<Outcome<object>> {
    const { did, key } = partsOf(parentId)
    const query = new URLSearchParams({ repo: did, collection: COLLECTION, rkey: key })
    return await ask(
      servers.call(servers.of(access), `com.atproto.repo.getRecord?${query}`),
      signal,
      ({ json }) => {
        const parent = { uri: parentId, cid: textAt(json, 'cid') }
        return parent.cid === undefined ? undefined : { root: at(json, 'value', 'reply', 'root') ?? parent, parent }
      },
      readFailure,
    )
  }

  /** Uploads a picture. @returns the server's reference to it, as unchanged JSON */
  async function upload(bytes: Blob, access: Access, signal: AbortSignal): Promise<Outcome<string>> {
    const request = servers.callAs(access, 'com.atproto.repo.uploadBlob', {
      method: 'POST',
      headers: { 'content-type': bytes.type },
      bytes,
    })
    return await ask(request, signal, readBlob, readFailure)
  }

  /** Uploads a video to the account's server, which passes it on to Bluesky's video service. */
  async function uploadVideo(video: OutgoingVideo, access: Access, signal: AbortSignal): Promise<Outcome<string>> {
    // A server may refuse the first DPoP proof, so learn its nonce before a large upload.
    if (access.dpop) await reach(access, signal)
    const request = servers.callAs(access, 'com.atproto.repo.uploadBlob', {
      method: 'POST',
      large: video,
    })
    return await ask(request, signal, readBlob, readFailure)
  }

  /** Builds the preview card of the text's first link, because Bluesky does not read linked pages. */
  async function prepareCard(
    post: OutgoingPost,
    access: Access,
    { done, save }: Preparation,
    signal: AbortSignal,
  ): Promise<Outcome<object | undefined>> {
    if (post.images.length > 0 || post.video || !post.readCard || done[CARD] === NO_CARD)
      return { ok: true, value: undefined }
    if (done[CARD]) return { ok: true, value: JSON.parse(done[CARD]) as object }
    const card = await post.readCard(signal)
    if (!card || card === 'unread') return { ok: true, value: undefined }
    let thumb: unknown
    if (card.picture && card.picture.byteLength <= MAX_THUMB_BYTES) {
      const soon = AbortSignal.any([signal, AbortSignal.timeout(CARD_PICTURE_WITHIN_MS)])
      const uploaded = await upload(new Blob([card.picture], { type: 'image/jpeg' }), access, soon)
      // Give up only if the token no longer works. After any other failure, post the card without its picture.
      if (!uploaded.ok && uploaded.failure.kind === 'reconnect') return uploaded
      thumb = uploaded.ok ? JSON.parse(uploaded.value) : undefined
    }
    const embed = externalEmbed(card, thumb)
    await save({ [CARD]: JSON.stringify(embed) })
    return { ok: true, value: embed }
  }

  /** The ids of the mentioned handles. A handle that does not resolve stays plain text. */
  async function resolveMentions(
    { text }: OutgoingPost,
    access: Access,
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const handles = [...new Set(findMentions(text).map(({ handle }) => handle))].slice(0, MAX_MENTIONS)
    const resolved = await Promise.all(
      handles.map(async (handle): Promise<[string, string][]> => {
        const query = new URLSearchParams({ handle })
        const request = servers.call(servers.of(access), `com.atproto.identity.resolveHandle?${query}`)
        const soon = AbortSignal.any([signal, AbortSignal.timeout(MENTIONS_WITHIN_MS)])
        const did = await ask(request, soon, ({ json }) => textAt(json, 'did'), readFailure)
        return did.ok ? [[handle, did.value]] : []
      }),
    )
    return new Map(resolved.flat())
  }

  function tryAgain(failure: PublishFailure): PublishFailure {
    const detail = 'detail' in failure ? failure.detail : null
    return { kind: 'rate-limited', until: later(app.now(), 1), detail, of: 'post' }
  }
}

const readBlob = ({ json }: PlatformAnswer): string | undefined =>
  textAt(json, 'blob', 'ref', '$link') ? JSON.stringify(at(json, 'blob')) : undefined

/** Keys of a prepared post's data: the record's key, its time and the record itself as JSON. */
const KEY = 'key'
const CREATED_AT = 'createdAt'
const RECORD = 'record'
/** The link card as JSON for Bluesky, or a note that the server refused the card. */
const CARD = 'card'
const NO_CARD = 'none'

/** The reference to the uploaded captions, as JSON. Like all keys of a video's upload, it begins with `video`. */
const CAPTIONS = 'videoCaptions'

const NO_REPLY = { ok: true, value: undefined } as const
const MAX_POSTS = 25
const MAX_PAGES = 20
const MAX_THUMB_BYTES = 976_000
const MAX_MENTIONS = 20
const CARD_PICTURE_WITHIN_MS = 5_000
const MENTIONS_WITHIN_MS = 3_000
/** A missing Bluesky post older than this may have been deleted by its author. A newer one was never published. */
export const MAY_BE_DELETED_AFTER_MS = 5 * 60_000
const CLOCKS_APART_MS = 5 * 60_000
/** A prepared Bluesky record that was not sent gets a new time if its time differs from the post's by this much. */
const FRESH_MS = 10 * 60_000

/** Whether an earlier request with this record key may have published the post. If so, Frogy keeps the key. */
const isPerhapsPublic = (done: Readonly<Prepared>): boolean => done[UNANSWERED] === 'yes' || done[DENIED] === 'yes'

function isUsable(done: Readonly<Prepared>, post: OutgoingPost, now: Date): boolean {
  if (!done[KEY] || !done[RECORD]) return false
  return isPerhapsPublic(done) || Math.abs(Date.parse(done[CREATED_AT] ?? '') - timeFor(post, now)) < FRESH_MS
}

const timeFor = ({ dueAt }: OutgoingPost, now: Date): number => Math.max(now.getTime(), dueAt?.getTime() ?? 0)

const newKeyFor = (post: OutgoingPost, now: Date): Prepared => ({
  [KEY]: newKey(now),
  [CREATED_AT]: new Date(timeFor(post, now)).toISOString(),
})

function recordOf(
  post: OutgoingPost,
  more: {
    createdAt: string
    done: Readonly<Prepared>
    card: object | undefined
    dids: ReadonlyMap<string, string>
    reply: object | undefined
  },
): object {
  const facets = facetsOf(post.text, more.dids)
  const embed = post.video
    ? videoEmbed(post.video, more.done)
    : post.images.length > 0
      ? imagesEmbed(post, more.done)
      : more.card
  return {
    $type: COLLECTION,
    text: post.text,
    createdAt: more.createdAt,
    ...(post.language && { langs: [post.language] }),
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
    ...(more.reply && { reply: more.reply }),
  }
}

function imagesEmbed(post: OutgoingPost, done: Readonly<Prepared>): object {
  const blobs = imageIds(post, done)
  const images = post.images.map(({ altText, width, height }, index) => ({
    image: JSON.parse(blobs[index] || 'null') as unknown,
    alt: altText,
    aspectRatio: { width, height },
  }))
  return { $type: 'app.bsky.embed.images', images }
}

function videoEmbed({ altText, width, height, captions }: OutgoingVideo, done: Readonly<Prepared>): object {
  const video = JSON.parse(done[VIDEO] || 'null') as unknown
  const file = captions && (JSON.parse(done[CAPTIONS] || 'null') as unknown)
  const more = captions && file ? { captions: [{ lang: captions.language, file }] } : {}
  return { $type: 'app.bsky.embed.video', video, alt: altText, aspectRatio: { width, height }, ...more }
}

function externalEmbed({ url, title, description }: OutgoingCard, thumb: unknown): object {
  const external = { uri: url, title, description: description ?? '', ...(thumb !== undefined && { thumb }) }
  return { $type: 'app.bsky.embed.external', external }
}

const hasText = (listed: unknown, text: string): boolean => sameText(textAt(listed, 'value', 'text') ?? '', text)

const toListed = (listed: unknown): ListedPost => ({
  at: new Date(textAt(listed, 'value', 'createdAt') ?? ''),
  hasText: (text) => hasText(listed, text),
})

/** Whether a record that Bluesky stores is the post to publish. Its pictures may be older uploads of the same files. */
function isSameRecord(stored: unknown, record: unknown): boolean {
  if (!stored) return false
  // If no copy of the sent record is stored, such as after a refused upload, compare only the key. Frogy chose it for
  // this post.
  if (!record) return true
  return textAt(stored, 'createdAt') === textAt(record, 'createdAt') && at(stored, 'text') === at(record, 'text')
}

function listQuery({ remoteId }: Access, cursor: string): URLSearchParams {
  return new URLSearchParams({ repo: remoteId, collection: COLLECTION, limit: '100', ...(cursor && { cursor }) })
}

function countsOf(post: unknown): Metrics {
  return {
    ...NO_METRICS,
    likes: numberAt(post, 'likeCount') ?? null,
    comments: numberAt(post, 'replyCount') ?? null,
    shares: sum(numberAt(post, 'repostCount'), numberAt(post, 'quoteCount')),
  }
}

/** If the look-up before a retry fails, reports that no request was sent. */
const asNotSent = (failure: PublishFailure): PublishFailure =>
  failure.kind === 'answer-lost' ? { kind: 'not-sent', detail: failure.detail } : failure
