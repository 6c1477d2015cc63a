import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { usePageTitle } from '../lib/page-title.ts'
import { Notice } from '../ui/notice.tsx'

/** A page of a workspace that the member's role may not open, such as the composer for a viewer. */
export default function NotAllowedPage() {
  const t = useTranslations('team')
  const [, navigate] = useLocation()
  usePageTitle(t('notAllowed.title'))
  return (
    <Notice
      expression="sleeping"
      title={t('notAllowed.title')}
      text={t('notAllowed.text')}
      action={{ label: t('join.home'), run: () => navigate('/') }}
    />
  )
}
