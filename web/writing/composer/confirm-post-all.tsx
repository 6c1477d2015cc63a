import { useFormatter, useTranslations } from 'use-intl'
import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { openingOf } from '#core/cut-text.ts'
import { withoutPlaceholders } from '#core/platforms/placeholders.ts'
import { limitsFor } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor, takenBy } from '#core/platforms/text-count.ts'
import { accountLabel } from '../../accounts/account-state.ts'
import { connectPath } from '../../accounts/connect-path.ts'
import { isolate } from '../../lib/isolate.ts'
import { mayAs } from '../../lib/role.ts'
import type { Media } from '../media/media-state.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { contentOf, openTargets, type Card } from './draft.ts'
import { textOf } from './card-blockers.ts'

const OPENING_LENGTH = 160

export default function ConfirmPostAll({
  cards,
  left,
  media,
  accounts,
  platforms,
  isConnected,
  onPost,
  onSchedule,
  onClose,
}: {
  cards: readonly Card[]
  /** Chosen drafts that are not posted yet, because the user must complete or fix them first. */
  left: readonly Card[]
  media: Media
  accounts: readonly SocialAccount[] | undefined
  platforms: readonly PlatformState[]
  isConnected: (platform: Platform) => boolean
  onPost: () => void
  onSchedule: () => void
  onClose: () => void
}) {
  const say = useTranslations('cards')
  const posts = cards.flatMap((card) => openTargets(card).map((platform) => ({ card, platform })))
  const count = cards.filter((card) => openTargets(card).some(isConnected)).length
  const isForFollowers = posts.some(({ card, platform }) => {
    const account = postingAccount(accounts ?? [], platform, new Date(), card.accountIds?.[platform])
    const chosen = platform === card.platform ? card.options?.visibility : undefined
    return (chosen ?? account?.defaultVisibility) === 'followers'
  })
  return (
    <Dialog
      title={say('postAll.title', { count })}
      description={isForFollowers ? undefined : say('postAll.text', { count })}
      onClose={onClose}
    >
      <ul className="mb-2 border-b border-line">
        {posts.map(({ card, platform }) => (
          <li key={`${card.id} ${platform}`} className="flex gap-2.5 border-t border-line py-2.5">
            <PlatformBadge platform={platform} size={22} isMuted={!isConnected(platform)} />
            <div className="min-w-0 flex-1 text-14">
              {isConnected(platform) ? (
                <>
                  <Address card={card} platform={platform} accounts={accounts} media={card.media ?? media} />
                  <p dir="auto" className="line-clamp-2 break-words text-ink-soft">
                    {openingOf(withoutPlaceholders(contentOf(card)).trim(), OPENING_LENGTH)}
                  </p>
                </>
              ) : (
                <NotConnected platform={platform} platforms={platforms} />
              )}
            </div>
          </li>
        ))}
        {left.map((card) => (
          <li key={card.id} className="flex gap-2.5 border-t border-line py-2.5 text-14 text-ink-soft">
            <PlatformBadge platform={card.platform} size={22} isMuted />
            <p>{say('postAll.left', { platform: isolate(rulesOf(card.platform).name) })}</p>
          </li>
        ))}
      </ul>
      <DialogActions onCancel={onClose}>
        <Button onClick={onSchedule}>{say('rail.scheduleAll', { count })}</Button>
        <Button
          variant="primary"
          // Focus the Post button for keyboard users. Ignore a key that is still held down from opening the dialog.
          ref={(button) => button?.focus()}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={onPost}
        >
          {say('rail.postAll', { count })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type AddressProps = { card: Card; platform: Platform; accounts: readonly SocialAccount[] | undefined; media: Media }

function Address({ card, platform, accounts, media }: AddressProps) {
  const t = useTranslations('composer')
  const say = useTranslations('cards')
  const format = useFormatter()
  const { name } = rulesOf(platform)
  const account = postingAccount(accounts ?? [], platform, new Date(), card.accountIds?.[platform])
  const { previewLimit, textLimit } = limitsFor({ platform, textLimit: account?.textLimit ?? null })
  const taken = platform === card.platform ? takenBy(card.options) : 0
  const limits = {
    count: format.number(countFor(platform, textOf(card, media)) + taken),
    limit: format.number(Math.min(previewLimit, textLimit)),
  }
  return (
    <p className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 break-words">
        <strong className="font-strong">{name}</strong>
        {account && <span className="text-ink-soft"> · {say('postAll.account', { name: accountLabel(account) })}</span>}
      </span>
      <span className="shrink-0 text-13 text-ink-soft tabular-nums">
        <span aria-hidden="true">
          {limits.count} / {limits.limit}
        </span>
        <span className="sr-only">{t('margin.count', limits)}</span>
      </span>
    </p>
  )
}

function NotConnected({ platform, platforms }: { platform: Platform; platforms: readonly PlatformState[] }) {
  const say = useTranslations('cards')
  const name = isolate(rulesOf(platform).name)
  if (!(platforms.find((item) => item.platform === platform)?.available ?? true))
    return <p className="text-ink-soft">{say('connect.unavailable', { platform: name })}</p>
  return (
    <p>
      <span className="text-ink-soft">{say('postAll.notConnected', { platform: name })}</span>{' '}
      {mayAs('owner') && (
        <a
          href={connectPath(platform)}
          className="flex w-fit items-center font-strong text-pond max-lg:-mb-2.5 max-lg:min-h-11"
        >
          {say('connect.action', { platform: name })}
        </a>
      )}
    </p>
  )
}
