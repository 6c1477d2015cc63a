import type accounts from '#core/messages/en/accounts.json'
import type admin from '#core/messages/en/admin.json'
import type analytics from '#core/messages/en/analytics.json'
import type app from '#core/messages/en/app.json'
import type approval from '#core/messages/en/approval.json'
import type ask from '#core/messages/en/ask.json'
import type auth from '#core/messages/en/auth.json'
import type calendar from '#core/messages/en/calendar.json'
import type comments from '#core/messages/en/comments.json'
import type composer from '#core/messages/en/composer.json'
import type confirm from '#core/messages/en/confirm.json'
import type connect from '#core/messages/en/connect.json'
import type dashboard from '#core/messages/en/dashboard.json'
import type developers from '#core/messages/en/developers.json'
import type errors from '#core/messages/en/errors.json'
import type faq from '#core/messages/en/faq.json'
import type following from '#core/messages/en/following.json'
import type forms from '#core/messages/en/forms.json'
import type imports from '#core/messages/en/import.json'
import type install from '#core/messages/en/install.json'
import type keys from '#core/messages/en/keys.json'
import type landing from '#core/messages/en/landing.json'
import type late from '#core/messages/en/late.json'
import type legal from '#core/messages/en/legal.json'
import type leave from '#core/messages/en/leave.json'
import type links from '#core/messages/en/links.json'
import type live from '#core/messages/en/live.json'
import type many from '#core/messages/en/many.json'
import type menu from '#core/messages/en/menu.json'
import type networks from '#core/messages/en/networks.json'
import type notifications from '#core/messages/en/notifications.json'
import type options from '#core/messages/en/options.json'
import type outline from '#core/messages/en/outline.json'
import type palette from '#core/messages/en/palette.json'
import type picker from '#core/messages/en/picker.json'
import type planning from '#core/messages/en/planning.json'
import type posts from '#core/messages/en/posts.json'
import type professional from '#core/messages/en/professional.json'
import type profile from '#core/messages/en/profile.json'
import type providers from '#core/messages/en/providers.json'
import type publishing from '#core/messages/en/publishing.json'
import type cards from '#core/messages/en/cards.json'
import type review from '#core/messages/en/review.json'
import type rework from '#core/messages/en/rework.json'
import type security from '#core/messages/en/security.json'
import type series from '#core/messages/en/series.json'
import type settings from '#core/messages/en/settings.json'
import type sharing from '#core/messages/en/sharing.json'
import type slots from '#core/messages/en/slots.json'
import type team from '#core/messages/en/team.json'
import type tries from '#core/messages/en/try.json'
import type video from '#core/messages/en/video.json'
import type voice from '#core/messages/en/voice.json'

import type { Feature } from './features.ts'

/**
 * All messages by feature. The English files give the types; a test ensures that the Arabic files have the same keys.
 */
type Messages = Record<Feature, object> & {
  accounts: typeof accounts
  admin: typeof admin
  analytics: typeof analytics
  app: typeof app
  approval: typeof approval
  ask: typeof ask
  auth: typeof auth
  calendar: typeof calendar
  comments: typeof comments
  composer: typeof composer
  confirm: typeof confirm
  connect: typeof connect
  dashboard: typeof dashboard
  developers: typeof developers
  errors: typeof errors
  faq: typeof faq
  following: typeof following
  forms: typeof forms
  import: typeof imports
  install: typeof install
  keys: typeof keys
  landing: typeof landing
  late: typeof late
  legal: typeof legal
  leave: typeof leave
  links: typeof links
  live: typeof live
  many: typeof many
  menu: typeof menu
  networks: typeof networks
  notifications: typeof notifications
  options: typeof options
  outline: typeof outline
  palette: typeof palette
  picker: typeof picker
  planning: typeof planning
  posts: typeof posts
  professional: typeof professional
  profile: typeof profile
  providers: typeof providers
  publishing: typeof publishing
  cards: typeof cards
  review: typeof review
  rework: typeof rework
  security: typeof security
  series: typeof series
  settings: typeof settings
  sharing: typeof sharing
  slots: typeof slots
  team: typeof team
  try: typeof tries
  video: typeof video
  voice: typeof voice
}
export type { Messages as default }

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}
