import { adminEndpoints } from './operate/admin-contract.ts'
import { accountEndpoints } from './accounts/contract.ts'
import { networkEndpoints } from './accounts/networks-contract.ts'
import { assistantEndpoints } from './writing/assistant/contract.ts'
import { analyticsEndpoints } from './analytics/contract.ts'
import { enteredEndpoints } from './analytics/entered-contract.ts'
import { logoEndpoints } from './analytics/logo-contract.ts'
import { reportEndpoints } from './analytics/reports-contract.ts'
import { backupEndpoints } from './operate/backup-contract.ts'
import { approvalEndpoints } from './approval/contract.ts'
import { authEndpoints } from './people/auth-contract.ts'
import type { Endpoints } from './endpoint.ts'
import { commentEndpoints } from './comments/contract.ts'
import { faqEndpoints } from './operate/faq-contract.ts'
import { feedEndpoints } from './programs/feeds-contract.ts'
import { followedFeedEndpoints } from './reading/feeds-contract.ts'
import { exportEndpoints } from './people/export-contract.ts'
import { generationEndpoints } from './writing/contract.ts'
import { guestEndpoints } from './writing/guest-contract.ts'
import { jobEndpoints } from './operate/jobs-contract.ts'
import { keyEndpoints } from './programs/keys-contract.ts'
import { metaEndpoints } from './people/meta-contract.ts'
import { mediaEndpoints } from './media/contract.ts'
import { notificationEndpoints } from './notifications/contract.ts'
import { oauthEndpoints } from './programs/oauth-contract.ts'
import { passkeyEndpoints } from './people/passkeys-contract.ts'
import { phraseEndpoints } from './writing/phrases-contract.ts'
import { reviewEndpoints } from './review/contract.ts'
import { recurrenceEndpoints } from './planning/recurrence-contract.ts'
import { evergreenEndpoints } from './planning/evergreen-contract.ts'
import { repeatEndpoints } from './writing/repeats-contract.ts'
import { postEndpoints } from './posts/contract.ts'
import { linkEndpoints } from './posts/links-contract.ts'
import { listEndpoints } from './posts/lists-contract.ts'
import { tagEndpoints } from './posts/tags-contract.ts'
import { profileEndpoints } from './people/profile-contract.ts'
import { providerEndpoints } from './writing/providers-contract.ts'
import { publishingEndpoints } from './operate/publishing-contract.ts'
import { pushEndpoints } from './notifications/push-contract.ts'
import { securityEndpoints } from './people/two-factor-contract.ts'
import { siteEndpoints } from './operate/site-contract.ts'
import { slotEndpoints } from './planning/contract.ts'
import { sourceEndpoints } from './reading/contract.ts'
import { voiceEndpoints } from './writing/voice-contract.ts'
import { webhookEndpoints } from './programs/webhooks-contract.ts'
import { workspaceEndpoints } from './workspaces/contract.ts'

/**
 * All API calls by method and path, for the server's routes and the client. The browser imports only the type, so that
 * schemas do not slow down its first load.
 */
export const api = {
  ...authEndpoints,
  ...securityEndpoints,
  ...passkeyEndpoints,
  ...exportEndpoints,
  ...accountEndpoints,
  ...networkEndpoints,
  ...listEndpoints,
  ...postEndpoints,
  ...linkEndpoints,
  ...tagEndpoints,
  ...evergreenEndpoints,
  ...generationEndpoints,
  ...guestEndpoints,
  ...sourceEndpoints,
  ...mediaEndpoints,
  ...notificationEndpoints,
  ...pushEndpoints,
  ...jobEndpoints,
  ...metaEndpoints,
  ...siteEndpoints,
  ...slotEndpoints,
  ...recurrenceEndpoints,
  ...analyticsEndpoints,
  ...enteredEndpoints,
  ...logoEndpoints,
  ...reportEndpoints,
  ...voiceEndpoints,
  ...phraseEndpoints,
  ...repeatEndpoints,
  ...providerEndpoints,
  ...assistantEndpoints,
  ...keyEndpoints,
  ...profileEndpoints,
  ...adminEndpoints,
  ...publishingEndpoints,
  ...backupEndpoints,
  ...faqEndpoints,
  ...webhookEndpoints,
  ...feedEndpoints,
  ...followedFeedEndpoints,
  ...oauthEndpoints,
  ...workspaceEndpoints,
  ...approvalEndpoints,
  ...commentEndpoints,
  ...reviewEndpoints,
} as const satisfies Endpoints

export type Api = typeof api

/**
 * Events of `GET /api/events`. They tell the browser which item to reload. The last event of an ended session
 * is `session.ended`.
 */
export type ServerEvent = { type: (typeof SERVER_EVENTS)[number]; id: string }
export const SERVER_EVENTS = [
  'post.changed',
  'post.published',
  'account.changed',
  'notification',
  'user.changed',
  'session.ended',
] as const
