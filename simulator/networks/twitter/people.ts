import type { Person } from '../../network.ts'

export const people: Person[] = [
  {
    id: '1584203955861331969',
    name: 'Layla Haddad',
    username: 'laylahaddad',
    headline: 'Operations, supply chains, plain words',
  },
  { id: '1590117264083714049', name: 'نورة العتيبي', username: 'noura_writes', headline: 'كاتبة محتوى، الرياض' },
  { id: '2244994951', name: 'Tomás Rivera', username: 'tomasrivera', headline: 'Builds small tools for small teams' },
]

export function personOf(id: string): Person {
  return people.find((person) => person.id === id) ?? { id, name: id, username: id, headline: '' }
}

export function hasPerson(id: string): boolean {
  return people.some((person) => person.id === id)
}
