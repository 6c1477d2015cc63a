import type { Handle } from '../../http/router.ts'
import {
  addOfficial,
  allOfficial,
  changeOfficial,
  officialAccounts,
  removeOfficial,
  type SiteParts,
} from './official-accounts.ts'

const KEPT_S = 300

export function siteRoutes(handle: Handle, parts: SiteParts): void {
  handle('GET /api/public/official-social-accounts', async ({ reply }) => {
    const accounts = await officialAccounts(parts.database)
    reply.header('cache-control', `public, max-age=${KEPT_S}`)
    return accounts
  })
  handle('GET /api/admin/official-accounts', () => allOfficial(parts.database))
  handle('POST /api/admin/official-accounts', ({ signedIn, body }) => addOfficial(parts, signedIn.user, body))
  handle('PATCH /api/admin/official-accounts/{id}', ({ signedIn, params, body }) =>
    changeOfficial(parts, signedIn.user, params.id, body),
  )
  handle('DELETE /api/admin/official-accounts/{id}', async ({ signedIn, params }) => {
    await removeOfficial(parts, signedIn.user, params.id)
    return undefined
  })
}
