import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { Doubt } from './doubts.ts'

type ConfirmClaimsProps = { doubts: readonly Doubt[]; isLater: boolean; onContinue: () => void; onClose: () => void }

export default function ConfirmClaims({ doubts, isLater, onContinue, onClose }: ConfirmClaimsProps) {
  const t = useTranslations('cards.claims')
  const count = doubts.reduce((sum, { claims }) => sum + claims.length, 0)
  return (
    <Dialog title={t('ask.title', { count })} description={t('ask.text')} onClose={onClose}>
      <ul className="mb-2 border-b border-line text-14">
        {doubts.map(({ id, platform, claims }) => (
          <li key={id} className="flex gap-2.5 border-t border-line py-2.5">
            <PlatformBadge platform={platform} size={22} />
            <span className="sr-only">{rulesOf(platform).name}</span>
            <ul className="min-w-0 flex-1">
              {claims.map((claim) => (
                <li key={claim.start} className="break-words">
                  <mark className="border-b-2 border-lily bg-lily-wash text-ink">
                    <bdi>{claim.text}</bdi>
                  </mark>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onContinue}>{t(isLater ? 'ask.schedule' : 'ask.post')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('ask.look')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
