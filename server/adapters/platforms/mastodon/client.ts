import { randomUUID } from 'node:crypto'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { absent } from '../absent.ts'
import { ask } from '../http.ts'
import { listAt, textAt, webAddressAt } from '../json.ts'
import { failedLookUp, listSinceSent } from '../list-since-sent.ts'
import { readMetricsOfEach } from '../metrics.ts'
import type { PlatformAdapter, PlatformApp, PlatformClient } from '../platform-client.ts'
import { requestRemoval } from '../request-removal.ts'
import { failureReader } from './failures.ts'
import { isSameStatus, listOwn, toListed } from './find-status.ts'
import { mastodonMedia, mediaIdsOf } from './media.ts'
import { mastodonRequests } from './requests.ts'
import { mastodonSignIn } from './sign-in.ts'
import { publishRequest, readCounts, readStatus } from './status.ts'

const API_URL = 'https://mastodon.social'

export const mastodon: PlatformAdapter = { apiUrl: API_URL, open: mastodonClient }

/** The name under which a prepared post's data holds its idempotency key. */
const KEY = 'key'

/** The client for all Mastodon servers, which have the same API. */
function mastodonClient(app: PlatformApp): PlatformClient {
  const requests = mastodonRequests(app)
  const { call, guarded, serverOf } = requests
  const media = mastodonMedia(app, requests)
  const readFailure = failureReader(app.now)

  return {
    renewsItself: false,
    renewsWith: 'refresh-token',
    publishesPrepared: false,
    ...mastodonSignIn(app, requests),

    async prepare(post, access, preparation, signal) {
      const uploaded = await media.upload(post, access, preparation, signal)
      if (!uploaded.ok) return uploaded
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
      // The Mastodon server knows the idempotency key, but its post was deleted, so another attempt needs another key.
      if (status === 404 && !posted.ok) return { ...posted, learnt: { [KEY]: '' } }
      if (status === 422 && !posted.ok && (post.images.length > 0 || post.video))
        return await media.afterRefusedPictures(post, prepared, access, posted, signal)
      return posted
    },

    // Mastodon's idempotency key works for an hour at most, and some servers ignore it. So look the post up before a
    // retry.
    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    async find(post, prepared, access, lost, signal) {
      const listed = await listSinceSent(lost.sentAt, app.now, (since, note) =>
        listOwn(requests, access, since, note, readFailure, signal),
      )
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

    // Use Mastodon's search without the token, which has no right to search. The search is public.
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
}
