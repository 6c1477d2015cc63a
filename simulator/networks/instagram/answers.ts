import { Refusal, type Call, type Person } from '../../network.ts'
import type { Token, World } from '../../world.ts'
import { authorizeScopes } from '../graph-accounts.ts'
import { graphError } from '../graph.ts'

const VERSIONS = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0']

export const people: Person[] = [
  // The ids are odd numbers above 2^53. A client that reads them as JSON numbers gets a wrong id.
  {
    id: '17841405309211847',
    name: 'Layla Haddad',
    username: 'layla.haddad',
    headline: 'Warehouses at dawn. Riyadh',
  },
  { id: '17841460118273655', name: 'مقهى البركة', username: 'albirka.cafe', headline: 'قهوة مختصة في حي الملقا' },
  {
    id: '17841472290456133',
    name: 'Okafor Ceramics',
    username: 'okaforceramics',
    headline: 'Stoneware, thrown and glazed by hand',
  },
  {
    id: '17841484402917635',
    name: 'Tom Becker',
    username: 'tom.becker',
    headline: 'A personal account',
    isPersonal: true,
  },
]

export function authorize(world: World, call: Call, scope = 'instagram_business_basic'): Token {
  const version = call.params.version ?? ''
  if (!VERSIONS.includes(version)) {
    const message = `(#2635) You are calling a deprecated or unknown version of the API: ${version}`
    throw new Refusal(graphError({ message, code: 2635 }))
  }
  return authorizeScopes(world, 'instagram', call, ['instagram_business_basic', scope])
}

/** The id of a person for this app only. Paths of the API do not accept it. */
export function appScopedId(accountId: string): string {
  return `65${accountId.slice(2, 16)}`
}
