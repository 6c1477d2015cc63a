import type { FastifyRequest } from 'fastify'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { AppError } from '#core/errors.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { requireRecentAuthentication } from '../auth/recent-authentication.ts'
import { toUser } from '../auth/sessions.ts'
import { beginSession } from '../auth/sign-in.ts'
import { browserOrigin } from '../../http/address.ts'
import type { Handle } from '../../http/router.ts'
import {
  addPasskey,
  checkPasskey,
  creationOptions,
  listPasskeys,
  placeAt,
  removePasskey,
  requestOptions,
  type Place,
} from './passkeys.ts'

export function passkeyRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, config } = parts

  const placeOf = (request: FastifyRequest) => placeAt(browserOrigin(request, config.publicUrl))
  function requirePlace(request: FastifyRequest): Place {
    const place = placeOf(request)
    if (!place) throw new AppError('passkeys_unavailable')
    return place
  }

  handle('GET /api/passkeys', async ({ signedIn, request }) => ({
    isAvailable: placeOf(request) !== undefined,
    passkeys: await listPasskeys(database, signedIn.user.id),
  }))

  handle('POST /api/passkeys/options', async ({ signedIn, request }) => {
    requireRecentAuthentication(signedIn, clock.now())
    return { ...(await creationOptions(parts, requirePlace(request), signedIn.user)) }
  })

  handle('POST /api/passkeys', async ({ signedIn, body, request }) => {
    requireRecentAuthentication(signedIn, clock.now())
    const response = body.response as unknown as RegistrationResponseJSON
    return await addPasskey(parts, requirePlace(request), signedIn.user.id, response)
  })

  handle('DELETE /api/passkeys/{id}', async ({ signedIn, params }) => {
    requireRecentAuthentication(signedIn, clock.now())
    await removePasskey(database, signedIn.user.id, params.id)
    return undefined
  })

  handle('POST /api/login/passkey/options', async ({ request }) => ({
    ...(await requestOptions(parts, requirePlace(request))),
  }))

  handle('POST /api/login/passkey', async ({ body, request, reply }) => {
    const response = body.response as unknown as AuthenticationResponseJSON
    const owner = await checkPasskey(parts, requirePlace(request), response)
    await beginSession(parts, owner.id, request, reply)
    return toUser(owner)
  })
}
