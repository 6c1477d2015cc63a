import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { addressAt } from '../lib/base-path.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { useUser } from '../lib/session.ts'
import { GuestFrame } from '../ui/guest-frame.tsx'
import { Notice } from '../ui/notice.tsx'

export default function NotFoundPage() {
  const t = useTranslations('app')
  const [, navigate] = useLocation()
  const { user, isLoading } = useUser()
  const isGuest = !user && !isLoading
  usePageTitle(t('notFound.title'))
  return (
    <GuestFrame isGuest={isGuest}>
      <Notice
        expression="sleeping"
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          isGuest
            ? // Visitors get a public page, because the app's layout would ask them to sign in.
              { label: t('notFound.start'), run: () => location.assign(addressAt('/')) }
            : { label: t('notFound.home'), run: () => navigate('/') }
        }
      />
    </GuestFrame>
  )
}
