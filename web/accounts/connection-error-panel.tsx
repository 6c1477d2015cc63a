import { useTranslations } from 'use-intl'
import { isAppTrouble } from '#core/accounts/connect-trouble.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAs } from '../lib/role.ts'
import { buttonClass } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TriangleAlert, X } from '../ui/icons.ts'
import { ConnectLink, type OnForm } from './connect-link.tsx'
import { variablesOf } from './platform-variables.ts'
import type { ConnectionError } from './use-connection-return.ts'

type ConnectionErrorPanelProps = { trouble: ConnectionError; isAdmin: boolean; onForm: OnForm; onClose: () => void }

export function ConnectionErrorPanel({
  trouble: { platform, trouble },
  isAdmin,
  onForm,
  onClose,
}: ConnectionErrorPanelProps) {
  const t = useTranslations('accounts.trouble')
  const app = useTranslations('app')
  const names = { platform: isolate(rulesOf(platform).name), ...variablesOf(platform) }
  const isForAdmin = isAppTrouble(trouble) && !isAdmin
  return (
    <div role="alert" className="flex items-start gap-3 border-s-[3px] border-coral col-span-2 mt-3 py-1 ps-3">
      <TriangleAlert size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-coral" />
      <div className="min-w-0 flex-1 text-14">
        <h3 className="font-strong text-coral">{t('title', names)}</h3>
        <p className="mt-1 max-w-measure">{t(`${trouble}.what`, names)}</p>
        <p className="mt-1 max-w-measure">
          {isForAdmin ? t('askAdministrator', names) : t(`${trouble}.next`, names)}
          {isAppTrouble(trouble) && isAdmin && <> {t('inTheLog', names)}</>}
        </p>
        {!isForAdmin && mayAs('owner') && (
          <ConnectLink platform={platform} onForm={onForm} className={buttonClass({ size: 'sm' }, 'mt-2.5')}>
            {t('tryAgain')}
          </ConnectLink>
        )}
      </div>
      <IconButton label={app('close')} className="-mt-1.5" onClick={onClose}>
        <X size={20} strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
