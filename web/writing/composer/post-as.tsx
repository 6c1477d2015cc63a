import { useTranslations } from 'use-intl'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { accountLabel } from '../../accounts/account-state.ts'
import { isolate } from '../../lib/isolate.ts'
import { Select } from '../../ui/select.tsx'
import { openTargets, type Card } from './draft.ts'

interface PostAsProps {
  card: Card
  accounts: readonly SocialAccount[]
  onChoose: (platform: Platform, accountId: string) => void
}

/** Shows which account of each network posts this text. Hidden for networks with a single account. */
export function PostAs({ card, accounts, onChoose }: PostAsProps) {
  const t = useTranslations('composer.margin')
  const now = new Date()
  const choices = openTargets(card).flatMap((platform) => {
    const able = postingAccounts(accounts, platform, now)
    const posting = postingAccount(accounts, platform, now, card.accountIds?.[platform])
    return posting && able.length > 1 ? [{ platform, able, posting }] : []
  })
  if (choices.length === 0) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line py-2.5">
      {choices.map(({ platform, able, posting }) => (
        <Select
          key={platform}
          label={t('account', { platform: isolate(rulesOf(platform).name) })}
          value={posting.id}
          // Shows only the display name if no other account has it, because there is no space for more.
          options={able.map((account) => ({
            value: account.id,
            label: hasOwnName(account, able) ? isolate(account.displayName) : accountLabel(account),
          }))}
          onChange={(accountId) => onChoose(platform, accountId)}
        />
      ))}
    </div>
  )
}

const hasOwnName = ({ displayName }: SocialAccount, among: readonly SocialAccount[]): boolean =>
  displayName !== '' && among.filter((item) => item.displayName === displayName).length === 1
