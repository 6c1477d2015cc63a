import type { Page, Person } from '../../network.ts'
import type { World } from '../../world.ts'

const najd = { id: '71234501', name: 'Najd Logistics', username: 'najd-logistics', headline: 'Cargo and freight' }
const cafe = { id: '71234502', name: 'مقهى البركة', username: 'albirka-cafe', headline: 'مقهى في حي الملقا، الرياض' }
const ofoq = { id: '71234503', name: 'أفق للهندسة', username: 'ofoq', headline: 'استشارات هندسية' }

export const people: Person[] = [
  {
    id: 'fR7layla2H',
    name: 'Layla Haddad',
    headline: 'Operations Director, Najd Logistics',
    email: 'layla@najd.example',
    pages: [
      { ...najd, roles: ['ANALYST', 'ADMINISTRATOR'] },
      { ...cafe, roles: ['CONTENT_ADMINISTRATOR'] },
      { ...ofoq, roles: ['DIRECT_SPONSORED_CONTENT_POSTER', 'ANALYST'] },
    ],
  },
  {
    id: 'fR8omar5Qt',
    name: 'عمر القحطاني',
    headline: 'مدير المشاريع، شركة أفق للهندسة',
    email: 'omar@ofoq.example',
    pages: [{ ...ofoq, roles: ['ADMINISTRATOR'] }],
  },
  {
    id: 'fR9maya4Lk',
    name: 'Maya Lindqvist',
    headline: 'Independent brand strategist',
    email: 'maya@lindqvist.example',
  },
]

/** The pages on which a member has a role. */
export function pagesOf(world: World, memberId: string): Page[] {
  const own = people.find(({ id }) => id === memberId)?.pages ?? []
  return own.filter(({ id }) => !world.lostRoles.get(`linkedin ${id}`))
}

const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'RECRUITING_POSTER']

export function hasPostingRole(world: World, memberId: string, pageId: string): boolean {
  const page = pagesOf(world, memberId).find(({ id }) => id === pageId)
  return page?.roles?.some((role) => POSTING_ROLES.includes(role)) ?? false
}
