import type { Role } from '#core/workspaces/role.ts'
import type { Person } from './person.ts'
import type { Frogy } from './start-frogy.ts'

interface Team<Roles extends readonly Role[]> {
  id: string
  /** The owner. Requests of the owner and of the members go to the workspace. */
  owner: Person
  members: { [Index in keyof Roles]: Person }
}

const NAMES = {
  owner: { firstName: 'Noor', lastName: 'Aziz' },
  editor: { firstName: 'Omar', lastName: 'Saleh' },
  writer: { firstName: 'Huda', lastName: 'Qasim' },
  viewer: { firstName: 'Sara', lastName: 'Amin' },
} as const satisfies Record<Role, object>

export const nameOf = ({ user }: Person): string => `${user?.firstName} ${user?.lastName}`

/** Creates a workspace with a new owner, and a new member for each of these roles. */
export async function makeTeam<const Roles extends readonly Role[]>(
  frogy: Frogy,
  ...roles: Roles
): Promise<Team<Roles>> {
  const owner = await frogy.person()
  const { id } = await owner.call('POST /api/workspaces', { body: { name: 'Najd Logistics' } })
  const members: Person[] = []
  for (const role of roles) members.push(await addMember(frogy, owner, id, role))
  for (const person of [owner, ...members]) person.movedTo(`${frogy.url}/w/${id}`)
  return { id, owner, members: members as { [Index in keyof Roles]: Person } }
}

/** Adds a new person to a workspace. */
async function addMember(frogy: Frogy, owner: Person, id: string, role: Role): Promise<Person> {
  const member = await frogy.person()
  member.user = await member.call('PATCH /api/user', { body: NAMES[role] })
  await joinWorkspace(owner, id, member, role)
  return member
}

/** Invites a new member by link, and accepts the invitation. */
export async function joinWorkspace(owner: Person, id: string, member: Person, role: Role): Promise<void> {
  const body = { email: null, role }
  const { link } = await owner.call('POST /api/workspaces/{id}/invitations', { params: { id }, body })
  const token = new URL(link).searchParams.get('token') ?? ''
  await member.call('POST /api/workspace-invitations/accept', { body: { token } })
}
