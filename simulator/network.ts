import type { IncomingHttpHeaders } from 'node:http'
import type { Limit } from './limits.ts'
import type { World } from './world.ts'
import type { Fault } from './fault.ts'
import type { Operation, Platform } from './platform.ts'
import type { Post, PublicPost } from './posts.ts'

/** A parsed request, independent of the web server. */
export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** The fields of a form body. Empty for other bodies. */
  readonly form: URLSearchParams
  /** The JSON body, or undefined if missing or invalid. */
  readonly json: unknown
  /** The raw body. `files` has the files of a multipart body by field, and `fileNames` their names. */
  readonly body: Buffer
  readonly files: ReadonlyMap<string, Buffer>
  readonly fileNames: ReadonlyMap<string, string>
  readonly headers: IncomingHttpHeaders
  /** The origin that the client called, so that links in responses use it too. */
  readonly origin: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** The body of the response. Objects are sent as JSON; text and bytes are sent unchanged. */
  body?: string | object
}

/** An error response that helpers throw, such as the helper that checks tokens. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path below the network's prefix. */
  path: string
  /** The name of the operation in `/_sim/faults`. On some networks it depends on the parameters. */
  operation?: Operation | ((call: Call) => Operation | undefined)
  handle(call: Call): Answer | Promise<Answer>
}

/** An account on the consent page. */
export interface Person {
  id: string
  name: string
  /** The handle without the @. Networks without handles omit it. */
  username?: string
  headline: string
  email?: string
  /** Marks an account that is not professional. The APIs of some networks exclude such accounts. */
  isPersonal?: true
  /** The Pages that the person manages, on networks where only Pages can post. */
  pages?: Page[]
}

export interface Page {
  id: string
  name: string
  username: string
  headline: string
  /** The business that owns the Page or manages it for a client. Meta's list of Pages may omit such Pages. */
  ofBusiness?: { id: string; as: 'owned' | 'client' }
  /** On LinkedIn: the person's roles on the page. */
  roles?: string[]
}

/** Problems of an app or account that a network reports before it asks the person for consent. */
export const APP_TROUBLES = ['redirect', 'right', 'app-type', 'development', 'personal'] as const
export type AppTrouble = (typeof APP_TROUBLES)[number]

interface TroubleResponse {
  /** The text of the network's error page. */
  page: string
  /** The error parameters of a redirect to the app. An unregistered address never gets a redirect. */
  returned?: Record<string, string>
  /** The scopes that the network silently omits if a test sets `consentTroubles` to `left_out`. */
  omittedScopes?: RegExp
}

export interface ConsentRules {
  path: string
  scopeSeparator: RegExp
  codeLifeMs: number
  /** The URL fragment that the network appends after the code when it redirects. Clients must ignore it. */
  fragment: string
  /** Whether a PKCE challenge is required, used only if the app sends one, or ignored. */
  pkce: boolean | 'optional'
  /** The network assumes `response_type=code`. Other networks require the parameter. */
  assumesCode?: true
  /** Finds the request that the app has pushed before (RFC 9126), or says why there is none. */
  pushed?: (world: World, call: Call) => URLSearchParams | string
  /** Parameters that the network adds to each redirect back to the app. */
  returns?: (call: Call) => Record<string, string>
  cancelled: Record<string, string>
  /** The network's response to each problem of an app or account. */
  troubles: Partial<Record<AppTrouble, TroubleResponse>>
  /** The person chooses on the consent page which of their Pages they share with the app. */
  picksPages?: true
  /** The error for scopes that an app may not request, returned to the redirect_uri. */
  refusesScopes?: (scopes: string[], clientId: string) => Record<string, string> | undefined
  /** Why the network shows an error page instead of the consent page to this app. */
  refusesApp?: (world: World, call: Call) => string | undefined
  /** The parameter with which an app asks again for declined scopes. Without it, the network does not ask for them. */
  asksAgain?: { parameter: string; value: string }
  /** Runs after the person approves and before the network issues the code. */
  approved?: (world: World, grant: { accountId: string; clientId: string; scopes: string[] }) => void
}

/** The definition of one simulated network. Each network has its own folder. */
export interface Network {
  platform: Platform
  name: string
  people: Person[]
  /** The rules of the consent page. Absent if people connect without such a page. */
  consent?: ConsentRules
  /** Rate limits and quotas. */
  limits: Limit[]
  routes(world: World): Route[]
  /** The network's error response to a fault, in its real format and with its real headers. */
  faultAnswer(fault: Fault, world: World): Answer
  /** The path of a post's page, as on the real network. `username` is its author's. */
  postPath(post: PublicPost, username: string | undefined): string
  /** The routes of post pages, each with a function that finds the post. */
  postPages: Record<string, (world: World, params: Call['params']) => Post | undefined>
  /** Returns the person's id in signed callbacks. Only Meta's networks send them. */
  signedId?: (accountId: string) => string
}

export type ConsentNetwork = Network & { consent: ConsentRules }

export const hasConsent = (network: Network): network is ConsentNetwork => network.consent !== undefined

export function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return { status, headers, body }
}

/** Reads a parameter from the query, form or JSON body. Meta's networks accept all three. */
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
