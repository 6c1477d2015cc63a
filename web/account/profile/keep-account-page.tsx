import { useLocation } from 'wouter'
import { call } from '../../lib/api.ts'
import { LinkNotice } from './link-notice.tsx'

export default function KeepAccountPage() {
  const [, navigate] = useLocation()
  const toSignIn = () => navigate('/auth')
  return (
    <LinkNotice
      about="keepAccount"
      page="keep-account"
      send={(token) => call('POST /api/profile/keep', { body: { token } })}
      onDone={toSignIn}
      onInvalid={toSignIn}
    />
  )
}
