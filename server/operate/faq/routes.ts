import type { Handle } from '../../http/router.ts'
import { addFaq, allFaq, changeFaq, removeFaq, activeFaq, type FaqParts } from './faq.ts'

const KEPT_S = 300

export function faqRoutes(handle: Handle, parts: FaqParts): void {
  handle('GET /api/public/faq', async ({ reply }) => {
    const shown = await activeFaq(parts.database)
    reply.header('cache-control', `public, max-age=${KEPT_S}`)
    return shown
  })
  handle('GET /api/admin/faq', ({ query }) => allFaq(parts.database, query.search))
  handle('POST /api/admin/faq', ({ signedIn, body }) => addFaq(parts, signedIn.user, body))
  handle('PATCH /api/admin/faq/{id}', ({ signedIn, params, body }) => changeFaq(parts, signedIn.user, params.id, body))
  handle('DELETE /api/admin/faq/{id}', async ({ signedIn, params }) => {
    await removeFaq(parts, signedIn.user, params.id)
    return undefined
  })
}
