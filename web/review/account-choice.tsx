import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { Check } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

interface AccountChoiceProps {
  accounts: readonly SocialAccount[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** Chooses the accounts whose posts a review link shows. Without a choice, the link shows those of all accounts. */
export function AccountChoice({ accounts, chosen, onChange }: AccountChoiceProps) {
  const t = useTranslations('review.links')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-14 font-strong">{t('accounts')}</legend>
      <div className="-m-0.5 flex max-h-44 flex-wrap gap-2 overflow-y-auto p-0.5">
        {accounts.map(({ id, platform, ...account }) => {
          const isChosen = chosen.includes(id)
          return (
            <label
              key={id}
              className={classNames(
                'relative inline-flex min-h-11 max-w-full min-w-0 cursor-pointer items-center gap-2 rounded-control px-2.5 text-14 transition-colors duration-(--fast) has-focus-visible:shadow-focus lg:min-h-9',
                isChosen
                  ? 'bg-pond-wash font-strong inset-ring-2 inset-ring-pond'
                  : 'text-ink-soft inset-ring inset-ring-line-strong hover:text-ink',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <PlatformBadge platform={platform} />
              <span className="sr-only">{rulesOf(platform).name}</span>
              <bdi className="min-w-0 truncate">{accountName(account)}</bdi>
              {isChosen && <Check size={15} strokeWidth={1.75} className="shrink-0" />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

export const accountName = ({ displayName, username }: Pick<SocialAccount, 'displayName' | 'username'>): string =>
  displayName || `@${username}`
