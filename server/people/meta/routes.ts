import type { FastifyRequest } from 'fastify'
import { META_PLATFORMS } from '#core/people/meta-contract.ts'
import { AppError } from '#core/errors.ts'
import type { PostsOfAccounts } from '../../accounts/posts-of-accounts.ts'
import { dropPermissions } from '../../accounts/transitions.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import type { Secrets } from '../../secrets.ts'
import { deleteData, findDeletion } from './delete-data.ts'
import { accountsOfMetaUser, type MetaUser } from './meta-user.ts'
import { readSignedRequest } from './signed-request.ts'

interface MetaParts {
  database: Database
  clock: Clock
  config: Pick<Config, 'platforms'>
  secrets: Secrets
  posts: PostsOfAccounts
  publicUrl: () => string
}

/** Callbacks of Meta. They have no session and are authenticated by signature only. */
export function metaRoutes(handle: Handle, parts: MetaParts): void {
  const { database, clock, config, secrets, publicUrl } = parts

  handle('POST /api/meta/{platform}/deauthorize', async ({ params, body, request }) => {
    const person = readPerson(params.platform, body.signed_request, request)
    await database.transaction(async (tx) => {
      const accounts = await accountsOfMetaUser(tx, person)
      await dropPermissions(tx, accounts, clock.now())
    })
    return undefined
  })

  handle('POST /api/meta/{platform}/delete-data', async ({ params, body, request }) => {
    const person = readPerson(params.platform, body.signed_request, request)
    const code = await deleteData(parts, person, secrets.tokenHash(`${person.platform} ${body.signed_request}`))
    return { url: `${publicUrl()}/data-deletion?code=${code}`, confirmation_code: code }
  })

  handle('GET /api/data-deletions/{code}', async ({ params }) => {
    const found = await findDeletion(database, params.code)
    if (!found) throw new AppError('not_found')
    return found
  })

  /** @throws AppError not_found for a platform without callbacks or credentials; invalid_signature */
  function readPerson(named: string, signed: string, { log }: FastifyRequest): MetaUser {
    const platform = META_PLATFORMS.find((name) => name === named)
    const app = platform && config.platforms[platform]
    if (!app) throw new AppError('not_found')
    try {
      const { userId, issuedAt } = readSignedRequest(signed, app.clientSecret, clock.now())
      return { platform, userId, simulated: app.simulated, before: issuedAt }
    } catch (error) {
      // Log the invalid signature, because it may be the only sign that the app secret has changed.
      log.warn({ platform }, 'a callback with an invalid Meta signature was rejected')
      throw error
    }
  }
}
