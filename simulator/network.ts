import type { IncomingHttpHeaders } from 'node:http'
import type { Limit } from './limits.ts'
import type { World } from './world.ts'
import type { Fault } from './fault.ts'
import type { Operation, Platform } from './platform.ts'

/** A parsed request, independent of the web server. */
export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The fields of a form body; empty for other bodies. */
  readonly form: URLSearchParams
  /** The JSON body, or undefined if missing or invalid. */
  readonly json: unknown
  /** The raw body, and the files of a multipart body by field. */
  readonly body: Buffer
  readonly files: ReadonlyMap<string, Buffer>
  readonly headers: IncomingHttpHeaders
  /** The address that the client called, so that links in responses use it too. */
  readonly origin: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Objects are sent as JSON, text and bytes unchanged. */
  body?: string | object
}

/** Thrown by helpers that can only refuse, such as the token check. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the network's prefix. */
  path: string
  /** The operation for `/_sim/faults`. On some networks it depends on parameters. */
  operation?: Operation | ((call: Call) => Operation | undefined)
  handle(call: Call): Answer | Promise<Answer>
}

/** An account on the consent page. */
export interface Person {
  id: string
  name: string
  /** Without the @. Omitted on networks without handles. */
  username?: string
  headline: string
  email?: string
  /** Not a professional account, which some networks' APIs exclude. */
  isPersonal?: true
  /** The Pages that the person manages, on networks where only Pages can post. */
  pages?: Page[]
}

export interface Page {
  id: string
  name: string
  username: string
  headline: string
  /** Owned by or shared with a business portfolio. Meta's list of Pages may omit such Pages. */
  ofBusiness?: { id: string; as: 'owned' | 'client' }
}

/** Problems before the consent question. */
export const APP_TROUBLES = ['redirect', 'right', 'app-type', 'development', 'personal'] as const
export type AppTrouble = (typeof APP_TROUBLES)[number]

export interface TroubleResponse {
  /** The text of the network's error page. */
  page: string
  /** The error parameters of the redirect, if there is one. An unregistered address never gets a redirect. */
  returned?: Record<string, string>
  /** The scopes that are silently removed, if nothing else happens. */
  omittedScopes?: RegExp
}

export interface ConsentRules {
  path: string
  scopeSeparator: RegExp
  codeLifeMs: number
  /** Appended after the code. Clients must ignore it. */
  fragment: string
  pkce: boolean
  /** `response_type=code` is the default. Other networks require it. */
  assumesCode?: true
  cancelled: Record<string, string>
  /** The network's response to each problem of an app or account. */
  troubles: Partial<Record<AppTrouble, TroubleResponse>>
  /** The error for scopes that an app may not request, returned to the redirect_uri. */
  refusesScopes?: (scopes: string[], clientId: string) => Record<string, string> | undefined
  /** Declined scopes are skipped later unless the app sends this parameter. */
  asksAgain?: { parameter: string; value: string }
  /** Runs after approval and before the code is issued. */
  approved?: (world: World, grant: { accountId: string; clientId: string; scopes: string[] }) => void
}

/** The definition of one simulated network. Each is one file with the parts in this order. */
export interface Network {
  platform: Platform
  name: string
  people: Person[]
  consent: ConsentRules
  /** Rate limits and quotas. */
  limits: Limit[]
  routes(world: World): Route[]
  /** The network's error for `fault.status`, in its real format and headers. */
  faultAnswer(fault: Fault, world: World): Answer
  /** The person's id in callbacks, on networks that send them. */
  signedId?: (accountId: string) => string
}

export function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return { status, headers, body }
}

/** A parameter from query, form or JSON body. Meta's networks accept all three. */
export function parameter(call: Call, name: string): string | undefined {
  const plain = call.query.get(name) ?? call.form.get(name)
  if (plain !== null) return plain
  const value = member(call.json, name)
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

export function bearer(call: Call): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(call.headers.authorization ?? '')?.[1]
}
