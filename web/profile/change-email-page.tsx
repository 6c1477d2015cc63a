import { useLocation, useSearch } from 'wouter'
import { call } from '../lib/api.ts'
import { invalidate, queryClient, userQuery } from '../lib/queries.ts'
import { LinkNotice } from './link-notice.tsx'

/** Where the link leads that is mailed to a new address. */
export default function ChangeEmailPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const [, navigate] = useLocation()
  async function send() {
    await call('POST /api/profile/email/confirm', { body: { token } })
    await Promise.all([queryClient.refetchQueries(userQuery), invalidate('/api/profile')])
  }
  return (
    <LinkNotice
      about="changeEmail"
      hasToken={token !== ''}
      send={send}
      onDone={() => navigate('/')}
      onInvalid={() => navigate('/profile')}
    />
  )
}
