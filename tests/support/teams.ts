import type { Role } from '#core/workspaces/role.ts'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

export interface TestTeam<Roles extends readonly Role[]> {
  id: string
  /** The members, whose calls all concern the workspace. */
  owner: Person
  members: { [Index in keyof Roles]: Person }
}

const NAMES = {
  owner: ['Noor', 'Aziz'],
  editor: ['Omar', 'Saleh'],
  writer: ['Huda', 'Qasim'],
  viewer: ['Sara', 'Amin'],
} as const

/** Creates a workspace with a new owner, and with a new member for each role. */
export async function makeTeam<const Roles extends readonly Role[]>(
  frogy: Frogy,
  ...roles: Roles
): Promise<TestTeam<Roles>> {
  const owner = await frogy.person()
  const { id } = await owner.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
  const members: Person[] = []
  for (const role of roles) {
    const body = { email: null, role }
    const { link } = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
    const member = await frogy.person()
    const token = new URL(link).searchParams.get('token') ?? ''
    await member.call('POST /api/workspace-invitations/accept', { body: { token } })
    const [firstName, lastName] = NAMES[role]
    member.user = await member.call('PATCH /api/user', { body: { firstName, lastName } })
    members.push(member)
  }
  for (const person of [owner, ...members]) person.movedTo(`${frogy.url}/w/${id}`)
  return { id, owner, members: members as TestTeam<Roles>['members'] }
}

export const nameOf = ({ user }: Person): string => `${user?.firstName} ${user?.lastName}`
