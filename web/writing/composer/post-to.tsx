import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { accountLabel } from '../../accounts/account-state.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Select } from '../../ui/select.tsx'
import { openTargets, type Card } from './draft.ts'

interface PostToProps {
  card: Card
  accounts: readonly SocialAccount[]
  drafted: readonly Platform[]
  onToggle: (platform: Platform) => void
  onAccountChoose: (platform: Platform, accountId: string) => void
}

export function PostTo({ card, accounts, drafted, onToggle, onAccountChoose }: PostToProps) {
  const t = useTranslations('composer.margin')
  const now = new Date()
  return (
    <div className="flex flex-col gap-3">
      <Networks card={card} onToggle={onToggle} />
      <OtherNetworks card={card} drafted={drafted} />
      {openTargets(card).map((platform) => {
        const able = postingAccounts(accounts, platform, now)
        const posting = postingAccount(accounts, platform, now, card.accountIds?.[platform])
        if (!posting || able.length < 2) return null
        return (
          <Select
            key={platform}
            label={t('account', { platform: isolate(rulesOf(platform).name) })}
            value={posting.id}
            // Shows account names only as far as they differ, because there is no space for more.
            options={able.map((account) => ({
              value: account.id,
              label: hasOwnName(account, able) ? isolate(account.displayName) : accountLabel(account),
            }))}
            onChange={(accountId) => onAccountChoose(platform, accountId)}
          />
        )
      })}
    </div>
  )
}

const hasOwnName = ({ displayName }: SocialAccount, among: readonly SocialAccount[]): boolean =>
  displayName !== '' && among.filter((item) => item.displayName === displayName).length === 1

function OtherNetworks({ card, drafted }: { card: Card; drafted: readonly Platform[] }) {
  const t = useTranslations('composer.margin')
  const further = openTargets(card).filter((platform) => platform !== card.platform)
  const twice = further.filter((platform) => drafted.includes(platform))
  const list = useNetworkNames()
  return (
    <p aria-live="polite" className={further.length > 0 ? '-mt-1 text-13 text-ink-soft' : 'sr-only'}>
      {further.length > 0 && t('sameText', { platforms: list(further) })}{' '}
      {twice.length > 0 && t('ownDraft', { platforms: list(twice), count: twice.length })}
    </p>
  )
}

function Networks({ card, onToggle }: { card: Card; onToggle: (platform: Platform) => void }) {
  const t = useTranslations('composer')
  return (
    <fieldset className="flex items-center justify-between gap-2">
      <legend className="float-start text-13 text-ink-soft">{t('margin.postTo')}</legend>
      <div className="flex gap-1.5">
        {PLATFORMS.map((platform) => {
          const isChosen = card.targets.includes(platform)
          const isDone = card.deliveries[platform]?.state === 'done'
          return (
            <label
              key={platform}
              title={rulesOf(platform).name}
              className={classNames(
                'relative inline-flex size-11 items-center justify-center rounded-control has-focus-visible:shadow-focus lg:size-7',
                !isDone && 'cursor-pointer',
                isDone && 'bg-sunk',
                !isDone && (isChosen ? 'bg-pond-wash inset-ring-2 inset-ring-pond' : 'inset-ring inset-ring-line'),
              )}
            >
              <input
                type="checkbox"
                aria-label={isDone ? t('posting.done', { platform: rulesOf(platform).name }) : rulesOf(platform).name}
                checked={isChosen}
                disabled={isDone}
                onChange={() => onToggle(platform)}
                className="absolute inset-0 cursor-[inherit] opacity-0"
              />
              {/*
                  A separate row shows the result of the post. A check mark here would suggest that the post is live.
                 */}
              <PlatformBadge platform={platform} size={18} isMuted={!isChosen} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
