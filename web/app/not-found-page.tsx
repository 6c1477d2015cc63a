import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import { usePageTitle } from '../lib/page-title.ts'
import { Notice } from '../ui/notice.tsx'

export default function NotFoundPage() {
  const t = useTranslations('app')
  const [, navigate] = useLocation()
  usePageTitle(t('notFound.title'))
  return (
    <Notice
      expression="sleeping"
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={{ label: t('notFound.home'), run: () => navigate('/') }}
    />
  )
}
