import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { LocalModels } from './local-models.tsx'

export function AiDetails({ isAdmin, localModel }: { isAdmin: boolean; localModel: string | null }) {
  const t = useTranslations('providers')
  return (
    <>
      {localModel === null && (
        <>
          <strong className="block font-strong text-ink">{t('offline')}</strong>
          <p>{t('offlineText')}</p>
          {isAdmin ? (
            <Link href="/admin/providers" className={buttonClass({ size: 'sm' }, 'mt-2')}>
              {t('enterKey')}
            </Link>
          ) : (
            <p className="mt-1">{t('askAdmin')}</p>
          )}
        </>
      )}
      {isAdmin && (
        <div className="mt-2 first:mt-0">
          <LocalModels current={localModel} />
        </div>
      )}
    </>
  )
}
