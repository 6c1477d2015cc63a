import type { User } from '#core/people/auth-contract.ts'
import type { Language } from '#core/language.ts'
import type { Queryable } from '../db/database.ts'

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

/** In whose name is asked. */
export interface Asking {
  user: User
  /** Rises with every change of what the person's lists of posts show; null where nobody asked for it. */
  postsVersion: number | null
}

/** Who is asking, as the session says. */
export interface SignedIn extends Asking {
  sessionId: string
  /** When they last proved in this session who they are; null where nobody knows. */
  authenticatedAt: Date | null
}

/** What an earlier try of the same call made, where it may be made again. */
export interface Making {
  /** What an earlier try of the same call made before it was cut short; null where it made nothing. */
  readonly madeBefore: string | null
  /**
   * Notes what the call makes, in the transaction that makes it: so it is made once.
   * @param dueAt when that is to happen, where it waits for its time
   * @throws AppError call_under_way when another one has taken the call over meanwhile
   */
  note(tx: Queryable, id: string, dueAt?: Date): Promise<void>
}
