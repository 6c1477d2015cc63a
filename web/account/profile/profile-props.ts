import type { User } from '#core/people/auth-contract.ts'
import type { Profile } from '#core/people/profile-contract.ts'

export interface ProfileProps {
  user: User
  profile: Profile
}
