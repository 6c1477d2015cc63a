import { ACCOUNTS } from './accounts.ts'
import { ASK } from './ask.ts'
import { ADMIN } from './admin.ts'
import { ANALYTICS } from './analytics.ts'
import { CREATE } from './create.ts'
import { DASHBOARD } from './dashboard.ts'
import { DEVELOPERS } from './developers.ts'
import { FEEDS } from './feeds.ts'
import { GUESTS } from './guests.ts'
import { LIBRARY } from './library.ts'
import { PROFILE } from './profile.ts'
import { REVIEW } from './review.ts'
import { SCHEDULE } from './schedule.ts'
import { SECURITY } from './security.ts'
import { SETTINGS } from './settings.ts'
import { TEAM } from './team.ts'
import type { Bring } from './stage.ts'

/** Every screen, dialog and menu in each of its states. The screenshots and the test of the layout use them. */
export const SCREENS: Record<string, Record<string, Bring>> = {
  ...GUESTS,
  ...DASHBOARD,
  ...SCHEDULE,
  ...LIBRARY,
  ...REVIEW,
  ...TEAM,
  ...ANALYTICS,
  ...ACCOUNTS,
  ...PROFILE,
  ...CREATE,
  ...FEEDS,
  ...ASK,
  ...ADMIN,
  ...DEVELOPERS,
  ...SETTINGS,
  ...SECURITY,
}
