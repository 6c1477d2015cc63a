import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { WORKSPACE_ID } from '../../lib/base-path.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { LateLimit } from '../../posts/late-limit.tsx'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'

export function PublishingSection({ user }: { user: User }) {
  const t = useTranslations('settings.publishing')
  const [ofPlatforms, ofLate] = [useSaving(), useSaving()]
  return (
    <LedgerSection id="publishing" title={t('title')}>
      <LedgerRow title={t('platforms')} saving={ofPlatforms.saving} controls="field">
        <PlatformChoice
          label={t('platforms')}
          look="badges"
          chosen={user.defaultPlatforms}
          onChange={(defaultPlatforms) => ofPlatforms.change({ defaultPlatforms })}
        />
      </LedgerRow>
      {/* In a workspace, its owners set how late posts may be, on the team's page. */}
      {WORKSPACE_ID === undefined && (
        <LedgerRow title={t('late')} text={t('lateText')} saving={ofLate.saving} controls="field">
          <LateLimit
            minutes={user.lateAfterMinutes}
            isLabelHidden
            onChange={(lateAfterMinutes) => ofLate.change({ lateAfterMinutes })}
          />
        </LedgerRow>
      )}
    </LedgerSection>
  )
}
