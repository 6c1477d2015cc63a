import { z } from 'zod'
import { ScopeName } from './keys-contract.ts'
import { SCOPES } from './scopes.ts'

export const Permission = z.object({
  name: z.string(),
  /** The redirect target: a host, or the URL scheme of an app. */
  leadsTo: z.string(),
  scopes: z.array(ScopeName),
})
export type Permission = z.infer<typeof Permission>

const LedBack = z.object({ redirectTo: z.string() })

export const oauthEndpoints = {
  'GET /api/oauth/requests/{id}': {
    summary: 'What a program asks the person signed in for; it is gone after ten minutes.',
    access: 'user',
    scope: null,
    answer: Permission,
  },
  'POST /api/oauth/requests/{id}': {
    summary: 'Permits it, or some of it, and says where to lead the browser.',
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({ scopes: z.array(ScopeName).min(1).max(SCOPES.length) }),
    answer: LedBack,
  },
  'DELETE /api/oauth/requests/{id}': {
    summary: 'Refuses it, and says where to lead the browser.',
    access: 'user',
    scope: null,
    answer: LedBack,
  },
} as const
