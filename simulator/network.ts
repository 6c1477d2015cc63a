import type { IncomingHttpHeaders } from 'node:http'
import type { Limit } from './limits.ts'
import type { World } from './world.ts'
import type { Fault } from './fault.ts'
import type { Operation, Platform } from './platform.ts'

/** One request as the networks' own code sees it: already read, and free of the web server. */
export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Members of a form body; empty for any other body. */
  readonly form: URLSearchParams
  /** The parsed JSON body, or undefined when there was none or it could not be read. */
  readonly json: unknown
  /** The body as it came, and the files of a multipart one by their field. */
  readonly body: Buffer
  readonly files: ReadonlyMap<string, Buffer>
  readonly headers: IncomingHttpHeaders
  /** Where the caller reached us, so that addresses in answers lead back the same way. */
  readonly origin: string
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** An object is sent as JSON, text and bytes as they are. */
  body?: string | object
}

/** Thrown by the parts of a handler that can only refuse, such as the check of a token. */
export class Refusal extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(`refused with ${answer.status}`)
    this.answer = answer
  }
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the network's own prefix. */
  path: string
  /** What `/_sim/faults` calls this request; some networks tell only by the parameters. */
  operation?: Operation | ((call: Call) => Operation | undefined)
  handle(call: Call): Answer | Promise<Answer>
}

/** One who can be chosen on the consent page. */
export interface Person {
  id: string
  name: string
  /** Without the @; networks that show none leave it out. */
  username?: string
  headline: string
  email?: string
  /** Not a professional account, which some networks' apps may not act for. */
  isPersonal?: true
  /** What the person manages and posts as, on networks where nobody posts as themselves. */
  pages?: Page[]
}

export interface Page {
  id: string
  name: string
  username: string
  headline: string
  /** In a business's portfolio, as its own or a client's; Meta's list of Pages has its own ideas about these. */
  ofBusiness?: { id: string; as: 'owned' | 'client' }
}

/** What can be wrong before anybody is asked for their consent. */
export const APP_TROUBLES = ['redirect', 'right', 'app-type', 'development', 'personal'] as const
export type AppTrouble = (typeof APP_TROUBLES)[number]

export interface TroubleSaid {
  /** What its own page says, in its own words. */
  page: string
  /** What it sends back, where it does; to an address that it does not know, nothing ever is. */
  returned?: Record<string, string>
  /** The rights that are left out in silence, where that is all that happens. */
  leavesOut?: RegExp
}

export interface ConsentRules {
  path: string
  scopeSeparator: RegExp
  codeLifeMs: number
  /** What the network appends after the code, and clients must ignore. */
  fragment: string
  pkce: boolean
  /** The dialog takes `response_type=code` for granted; the others want it said. */
  assumesCode?: true
  cancelled: Record<string, string>
  /** How it says what is wrong with the app, or with the account, for each trouble that it has. */
  troubles: Partial<Record<AppTrouble, TroubleSaid>>
  /** Scopes the app may not ask for, given its client id; asking ends with this error at the redirect_uri. */
  refusesScopes?: (scopes: string[], clientId: string) => Record<string, string> | undefined
  /** What a person once kept back is not asked for again, unless the app says so in this way. */
  asksAgain?: { parameter: string; value: string }
  /** Runs once the person has approved and before the code is made. */
  approved?: (world: World, grant: { accountId: string; clientId: string; scopes: string[] }) => void
}

/** Everything the simulator needs to play one network; each lives in one file, its parts in this order. */
export interface Network {
  platform: Platform
  name: string
  people: Person[]
  consent: ConsentRules
  /** What it allows in a time. */
  limits: Limit[]
  routes(world: World): Route[]
  /** The network's own way to say `fault.status`, with the same shape and headers as in real life. */
  faultAnswer(fault: Fault, world: World): Answer
  /** On networks that call the app back: what they call the person there. */
  signedId?: (accountId: string) => string
}

export function json(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return { status, headers, body }
}

/** A parameter from wherever the caller put it; Meta's networks take query, form and JSON alike. */
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
