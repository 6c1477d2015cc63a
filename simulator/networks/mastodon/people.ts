import type { Person } from '../../network.ts'

export const people: Person[] = [
  {
    id: '109402877341006315',
    name: 'Layla Haddad',
    username: 'layla',
    headline: 'Operations, supply chains, plain words',
  },
  { id: '109417265908813024', name: 'سارة العمري', username: 'sara', headline: 'مصممة تجربة مستخدم، جدة' },
  {
    id: '109430011872640557',
    name: 'Kenji Watanabe',
    username: 'kenji',
    headline: 'Coffee roaster, slow photographer',
  },
]

/** The language of posts for which the app sends no language. */
export const USUAL_LANGUAGE = 'de'

export function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}
