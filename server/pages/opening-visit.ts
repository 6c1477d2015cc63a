import type { Language } from '#core/language.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Member } from '../http/caller.ts'
import type { InitialData } from './initial-data.ts'

/** The visit on which the first lines of a page depend. */
export interface Visit {
  user: User
  /** The member of the workspace that the page shows; undefined for the user's own content. */
  member: Pick<Member, 'role' | 'approval'> | undefined
  language: Language
  /** The browser's locale, such as `en-US`. */
  locale: string
  first: InitialData
  now: Date
  /** The query string of the page's address. */
  query: string | undefined
  /** The path before each address in the page. */
  pathBefore: string
}
