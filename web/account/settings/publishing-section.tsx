import { useTranslations } from 'use-intl'
import type { User } from '#core/people/auth-contract.ts'
import { useSaving } from '../../lib/use-saving.ts'
import { LedgerRow, LedgerSection } from '../../ui/ledger.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'
import { Select } from '../../ui/select.tsx'

const LATE = [15, 60, 360, 1440] as const

export function PublishingSection({ user }: { user: User }) {
  const t = useTranslations('settings.publishing')
  const [ofPlatforms, ofLate] = [useSaving(), useSaving()]
  const late = user.lateAfterMinutes
  const isUsual = LATE.some((minutes) => minutes === late)
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
      <LedgerRow title={t('late')} text={t('lateText')} saving={ofLate.saving} controls="field">
        <Select
          label={t('late')}
          isLabelHidden
          value={String(late)}
          options={[
            ...LATE.map((minutes) => ({ value: String(minutes), label: t(`lateBy.${minutes}`) })),
            ...(isUsual ? [] : [{ value: String(late), label: t('lateBy.other', { minutes: late }) }]),
          ]}
          onChange={(minutes) => ofLate.change({ lateAfterMinutes: Number(minutes) })}
        />
      </LedgerRow>
    </LedgerSection>
  )
}
