import type { FastifyRequest } from 'fastify'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '#core/errors.ts'
import type { Passkey } from '#core/passkeys/contract.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { toUser, USER_COLUMNS } from '../auth/sessions.ts'
import { beginSession, tellOwner } from '../auth/sign-in.ts'
import { assertRecent } from '../auth/recent-password.ts'
import { violatedConstraint } from '../db/database.ts'
import sql, { columns, type RowOf } from '../db/sql.ts'
import { originSeenBy } from '../http/address.ts'
import type { Handle } from '../http/router.ts'
import { keepChallenge, useChallenge } from './challenges.ts'

const MOST_PASSKEYS = 20
/** EdDSA, ES256 and RS256: what devices have (COSE's numbers). */
const ALGORITHMS = [-8, -7, -257]
const COLUMNS = columns('passkeys', 'id', 'created_at', 'last_used_at', 'is_synced')

const toPasskey = (row: RowOf<typeof COLUMNS>): Passkey => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.is_synced,
})

// Signing and what devices say of themselves is the library's; ours is whose a passkey is, and that nothing signed
// counts twice. It is loaded with the first passkey.
const library = () => import('@simplewebauthn/server')

export function passkeyRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config, secrets } = parts

  /** Where a passkey is bound to: browsers know none for an address in numbers. */
  function placeOf(request: FastifyRequest): { origin: string; host: string } | undefined {
    const origin = originSeenBy(request, config.publicUrl)
    const seen = URL.parse(origin)
    if (!seen) return undefined
    const { protocol, hostname } = seen
    const isNumbers = /^\[|^[\d.]+$/.test(hostname)
    const isSecure = protocol === 'https:' || hostname === 'localhost'
    return isNumbers || !isSecure ? undefined : { origin, host: hostname }
  }

  function requirePlace(request: FastifyRequest): { origin: string; host: string } {
    const place = placeOf(request)
    if (!place) throw new AppError('passkeys_unavailable')
    return place
  }

  handle('GET /api/passkeys', async ({ signedIn, request }) => {
    const place = placeOf(request)
    const rows = await database.query(sql`
      select ${COLUMNS} from passkeys where user_id = ${signedIn.user.id} order by created_at, id`)
    return { isAvailable: place !== undefined, passkeys: rows.map(toPasskey) }
  })

  handle('POST /api/passkeys/options', async ({ signedIn, request }) => {
    assertRecent(signedIn, parts.clock.now())
    const { host } = requirePlace(request)
    const { id: userId, email, firstName, lastName } = signedIn.user
    const known = await database.query(sql`
      select ${columns('passkeys', 'credential_id', 'transports')} from passkeys where user_id = ${userId}`)
    if (known.length >= MOST_PASSKEYS) throw new AppError('too_many_passkeys', { values: { limit: MOST_PASSKEYS } })
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: 'Frogy',
      rpID: host,
      userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
      userName: email,
      userDisplayName: `${firstName} ${lastName}`,
      // A device in which it is known already makes no second one.
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await keepChallenge(database, secrets, { challenge: options.challenge, userId, now: clock.now() })
    return { ...options }
  })

  handle('POST /api/passkeys', async ({ signedIn, body, request }) => {
    assertRecent(signedIn, parts.clock.now())
    const { origin, host } = requirePlace(request)
    const { id: userId } = signedIn.user
    const { verifyRegistrationResponse } = await library()
    const now = clock.now()
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: body.response as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => useChallenge(database, secrets, { challenge, userId, now }),
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(refuse)
    if (!made) throw new AppError('passkey_refused')
    const { id, publicKey, counter, transports = [] } = made.credential
    const [row] = await database
      .query(
        sql`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, host, is_synced, created_at)
        values (${userId}, ${id}, ${Buffer.from(publicKey).toString('base64url')}, ${counter}, ${transports}, ${host},
          ${made.credentialDeviceType === 'multiDevice'}, ${now})
        returning ${COLUMNS}`,
      )
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'passkeys_credential_id_key' ? new AppError('passkey_refused') : error
      })
    if (!row) throw new Error('The passkey was not returned')
    const [owner] = await database.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
    if (owner) tellOwner(parts, owner, 'passkeyAdded')
    return toPasskey(row)
  })

  handle('DELETE /api/passkeys/{id}', async ({ signedIn, params }) => {
    assertRecent(signedIn, parts.clock.now())
    const gone = await database.query(sql`
      delete from passkeys where id = ${params.id} and user_id = ${signedIn.user.id} returning ${columns('passkeys', 'id')}`)
    if (gone.length === 0) throw new AppError('not_found')
    return undefined
  })

  handle('POST /api/login/passkey/options', async ({ request }) => {
    const { host } = requirePlace(request)
    const { generateAuthenticationOptions } = await library()
    // Nobody has said yet who they are: the browser offers the passkeys that it has for this host.
    const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' })
    await keepChallenge(database, secrets, { challenge: options.challenge, userId: null, now: clock.now() })
    return { ...options }
  })

  handle('POST /api/login/passkey', async ({ body, request, reply }) => {
    const { origin, host } = requirePlace(request)
    const response = body.response as unknown as AuthenticationResponseJSON
    const [known] = await database.query(sql`
      select ${columns('passkeys', 'id as passkey_id', 'credential_id', 'public_key', 'counter')}, ${USER_COLUMNS}
      from passkeys join users on users.id = passkeys.user_id where credential_id = ${response.id}`)
    if (!known) throw new AppError('passkey_refused')
    const { verifyAuthenticationResponse } = await library()
    const now = clock.now()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => useChallenge(database, secrets, { challenge, userId: null, now }),
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        id: known.credential_id,
        publicKey: new Uint8Array(Buffer.from(known.public_key, 'base64url')),
        counter: known.counter,
      },
    }).catch(refuse)
    if (!verified) throw new AppError('passkey_refused')
    await database.query(sql`
      update passkeys set counter = ${authenticationInfo.newCounter}, last_used_at = ${now} where id = ${known.passkey_id}`)
    await beginSession(parts, known.id, request, reply)
    return toUser(known)
  })
}

/** The library says by an error what is wrong with an answer; nobody is told more than that it is. */
function refuse(cause: unknown): never {
  throw new AppError('passkey_refused', { cause })
}
