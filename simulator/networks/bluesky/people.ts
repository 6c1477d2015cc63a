import type { Person } from '../../network.ts'

export const people: Person[] = [
  {
    id: 'did:plc:laylahaddad2345677abcdef',
    name: 'Layla Haddad',
    username: 'layla.bsky.social',
    headline: 'Operations, supply chains, plain words',
  },
  {
    id: 'did:plc:nouraalotaibi2345677abcd',
    name: 'نورة العتيبي',
    username: 'noura.bsky.social',
    headline: 'كاتبة محتوى، الرياض',
  },
  {
    id: 'did:plc:tomasrivera2345677abcdef',
    name: 'Tomás Rivera',
    username: 'tomas.example.org',
    headline: 'Builds small tools for small teams',
  },
]
