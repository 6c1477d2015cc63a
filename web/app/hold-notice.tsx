import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { User } from '#core/people/auth-contract.ts'
import { userQuery } from '../lib/queries.ts'
import { buttonClass } from '../ui/button.tsx'

const REFETCH_MS = 20_000

/**
 * Shows that Frogy publishes nothing after its data was restored or copied, until an administrator resumes publishing.
 */
export default function HoldNotice({ role }: { role: User['role'] }) {
  const t = useTranslations('confirm.hold')
  // The server sends no event when publishing continues, so poll.
  useQuery({ ...userQuery, refetchInterval: REFETCH_MS })
  return (
    <section aria-label={t('title')} className="border-b border-line bg-lily-wash">
      <div className="column flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_280px] text-14">
          <strong className="font-strong">{t('title')}.</strong> {t(role === 'admin' ? 'textForAdmin' : 'text')}
        </p>
        {role === 'admin' && (
          <Link href="/admin" className={buttonClass({ size: 'sm' })}>
            {t('decide')}
          </Link>
        )}
      </div>
    </section>
  )
}
