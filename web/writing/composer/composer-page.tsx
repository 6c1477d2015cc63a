import { useUser } from '../../lib/session.ts'
import { Composer } from './composer.tsx'

export default function ComposerPage() {
  const { user } = useUser()
  return user && <Composer key={user.id} user={user} />
}
