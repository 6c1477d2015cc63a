import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { User } from '#core/people/auth-contract.ts'
import { AppError } from '#core/errors.ts'
import type { Passkey } from '#core/people/passkeys-contract.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { USER_COLUMNS } from '../auth/sessions.ts'
import { mailSecurityNotice } from '../auth/sign-in.ts'
import { violatedConstraint, type Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'
import { storeChallenge, useChallenge } from './challenges.ts'

const MOST_PASSKEYS = 20
/** Supported signature algorithms by COSE number: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]
const COLUMNS = columns('passkeys', 'id', 'created_at', 'last_used_at', 'is_synced')

const toPasskey = (row: RowOf<typeof COLUMNS>): Passkey => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isSynced: row.is_synced,
})

// The library verifies signatures. It loads when a passkey is first used, to keep the start fast.
const library = () => import('@simplewebauthn/server')

/** The origin and host that a passkey is bound to. */
export interface Place {
  origin: string
  host: string
}

/** The origin and host for passkeys. Undefined where browsers support none: at IP addresses, or without HTTPS. */
export function placeAt(origin: string): Place | undefined {
  const seen = URL.parse(origin)
  if (!seen) return undefined
  const { protocol, hostname } = seen
  const isNumbers = /^\[|^[\d.]+$/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isNumbers || !isSecure ? undefined : { origin, host: hostname }
}

export async function listPasskeys(on: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await on.query(sql`
    select ${COLUMNS} from passkeys where user_id = ${userId} order by created_at, id`)
  return rows.map(toPasskey)
}

/** Options for the browser to create a passkey. @throws AppError too_many_passkeys */
export async function creationOptions(
  { database, clock, secrets }: AuthParts,
  { host }: Place,
  { id: userId, email, firstName, lastName }: User,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
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
    // Names the user's existing passkeys, so that a device that has one refuses to create a second one.
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(database, secrets, { challenge: options.challenge, userId, now: clock.now() })
  return options
}

/** Stores a new passkey and mails its owner. @throws AppError passkey_refused */
export async function addPasskey(
  parts: AuthParts,
  { origin, host }: Place,
  userId: string,
  response: RegistrationResponseJSON,
): Promise<Passkey> {
  const { database, clock, secrets } = parts
  const { verifyRegistrationResponse } = await library()
  const now = clock.now()
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(database, secrets, { challenge, userId, now }),
    expectedOrigin: origin,
    expectedRPID: host,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!made) throw new AppError('passkey_refused')
  const { id, publicKey, counter, transports = [] } = made.credential
  await parts.mails.open()
  const row = await database
    .transaction(async (tx) => {
      const [added] = await tx.query(sql`
        insert into passkeys (user_id, credential_id, public_key, counter, transports, host, is_synced, created_at)
        values (${userId}, ${id}, ${Buffer.from(publicKey).toString('base64url')}, ${counter}, ${transports}, ${host},
          ${made.credentialDeviceType === 'multiDevice'}, ${now})
        returning ${COLUMNS}`)
      if (!added) throw new Error('The passkey was not returned')
      const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
      if (owner) await mailSecurityNotice(tx, parts, owner, 'passkeyAdded')
      return added
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'passkeys_credential_id_key' ? new AppError('passkey_refused') : error
    })
  return toPasskey(row)
}

export async function removePasskey(on: Queryable, userId: string, id: string): Promise<void> {
  const deleted = await on.query(sql`
    delete from passkeys where id = ${id} and user_id = ${userId} returning ${columns('passkeys', 'id')}`)
  if (deleted.length === 0) throw new AppError('not_found')
}

/** Options for the browser to sign in. The user is unknown, so the browser offers its passkeys for this host. */
export async function requestOptions(
  { database, clock, secrets }: AuthParts,
  { host }: Place,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({ rpID: host, userVerification: 'required' })
  await storeChallenge(database, secrets, { challenge: options.challenge, userId: null, now: clock.now() })
  return options
}

/** Verifies a passkey's signed challenge. @returns the passkey's owner @throws AppError passkey_refused */
export async function checkPasskey(
  { database, clock, secrets }: AuthParts,
  { origin, host }: Place,
  response: AuthenticationResponseJSON,
): Promise<RowOf<typeof USER_COLUMNS>> {
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
  return known
}

/** Hides the library's detailed error message from the client. */
function refuse(cause: unknown): never {
  throw new AppError('passkey_refused', { cause })
}
