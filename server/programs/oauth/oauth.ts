import { randomUUID } from 'node:crypto'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { byName } from '#core/by-name.ts'
import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import type { Permission } from '#core/programs/oauth-contract.ts'
import { KEY_PREFIX, SCOPES, type Scope } from '#core/programs/scopes.ts'
import type { Workspace } from '#core/workspaces/contract.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf, type Sql } from '../../db/sql.ts'
import { writeLog } from '../../events/workspace-log.ts'
import { issueOf } from '../../messages.ts'
import { deleteKeys } from '../delete-keys.ts'
import { newToken, type Secrets } from '../../secrets.ts'
import { workspacesOf } from '../../workspaces/access.ts'
import { clientName } from './client-name.ts'
import { isSafeRedirect } from './redirect-uris.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How long a user may take to consent, and how long an authorization code is valid. */
const REQUEST_LIFE_MS = 10 * MINUTE_MS
const TOKEN_LIFE_MS = 60 * MINUTE_MS
/** An unused permission expires after this time. */
export const RENEWABLE_MS = 90 * DAY_MS
/**
 * Within this time, a client that repeats a refresh gets the same new tokens again, because the first response may be
 * lost.
 */
const LOST_RESPONSE_MS = MINUTE_MS
/** How long a second use of an authorization code is recognized. */
const USED_CODE_MS = DAY_MS
/** The scopes of a request that names none. */
export const USUAL_SCOPES: readonly Scope[] = ['posts:read', 'posts:write', 'accounts:read', 'results:read']

export interface OAuthParts {
  database: Database
  clock: Clock
  secrets: Secrets
}

/** Creates, renews and revokes OAuth permissions. */
export function oauth({ database, clock, secrets }: OAuthParts) {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  return {
    async findClient(id: string): Promise<OAuthClientInformationFull | undefined> {
      if (id.includes('\0')) return undefined
      const [row] = await database.query(
        sql`select ${columns('oauth_clients', 'info')} from oauth_clients where id = ${id}`,
      )
      if (!row) return undefined
      const client = JSON.parse(row.info) as OAuthClientInformationFull
      // Check again, because the rules for redirect URIs may be stricter now than when the client registered.
      return { ...client, redirect_uris: client.redirect_uris.filter(isSafeRedirect) }
    },

    /** Registers a client without a secret: apps on users' devices cannot keep one. */
    async register(given: Omit<OAuthClientInformationFull, 'client_id'>): Promise<OAuthClientInformationFull> {
      const { client_secret: _, client_secret_expires_at: _until, ...metadata } = given
      const now = clock.now()
      const client = {
        ...metadata,
        client_id: randomUUID(),
        client_id_issued_at: Math.floor(now.getTime() / 1_000),
        token_endpoint_auth_method: 'none',
      }
      await database.query(sql`
        insert into oauth_clients (id, info, created_at) values (${client.client_id}, ${JSON.stringify(client)}, ${now})`)
      return client
    },

    /** Stores a request for consent. @returns its id */
    async ask(
      clientId: string,
      asked: { redirectUri: string; state?: string | undefined; scopes: readonly string[]; codeChallenge: string },
    ): Promise<string> {
      const known = SCOPES.filter((scope) => asked.scopes.includes(scope))
      const scopes = known.length > 0 ? known : [...USUAL_SCOPES]
      const [made] = await database.query(sql`
        insert into oauth_requests (client_id, redirect_uri, state, scopes, code_challenge, expires_at)
        values (${clientId}, ${asked.redirectUri}, ${asked.state ?? null}, ${scopes}, ${asked.codeChallenge}, ${later(REQUEST_LIFE_MS)})
        returning ${columns('oauth_requests', 'id')}`)
      return made?.id ?? ''
    },

    /** Reads the permission that a consent request asks for. @throws AppError not_found */
    async read(id: string, userId: string, language: Language): Promise<Permission> {
      const row = await open(sql`id = ${id}`)
      const client = await this.findClient(row.client_id)
      const to = new URL(row.redirect_uri)
      const scopes = SCOPES.filter((scope) => row.scopes.includes(scope))
      const found = byName(await openWorkspacesOf(userId), language)
      const workspaces = found.map((workspace) => ({ id: workspace.id, name: workspace.name }))
      return { name: nameOf(client, to), leadsTo: displayHost(to), scopes, workspaces }
    },

    /**
     * Grants scopes to a program, for the user's own content or in a workspace.
     * @returns the redirect URL with the authorization code
     * @throws AppError not_found, also for a workspace that the user cannot open; validation_failed when the program
     * requested none of these scopes
     */
    async permit(
      id: string,
      userId: string,
      { scopes: granted, workspaceId }: { scopes: readonly Scope[]; workspaceId?: string | undefined },
      language: Language,
    ): Promise<string> {
      const row = await open(sql`id = ${id}`)
      const scopes = SCOPES.filter((scope) => granted.includes(scope) && row.scopes.includes(scope))
      if (scopes.length === 0)
        throw new AppError('validation_failed', { issues: [issueOf(language, 'scopes', 'invalid')] })
      if (workspaceId !== undefined && !(await openWorkspacesOf(userId)).some((found) => found.id === workspaceId))
        throw new AppError('not_found')
      const permittedBy = workspaceId === undefined ? null : userId
      const code = newToken()
      const permitted = await database.query(sql`
        update oauth_requests set user_id = ${workspaceId ?? userId}, permitted_by = ${permittedBy}, scopes = ${scopes}, code_hash = ${secrets.tokenHash(code)},
          expires_at = ${later(REQUEST_LIFE_MS)}
        where id = ${id} and user_id is null returning ${columns('oauth_requests', 'id')}`)
      if (permitted.length === 0) throw new AppError('not_found')
      return redirectUrl(row, { code })
    },

    /** Rejects a consent request. @returns the redirect URL with the error @throws AppError not_found */
    async refuse(id: string): Promise<string> {
      const row = await open(sql`id = ${id}`)
      await database.query(sql`delete from oauth_requests where id = ${id} and user_id is null`)
      return redirectUrl(row, { error: 'access_denied' })
    },

    /** The PKCE challenge of an authorization code, used or not; undefined when the code is unknown or expired. */
    async challengeOf(clientId: string, code: string): Promise<string | undefined> {
      const [row] = await database.query(sql`
        select ${columns('oauth_requests', 'code_challenge')} from oauth_requests
        where ${isCode(clientId, code)}`)
      return row?.code_challenge
    },

    /**
     * Exchanges an authorization code for tokens, once. Ends the program's previous permission from this user, wherever
     * it acted. A second exchange means that the code was stolen, so it ends the permission from the first one.
     */
    async fetchToken(clientId: string, code: string, redirectUri?: string): Promise<OAuthTokens | undefined> {
      const client = await this.findClient(clientId)
      return await database.transaction(async (tx) => {
        const [row] = await tx.query(sql`
          select ${columns('oauth_requests', 'id', 'user_id', 'permitted_by', 'scopes', 'redirect_uri', 'key_id', 'used_at')}
          from oauth_requests where ${isCode(clientId, code)} for update`)
        if (!row?.user_id || (redirectUri !== undefined && redirectUri !== row.redirect_uri)) return undefined
        const now = clock.now()
        if (row.used_at) {
          await deleteKeys(tx, sql`id = ${row.key_id}`, now, STOPPED)
          return undefined
        }
        if (row.permitted_by && !(await isMember(tx, row.user_id, row.permitted_by))) return undefined
        const person = row.permitted_by ?? row.user_id
        const former = sql`client_id = ${clientId} and (user_id = ${person} or created_by = ${person})`
        // Log no revocation in the same workspace, because its log shows a renewed permission as one entry.
        await tx.query(sql`delete from api_keys where ${former} and user_id = ${row.user_id}`)
        await deleteKeys(tx, former, now)
        const name = nameOf(client, new URL(row.redirect_uri))
        const tokens = newTokens()
        const [key] = await tx.query(sql`
          insert into api_keys (user_id, created_by, name, scopes, token_hash, created_at, expires_at, client_id, renewal_hash, renewable_until)
          values (${row.user_id}, ${row.permitted_by}, ${name}, ${row.scopes}, ${tokens.hash}, ${now},
            ${later(TOKEN_LIFE_MS)}, ${clientId}, ${tokens.renewalHash}, ${later(RENEWABLE_MS)})
          returning ${columns('api_keys', 'id')}`)
        const entry = { act: 'assistant_allowed', actorId: row.permitted_by, subject: name } as const
        await writeLog(tx, row.user_id, entry, now)
        await tx.query(sql`
          update oauth_requests set used_at = ${now}, key_id = ${key?.id ?? null}, expires_at = ${later(USED_CODE_MS)}
          where id = ${row.id}`)
        return toTokens(tokens, row.scopes)
      })
    },

    /**
     * Exchanges a refresh token for new tokens; undefined when it is unknown or reused. Reuse ends the permission. New
     * tokens that are still unused are returned again for a minute, because the response may be lost.
     */
    async renewToken(clientId: string, renewal: string): Promise<OAuthTokens | undefined> {
      const tokens = successorsOf(renewal)
      const hashes = secrets.tokenHashes(renewal)
      return await database.transaction(async (tx) => {
        const now = clock.now()
        const [row] = await tx.query(sql`
          update api_keys set token_hash = ${tokens.hash}, expires_at = ${later(TOKEN_LIFE_MS)},
            renewal_hash = ${tokens.renewalHash}, renewable_until = ${later(RENEWABLE_MS)}, renewed_at = ${now}
          where client_id = ${clientId} and renewal_hash = any(${hashes}) and renewable_until > ${now}
          returning ${columns('api_keys', 'id', 'scopes')}`)
        if (row) {
          await tx.query(sql`
            insert into oauth_used_tokens (hash, key_id, used_at) values (${secrets.tokenHash(renewal)}, ${row.id}, ${now})`)
          return toTokens(tokens, row.scopes)
        }
        const [used] = await tx.query(sql`
          select ${columns('api_keys', 'id', 'scopes', 'renewal_hash', 'renewed_at', 'last_used_at')} from api_keys
          where client_id = ${clientId} and id in (select key_id from oauth_used_tokens where hash = any(${hashes})) for update`)
        if (!used) return undefined
        const isNew = used.renewed_at !== null && now.getTime() - used.renewed_at.getTime() < LOST_RESPONSE_MS
        const isUnused = used.last_used_at === null || (used.renewed_at && used.last_used_at <= used.renewed_at)
        if (isNew && isUnused && used.renewal_hash === tokens.renewalHash) return toTokens(tokens, used.scopes)
        await deleteKeys(tx, sql`id = ${used.id}`, now, STOPPED)
        return undefined
      })
    },

    /** Ends the permission to which an access or refresh token belongs. */
    async end(clientId: string, token: string): Promise<void> {
      const hashes = secrets.tokenHashes(token)
      const which = sql`client_id = ${clientId} and (token_hash = any(${hashes}) or renewal_hash = any(${hashes})
        or id in (select key_id from oauth_used_tokens where hash = any(${hashes})))`
      await database.transaction((tx) => deleteKeys(tx, which, clock.now()))
    },
  }

  /** The user's workspaces, without suspended ones. */
  async function openWorkspacesOf(userId: string): Promise<Workspace[]> {
    return (await workspacesOf(database, userId)).filter(({ suspensionReason }) => suspensionReason === null)
  }

  async function open(which: Sql): Promise<RowOf<typeof REQUEST>> {
    const [row] = await database.query(sql`
      select ${REQUEST} from oauth_requests where ${which} and user_id is null and expires_at > ${clock.now()}`)
    if (!row) throw new AppError('not_found')
    return row
  }

  function isCode(clientId: string, code: string): Sql {
    return sql`client_id = ${clientId} and user_id is not null and code_hash = any(${secrets.tokenHashes(code)})
      and expires_at > ${clock.now()}`
  }

  function newTokens() {
    return withHashes(`${KEY_PREFIX}${newToken()}`, newToken())
  }

  /** Derives new tokens from the refresh token, so that a repeated request gets the same ones and none is stored. */
  function successorsOf(renewal: string) {
    const derive = (use: string) => secrets.sign(`oauth ${use} ${renewal}`)
    return withHashes(`${KEY_PREFIX}${derive('access')}`, derive('refresh'))
  }

  function withHashes(token: string, renewal: string) {
    return { token, renewal, hash: secrets.tokenHash(token), renewalHash: secrets.tokenHash(renewal) }
  }
}
export type OAuth = ReturnType<typeof oauth>

/**
 * Whether a user is a member of a workspace. Locks the membership: its end waits until the new permission is stored,
 * and then deletes the permission too.
 */
async function isMember(tx: Queryable, workspaceId: string, userId: string): Promise<boolean> {
  const found = await tx.query(sql`
    select ${columns('members', 'user_id')} from members
    where workspace_id = ${workspaceId} and user_id = ${userId} for share`)
  return found.length > 0
}

/** The end of a permission whose code or token was used twice, perhaps by a thief. */
const STOPPED = { act: 'assistant_stopped', actorId: null } as const

const REQUEST = columns('oauth_requests', 'client_id', 'redirect_uri', 'state', 'scopes')

const toTokens = ({ token, renewal }: { token: string; renewal: string }, scopes: string[]): OAuthTokens => ({
  access_token: token,
  token_type: 'Bearer',
  expires_in: TOKEN_LIFE_MS / 1_000,
  refresh_token: renewal,
  scope: scopes.join(' '),
})

function redirectUrl(row: RowOf<typeof REQUEST>, answer: Record<string, string>): string {
  const to = new URL(row.redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, ...(row.state !== null && { state: row.state }) }))
    to.searchParams.set(name, value)
  return to.href
}

/** The host of a redirect URL, or its scheme for an app: app schemes have no host. */
const displayHost = ({ host, protocol }: URL): string => (host === '' ? protocol : host)

/** The name that a program gives itself. Without a usable name, the host of its redirect URL. */
const nameOf = (client: OAuthClientInformationFull | undefined, to: URL): string =>
  clientName(client?.client_name) ?? displayHost(to)

/** Deletes expired requests for consent, and programs that have no permission. */
export async function deleteOldRequests(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from oauth_requests where expires_at <= ${now}`)
  await on.query(sql`delete from oauth_used_tokens where used_at <= ${new Date(now.getTime() - RENEWABLE_MS)}`)
  await on.query(sql`
    delete from oauth_clients c where created_at < ${new Date(now.getTime() - DAY_MS)}
      and not exists (select from api_keys where client_id = c.id)
      and not exists (select from oauth_requests where client_id = c.id)`)
}
