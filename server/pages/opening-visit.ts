import type { Language } from '#core/language.ts'
import type { User } from '#core/people/auth-contract.ts'
import type { Member } from '../http/caller.ts'
import type { InitialData } from './initial-data.ts'

/** Facts about a visit that decide the first lines of a page: the user, the workspace and the address. */
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
  /** The base path, and the workspace if there is one. It precedes each address in the page. */
  pathBefore: string
}
