import { Refusal, type Call, type Person } from '../network.ts'
import type { Token, World } from '../world.ts'
import { authorizeGraph, noPermission } from './graph.ts'

export const people: Person[] = [
  // Odd numbers above 2^53: whoever reads user_id as a number gets another person's.
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
  const { token } = authorizeGraph(world, 'threads', ['access'], call)
  for (const needed of ['threads_basic', scope]) {
    if (!token.scopes.includes(needed)) throw new Refusal(noPermission(needed, 10))
  }
  return token
}

export function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}
