import { useLocation, useSearch } from 'wouter'
import { call } from '../lib/api.ts'
import { LinkNotice } from './link-notice.tsx'

/** Where the link leads by which a deletion is taken back. */
export default function KeepAccountPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [, navigate] = useLocation()
  const toSignIn = () => navigate('/auth')
  return (
    <LinkNotice
      about="keepAccount"
      hasToken={token !== ''}
      send={() => call('POST /api/profile/keep', { body: { token } })}
      onDone={toSignIn}
      onInvalid={toSignIn}
    />
  )
}
