import {
  ask,
  askRemoval,
  bearer,
  CLOCKS_APART_MS,
  failedLook,
  later,
  listAt,
  sameText,
  textAt,
  tokenReader,
  valueOf,
  type PlatformAnswer,
  type PlatformRequest,
} from './exchange.ts'
import { graphFailureReader } from './graph.ts'
import type {
  Access,
  OutgoingPost,
  Outcome,
  PlatformApp,
  PlatformClient,
  Prepared,
  Receipt,
} from './platform-client.ts'
import { sleep } from './sleep.ts'

const SCOPES = ['threads_basic', 'threads_content_publish', 'threads_manage_insights', 'threads_delete']

export function threadsClient(app: PlatformApp): PlatformClient {
  const web = app.baseUrl ?? 'https://threads.com'
  const host = app.baseUrl ?? 'https://graph.threads.net'
  const api = `${host}/v1.0`

  const readFailure = graphFailureReader(app.now)
  const readTokens = tokenReader(app.now)

  return {
    usesPkce: false,
    renewsItself: true,

    consentUrl: ({ redirectUri, state }) =>
      `${web}/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, redirect_uri: redirectUri, scope: SCOPES.join(','), response_type: 'code', state })}`,

    async connect({ code, redirectUri }, signal) {
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        code,
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
      }
      const short = valueOf(
        await ask({ method: 'POST', url: `${host}/oauth/access_token`, form }, signal, readTokens, readFailure),
      )
      const exchange = new URLSearchParams({
        grant_type: 'th_exchange_token',
        client_secret: app.clientSecret,
        access_token: short.accessToken,
      })
      const long = valueOf(
        await ask({ method: 'GET', url: `${host}/access_token?${exchange}` }, signal, readTokens, readFailure),
      )
      const me = { method: 'GET', url: `${api}/me?fields=id,username,name`, headers: bearer(long) } as const
      return [{ ...valueOf(await ask(me, signal, readProfile, readFailure)), scopes: SCOPES, tokens: long }]
    },

    async refresh(tokens, signal) {
      const query = new URLSearchParams({ grant_type: 'th_refresh_token', access_token: tokens.accessToken })
      return await ask({ method: 'GET', url: `${host}/refresh_access_token?${query}` }, signal, readTokens, readFailure)
    },

    // Published through a container, never in one call: after a lost answer the container tells what became of it.
    async prepare(post, access, signal) {
      const made = await ask(containerRequest(api, post, access), signal, readContainer, readFailure)
      return made.ok ? await untilFinished(made.value, access, signal) : made
    },

    publish: (_post, { containerId = '' }, access, signal) =>
      ask(publishRequest(api, containerId, access), signal, readReceipt, readFailure),

    async find(post, { containerId = '' }, access, { sentAt, known }, signal) {
      const status = await ask(
        statusRequest(api, containerId, access),
        signal,
        ({ json }) => textAt(json, 'status'),
        readFailure,
      )
      if (!status.ok) return failedLook(status.failure)
      if (status.value !== 'PUBLISHED') return { found: 'nothing' }
      // It is out. The container does not name the post that it became, so that is looked for, and done without.
      const url = `${api}/me/threads?fields=id,permalink,text,timestamp&limit=100&since=${Math.floor((sentAt.getTime() - CLOCKS_APART_MS) / 1000)}`
      const listed = await ask(
        { method: 'GET', url, headers: bearer(access) },
        signal,
        ({ json }) => listAt(json, 'data'),
        readFailure,
      )
      const found = (listed.ok ? listed.value : []).find(
        (one) => !known.has(textAt(one, 'id') ?? '') && sameText(textAt(one, 'text') ?? '', post.text),
      )
      return { found: 'post', remoteId: textAt(found, 'id') ?? null, permalink: textAt(found, 'permalink') ?? null }
    },

    permalink: () => null,

    remove: (remoteId, access, signal) =>
      askRemoval({ method: 'DELETE', url: `${api}/${remoteId}`, headers: bearer(access) }, signal, readFailure),
  }

  /** Text is ready at once as a rule; asked a few times, then left for a later try. */
  async function untilFinished(prepared: Prepared, access: Access, signal: AbortSignal): Promise<Outcome<Prepared>> {
    for (let pauseMs = 1_000; ; pauseMs *= 2) {
      const asked = await ask(
        statusRequest(api, prepared.containerId ?? '', access),
        signal,
        ({ json }) => json,
        readFailure,
      )
      if (!asked.ok) return asked
      const status = textAt(asked.value, 'status')
      if (status === 'FINISHED') return { ok: true, value: prepared }
      if (status !== 'IN_PROGRESS')
        return {
          ok: false,
          failure: { kind: 'refused', reason: 'media', detail: textAt(asked.value, 'error_message') ?? status ?? null },
        }
      if (pauseMs > 8_000)
        return { ok: false, failure: { kind: 'rate-limited', until: later(app.now(), 30), detail: status } }
      await sleep(pauseMs, signal)
    }
  }
}

export function containerRequest(api: string, post: OutgoingPost, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api}/${access.remoteId}/threads`,
    headers: bearer(access),
    form: { media_type: 'TEXT', text: post.text },
  }
}

function statusRequest(api: string, containerId: string, access: Access): PlatformRequest {
  return { method: 'GET', url: `${api}/${containerId}?fields=id,status,error_message`, headers: bearer(access) }
}

export function publishRequest(api: string, containerId: string, access: Access): PlatformRequest {
  return {
    method: 'POST',
    url: `${api}/${access.remoteId}/threads_publish`,
    headers: bearer(access),
    form: { creation_id: containerId },
  }
}

function readProfile({ json }: PlatformAnswer) {
  const [remoteId, username] = [textAt(json, 'id'), textAt(json, 'username') ?? null]
  if (!remoteId) return undefined
  return {
    remoteId,
    displayName: textAt(json, 'name') ?? username ?? remoteId,
    username,
    profileUrl: username && `https://www.threads.com/@${username}`,
  }
}

function readContainer({ json }: PlatformAnswer): { containerId: string } | undefined {
  const containerId = textAt(json, 'id')
  return containerId ? { containerId } : undefined
}

export function readReceipt({ json }: PlatformAnswer): Receipt | undefined {
  const remoteId = textAt(json, 'id')
  return remoteId ? { remoteId, permalink: null } : undefined
}
