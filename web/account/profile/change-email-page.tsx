import { useLocation } from 'wouter'
import { call } from '../../lib/api.ts'
import { invalidate, queryClient, userQuery } from '../../lib/queries.ts'
import { LinkNotice } from './link-notice.tsx'

export default function ChangeEmailPage() {
  const [, navigate] = useLocation()
  async function send(token: string) {
    await call('POST /api/profile/email/confirm', { body: { token } })
    await Promise.all([queryClient.refetchQueries(userQuery), invalidate('/api/profile')])
  }
  return (
    <LinkNotice
      about="changeEmail"
      page="change-email"
      send={send}
      onDone={() => navigate('/')}
      onInvalid={() => navigate('/profile')}
    />
  )
}
