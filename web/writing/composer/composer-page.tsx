import { useUser } from '../../lib/session.ts'
import { ComposerDesk } from './composer.tsx'

export default function ComposerPage() {
  const { user } = useUser()
  return user && <ComposerDesk key={user.id} user={user} />
}
