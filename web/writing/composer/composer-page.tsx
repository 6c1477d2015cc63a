import { useUser } from '../../lib/session.ts'
import { Composer } from './composer.tsx'
import { WantedTimeLine } from './wanted-time-line.tsx'

export default function ComposerPage() {
  const { user } = useUser()
  return (
    user && (
      <>
        <WantedTimeLine />
        <Composer key={user.id} user={user} />
      </>
    )
  )
}
