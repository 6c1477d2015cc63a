import { useTranslations } from 'use-intl'
import type { User } from '#core/auth/contract.ts'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { useSaving } from '../lib/use-saving.ts'
import { LedgerRow, LedgerSection } from '../ui/ledger.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Select } from '../ui/select.tsx'

const LATE = [15, 60, 360, 1440] as const

export function PublishingSection({ user }: { user: User }) {
  const t = useTranslations('settings.publishing')
  const [ofPlatforms, ofLate] = [useSaving(), useSaving()]
  const chosen = user.defaultPlatforms
  const late = user.lateAfterMinutes
  const isUsual = LATE.some((minutes) => minutes === late)
  return (
    <LedgerSection id="publishing" title={t('title')}>
      <LedgerRow title={t('platforms')} saving={ofPlatforms.saving} controls="field">
        <fieldset className="flex flex-wrap gap-2 md:justify-end">
          <legend className="sr-only">{t('platforms')}</legend>
          {PLATFORMS.map((platform) => {
            const isChosen = chosen.includes(platform)
            return (
              <label
                key={platform}
                className={classNames(
                  'relative inline-flex size-11 cursor-pointer items-center justify-center rounded-control transition-colors duration-(--fast) has-focus-visible:shadow-focus lg:size-10',
                  isChosen ? 'bg-pond-wash inset-ring-2 inset-ring-pond' : 'inset-ring inset-ring-line-strong',
                )}
              >
                <input
                  type="checkbox"
                  aria-label={rulesOf(platform).name}
                  checked={isChosen}
                  onChange={() =>
                    ofPlatforms.change({
                      defaultPlatforms: PLATFORMS.filter((one) =>
                        one === platform ? !isChosen : chosen.includes(one),
                      ),
                    })
                  }
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                <span className={classNames(!isChosen && 'opacity-60 grayscale')}>
                  <PlatformBadge platform={platform} />
                </span>
              </label>
            )
          })}
        </fieldset>
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
