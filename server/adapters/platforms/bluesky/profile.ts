import { ask } from '../http.ts'
import { at, textAt } from '../json.ts'
import type { Access } from '../platform-client.ts'
import { refused } from './home-server.ts'
import { MAX_DOCUMENT_BYTES, type Servers } from './servers.ts'

/** Name and picture of an account. Servers without Bluesky's public API still have the profile record. */
export async function profileOf(
  servers: Servers,
  access: Access,
  signal: AbortSignal,
): Promise<{ name?: string | undefined; picture?: string | undefined }> {
  const { remoteId: did } = access
  const server = servers.of(access)
  const viewed = await ask(
    servers.view(`app.bsky.actor.getProfile?${new URLSearchParams({ actor: did })}`, access),
    signal,
    ({ json }) => (textAt(json, 'did') === did ? json : undefined),
    refused,
  )
  if (viewed.ok) return { name: textAt(viewed.value, 'displayName'), picture: textAt(viewed.value, 'avatar') }
  const query = new URLSearchParams({ repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' })
  const record = await ask(
    servers.call(server, `com.atproto.repo.getRecord?${query}`, { maxAnswerBytes: MAX_DOCUMENT_BYTES }),
    signal,
    ({ json }) => at(json, 'value') ?? undefined,
    refused,
  )
  if (!record.ok) return {}
  const cid = textAt(record.value, 'avatar', 'ref', '$link')
  const picture = cid && `${server}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`
  return { name: textAt(record.value, 'displayName'), picture }
}
