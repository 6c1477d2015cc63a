import type { User } from '#core/people/auth-contract.ts'
import type { Language } from '#core/language.ts'
import type { Scope } from '#core/programs/scopes.ts'
import type { Queryable } from '../db/database.ts'

/** The user who makes a request, by session or by key. */
export interface Caller {
  userId: string
  role: User['role']
  language: Language
  /** False for an API key without `posts:publish`. */
  mayPublish: boolean
}

export const callerOf = ({ signedIn, language }: { signedIn: Requester; language: Language }): Caller => ({
  userId: signedIn.user.id,
  role: signedIn.user.role,
  language,
  mayPublish: signedIn.scopes?.includes('posts:publish') ?? true,
})

/** The user on whose behalf a request is made. */
export interface Requester {
  user: User
  /** Increases with each change of the user's post lists; null unless requested. */
  postsVersion: number | null
  /** Scopes of the API key; undefined for a session. */
  scopes?: readonly Scope[]
}

/** A user with a session. */
export interface SignedIn extends Requester {
  sessionId: string
  /** When the user last authenticated in this session; null when unknown. */
  authenticatedAt: Date | null
}

/** A call that clients may repeat under its idempotency key. */
export interface RepeatableCall {
  /** The id that an interrupted attempt created; null when it created nothing. */
  readonly createdId: string | null
  /**
   * Records the created id in the transaction that creates it, so that a retry finds it.
   * @param dueAt when the result takes effect, if later
   * @throws AppError call_under_way when another process has taken the call over
   */
  recordCreated(tx: Queryable, id: string, dueAt?: Date): Promise<void>
}
