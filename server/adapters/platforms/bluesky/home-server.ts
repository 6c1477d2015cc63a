import { FieldRefused, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer } from '../http.ts'
import { listAt, textAt } from '../json.ts'
import { errorIn } from './failures.ts'
import { ENTRY, serverAddress, type Servers } from './servers.ts'

/** An account and the server that has it. */
export interface Home {
  did: string
  handle: string
  server: string
}

/** Whether a text is the permanent id of an account, which servers accept in place of its handle. */
export const isDid = (text: string): boolean => /^did:(?:plc|web):[a-z0-9.-]{1,253}$/.test(text)

/** Finds an account's id and server by its handle or id. @throws NotConnected, FieldRefused */
export async function homeOf(servers: Servers, handle: string, signal: AbortSignal): Promise<Home> {
  const query = new URLSearchParams({ handle })
  const resolve = servers.call(servers.entry, `com.atproto.identity.resolveHandle?${query}`)
  const did = isDid(handle) ? handle : await known(ask(resolve, signal, readDid, refused))
  // An operator's server serves only its own accounts.
  if (hasOnlyOwnAccounts(servers)) return { did, handle, server: servers.entry }
  const document = await known(ask(servers.request(documentAddress(servers, did)), signal, ({ json }) => json, refused))
  const isOwner =
    isDid(handle) || listAt(document, 'alsoKnownAs').some((name) => String(name).toLowerCase() === `at://${handle}`)
  const home = serverIn(document)
  const address = home && (servers.directory === servers.entry ? home : serverAddress(home))
  if (!isOwner || !address) throw new FieldRefused('handle', 'account_unknown')
  return { did, handle, server: address }
}

/** Whether the operator has set the server of all accounts that name none. */
export const hasOnlyOwnAccounts = (servers: Servers): boolean =>
  servers.entry !== ENTRY && servers.directory !== servers.entry

export const refused = (answer: PlatformAnswer) =>
  ({ kind: 'refused', reason: 'other', detail: errorIn(answer) || null }) as const

/** @throws FieldRefused if the network knows no such account */
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

const readDid = ({ json }: PlatformAnswer) => textAt(json, 'did')

export function serverIn(document: unknown): string | undefined {
  const service = listAt(document, 'service').find((one) => textAt(one, 'id')?.endsWith('#atproto_pds'))
  return textAt(service, 'serviceEndpoint')
}
