import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { isolate } from '../../lib/isolate.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Explains how Frogy writes drafts without an AI vendor, and who can connect a vendor. */
export function AiDetails({ isAdmin, localModel }: { isAdmin: boolean; localModel: string | null }) {
  const t = useTranslations('providers')
  return (
    <>
      {localModel === null ? (
        <>
          <strong className="block font-strong text-ink">{t('offline')}</strong>
          <p>{t('offlineText')}</p>
        </>
      ) : (
        <p>{t('writes', { model: isolate(localModel) })}</p>
      )}
      {isAdmin ? (
        <Link href="/admin/providers" className={buttonClass({ size: 'sm' }, 'mt-2')}>
          {t('connect')}
        </Link>
      ) : (
        localModel === null && <p className="mt-1">{t('askAdmin')}</p>
      )}
    </>
  )
}
