import { FieldRefused, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { listAt, textAt } from '../json.ts'
import { errorIn } from './failures.ts'
import { isHandle } from './record.ts'
import { ENTRY, serverAddress, type Servers } from './servers.ts'

/** An account and the server that hosts it. */
export interface Home {
  did: string
  /** A handle that belongs to the id, or the id itself. */
  handle: string
  server: string
}

/** Whether a text is the permanent id of an account, which servers accept in place of its handle. */
export const isDid = (text: string): boolean => /^did:(?:plc|web):[a-z0-9.-]{1,253}$/.test(text)

/**
 * Finds an account's id and server by its handle or id. The handle must resolve to the id, and the id's document must
 * name the handle. @throws NotConnected, FieldRefused
 */
export async function homeOf(servers: Servers, name: string, signal: AbortSignal): Promise<Home> {
  const did = isDid(name) ? name : await known(resolveHandle(servers, name, signal))
  // A server that an operator has set hosts all accounts, so skip the public directory.
  if (hasOnlyOwnAccounts(servers)) return { did, handle: name, server: servers.entry }
  const document = await known(
    ask(servers.document(documentAddress(servers, did)), signal, ({ json }) => json, refused),
  )
  const home = serverIn(document)
  const address = home && (servers.directory === servers.entry ? home : serverAddress(home))
  const handles = handlesIn(document)
  const isOwner = textAt(document, 'id') === did && (isDid(name) || handles.includes(name))
  if (!isOwner || !address) throw new FieldRefused('handle', 'account_unknown')
  if (!isDid(name)) return { did, handle: name, server: address }
  const [handle] = handles
  const resolved = handle === undefined ? undefined : await resolveHandle(servers, handle, signal)
  return { did, handle: handle && resolved?.ok && resolved.value === did ? handle : did, server: address }
}

const resolveHandle = (servers: Servers, handle: string, signal: AbortSignal) =>
  ask(
    servers.call(servers.entry, `com.atproto.identity.resolveHandle?${new URLSearchParams({ handle })}`),
    signal,
    ({ json }) => textAt(json, 'did'),
    refused,
  )

const handlesIn = (document: unknown): string[] =>
  listAt(document, 'alsoKnownAs')
    .map((name) => String(name).toLowerCase())
    .filter((name) => name.startsWith('at://'))
    .map((name) => name.slice('at://'.length))
    .filter(isHandle)

/** Whether the operator has set the server for accounts that name no server. */
export const hasOnlyOwnAccounts = (servers: Servers): boolean =>
  servers.entry !== ENTRY && servers.directory !== servers.entry

export const refused = (answer: PlatformAnswer) =>
  ({ kind: 'refused', reason: 'other', detail: errorIn(answer) || null }) as const

/** Returns Bluesky's answer about an account. @throws FieldRefused if there is no such account */
async function known<T>(asked: ReturnType<typeof ask<T>>): Promise<T> {
  const outcome = await asked
  if (outcome.ok) return outcome.value
  if (outcome.failure.kind === 'refused') throw new FieldRefused('handle', 'account_unknown')
  throw new NotConnected('network_down', outcome.failure.detail)
}

function documentAddress(servers: Servers, did: string): string {
  const [, method, id = ''] = did.split(':')
  if (method === 'plc' && /^[a-z2-7]{24}$/.test(id)) return `${servers.directory}/${did}`
  const server = method === 'web' ? serverAddress(id) : undefined
  if (!server) throw new FieldRefused('handle', 'account_unknown')
  return `${server}/.well-known/did.json`
}

export function serverIn(document: unknown): string | undefined {
  const service = listAt(document, 'service').find((one) => textAt(one, 'id')?.endsWith('#atproto_pds'))
  return textAt(service, 'serviceEndpoint')
}
