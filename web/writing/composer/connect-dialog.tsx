import { useTranslations } from 'use-intl'
import type { PlatformState } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { connectPath } from '../../accounts/connect-path.ts'
import { saveReturn } from '../../accounts/return-to-composer.ts'
import { isolate } from '../../lib/isolate.ts'
import { mayAs } from '../../lib/role.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { DRAFTS_PATH } from '../../lib/saved-drafts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'

interface ConnectDialogProps {
  missing: readonly Platform[]
  connected: readonly Platform[]
  platforms: readonly PlatformState[]
  /** The ids of the drafts that the user wants to schedule. False if the user wants to post now. */
  scheduling: readonly string[] | false
  onContinue: () => void
  onClose: () => void
}

export default function ConnectDialog({
  missing,
  connected,
  platforms,
  scheduling,
  onContinue,
  onClose,
}: ConnectDialogProps) {
  const t = useTranslations('cards.connect')
  const names = useNetworkNames()
  const isAvailable = (platform: Platform) => platforms.find((item) => item.platform === platform)?.available ?? true

  return (
    <Dialog
      title={missing.length > 1 ? t('titleAny') : t('title', { platforms: names(missing) })}
      description={`${t('text')} ${missing.length > 1 ? t('oneIsEnough') : ''}`.trim()}
      onClose={onClose}
    >
      <ul className="flex flex-col gap-2">
        {missing.map((platform, at) => (
          <li key={platform}>
            {!mayAs('owner') ? (
              <p className="text-14 text-ink-soft">{t('ownersOnly', { platform: isolate(rulesOf(platform).name) })}</p>
            ) : isAvailable(platform) ? (
              <a
                href={connectPath(platform)}
                onClick={() => saveReturn(scheduling ? `/create#schedule=${scheduling.join()}` : DRAFTS_PATH)}
                className={buttonClass({ variant: at === 0 ? 'primary' : 'outline' }, 'w-full')}
              >
                <PlatformBadge platform={platform} size={22} />
                {t('action', { platform: isolate(rulesOf(platform).name) })}
              </a>
            ) : (
              <p className="text-14 text-ink-soft">{t('unavailable', { platform: isolate(rulesOf(platform).name) })}</p>
            )}
          </li>
        ))}
      </ul>
      {connected.length > 0 && (
        <Button className="mt-2" onClick={onContinue}>
          {t(scheduling ? 'scheduleOthers' : 'postOthers', { platforms: names(connected) })}
        </Button>
      )}
    </Dialog>
  )
}
