import type { Call, Person } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import { authorizeScopes } from '../graph-accounts.ts'

export const people: Person[] = [
  // The ids are odd numbers above 2^53. A client that reads `user_id` as a JSON number gets a wrong id.
  {
    id: '17841405793187219',
    name: 'Layla Haddad',
    username: 'laylahaddad',
    headline: 'Operations, supply chains, plain words',
  },
  { id: '17841461820937455', name: 'سارة العمري', username: 'sara.designs', headline: 'مصممة تجربة مستخدم، جدة' },
  {
    id: '17841478215503641',
    name: 'Kenji Watanabe',
    username: 'kenji.w',
    headline: 'Coffee roaster, slow photographer',
  },
]

export function authorize(world: World, call: Call, scope = 'threads_basic'): Token {
  return authorizeScopes(world, 'threads', call, ['threads_basic', scope])
}
