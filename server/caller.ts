import type { User } from '#core/auth/contract.ts'
import type { Language } from '#core/language.ts'

/** Who asks Frogy to do something, by whatever door they came in. */
export interface Caller {
  userId: string
  /** What they may do. */
  role: User['role']
  /** In which they are answered. */
  language: Language
}

/** Somebody who came with a session. */
export const callerOf = ({ signedIn, language }: { signedIn: { user: User }; language: Language }): Caller => ({
  userId: signedIn.user.id,
  role: signedIn.user.role,
  language,
})
