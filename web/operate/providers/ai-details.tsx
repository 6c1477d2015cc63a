import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LocalModels } from './local-models.tsx'

const variable = (name: ReactNode) => <code className="font-strong wrap-break-word text-ink">{name}</code>

export function AiDetails({ isAdmin, localModel }: { isAdmin: boolean; localModel: string | null }) {
  const t = useTranslations('providers')
  return (
    <>
      {localModel === null && (
        <>
          <strong className="block font-strong text-ink">{t('offline')}</strong>
          <p>{t('offlineText')}</p>
          <p className="mt-1">{isAdmin ? t.rich('setUp', { code: variable }) : t('askAdmin')}</p>
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
