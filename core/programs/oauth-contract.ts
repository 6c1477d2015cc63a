import { z } from 'zod'
import { ScopeName } from './keys-contract.ts'
import { SCOPES } from './scopes.ts'

export const Permission = z.object({
  name: z.string(),
  /** Where the OAuth redirect leads: the host of a site, or the URL scheme of an app. */
  leadsTo: z.string(),
  scopes: z.array(ScopeName),
  /** The workspaces of the user in which the program could act, by name. */
  workspaces: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Permission = z.infer<typeof Permission>

const LedBack = z.object({ redirectTo: z.string() })

export const oauthEndpoints = {
  'GET /api/oauth/requests/{id}': {
    summary: 'Returns the permissions that a program requests from the user. The request expires after ten minutes.',
    access: 'user',
    scope: null,
    answer: Permission,
  },
  'POST /api/oauth/requests/{id}': {
    summary:
      "Grants all or some of the requested permissions, for the user's own content or in a workspace. Returns the URL to redirect the browser to.",
    access: 'user',
    scope: null,
    takesNoKey: true,
    body: z.strictObject({
      scopes: z.array(ScopeName).min(1).max(SCOPES.length),
      /** The workspace in which the program acts, with the user's role there. Default: the user's own content. */
      workspaceId: z.uuid().optional(),
    }),
    answer: LedBack,
  },
  'DELETE /api/oauth/requests/{id}': {
    summary: 'Denies the request, and returns the URL to redirect the browser to.',
    access: 'user',
    scope: null,
    answer: LedBack,
  },
} as const
