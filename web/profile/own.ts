import type { User } from '#core/auth/contract.ts'
import type { Profile } from '#core/profile/contract.ts'

/** What each section of the profile is given. */
export interface Own {
  user: User
  profile: Profile
}
