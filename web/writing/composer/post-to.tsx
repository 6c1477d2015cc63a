import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../../lib/class-names.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNetworkNames } from '../../lib/network-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ChevronDown } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { isDelivered, openTargets, type Card } from './draft.ts'

const SHOWN_BADGES = 3

interface PostToProps {
  /** The Post Now button posts all `cards`. Only `shown` is visible. */
  cards: readonly Card[]
  shown: Card
  isLocked: boolean
  onToggle: (cardId: string, platform: Platform) => void
}

/**
 * Chooses the networks for Post Now and Schedule Post: checkboxes on a wide screen, a button with a sheet on a phone.
 */
export function PostTo(props: PostToProps) {
  const t = useTranslations('composer.margin')
  const namesOf = useNetworkNames()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = PLATFORMS.filter((platform) => props.cards.some((card) => openTargets(card).includes(platform)))
  return (
    <>
      <fieldset className="flex items-center gap-1 max-roomy:hidden">
        <legend className="float-start me-1 text-13 text-ink-soft">{t('postTo')}</legend>
        <div className="-my-1.5 flex">
          {PLATFORMS.map((platform) => (
            <NetworkSquare key={platform} platform={platform} {...props} />
          ))}
        </div>
      </fieldset>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={chosen.length > 0 ? t('postToChosen', { platforms: namesOf(chosen) }) : t('postTo')}
        onClick={() => setIsOpen(true)}
        className="me-auto flex h-11 min-w-0 items-center gap-1.5 rounded-control border border-line-strong px-2.5 roomy:hidden"
      >
        <span className="flex min-w-0 gap-1 overflow-hidden">
          {chosen.slice(0, SHOWN_BADGES).map((platform) => (
            <PlatformBadge key={platform} platform={platform} size={20} />
          ))}
          {chosen.length === 0 && <span className="text-14">{t('postTo')}</span>}
        </span>
        {chosen.length > SHOWN_BADGES && (
          <span className="text-13">{t('more', { count: chosen.length - SHOWN_BADGES })}</span>
        )}
        <ChevronDown size={16} strokeWidth={1.75} className="shrink-0 rotate-180" />
      </button>
      {isOpen && (
        <Dialog title={t('postTo')} onClose={() => setIsOpen(false)}>
          <ul>
            {PLATFORMS.map((platform) => (
              <li key={platform} className="border-t border-line first:border-t-0">
                <NetworkRow platform={platform} {...props} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}

/** The state of a network's checkbox. Choosing a network without a draft posts the visible text on it. */
function useNetwork({ cards, shown, isLocked, onToggle }: PostToProps, platform: Platform) {
  const t = useTranslations('composer')
  const { name } = rulesOf(platform)
  const isDoneFor = (card: Card) => card.deliveries[platform]?.state === 'done'
  const targeting = cards.filter((card) => card.targets.includes(platform) && !isDoneFor(card))
  const isDone = targeting.length === 0 && cards.some(isDoneFor)
  const own = cards.find((card) => card.platform === platform && !isDelivered(card)) ?? shown
  return {
    isChosen: targeting.length > 0 || isDone,
    isDone,
    isDisabled: isDone || isLocked || isDelivered(own),
    label: isDone ? t('posting.done', { platform: name }) : name,
    /** The draft of another network. Its text is posted on this network too. */
    textOf: targeting.find((card) => card.platform !== platform),
    toggle() {
      if (targeting.length === 0) onToggle(own.id, platform)
      else for (const { id } of targeting) onToggle(id, platform)
    },
  }
}

function NetworkSquare({ platform, ...props }: PostToProps & { platform: Platform }) {
  const { isChosen, isDone, isDisabled, label, toggle } = useNetwork(props, platform)
  return (
    <label
      title={rulesOf(platform).name}
      className={classNames(
        'group relative flex size-11 items-center justify-center not-first:-ms-1.5',
        !isDisabled && 'cursor-pointer',
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        disabled={isDisabled}
        onChange={toggle}
        className="peer absolute inset-0 size-full cursor-[inherit] opacity-0!"
      />
      <span
        className={classNames(
          'flex size-8 items-center justify-center rounded-control peer-focus-visible:shadow-focus',
          isDone
            ? 'bg-sunk'
            : isChosen
              ? 'bg-pond-wash inset-ring-2 inset-ring-pond'
              : 'inset-ring inset-ring-line group-hover:inset-ring-line-strong',
        )}
      >
        {/* Show no check mark, because it would suggest that the post is live. A separate row shows the result. */}
        <PlatformBadge platform={platform} size={20} isMuted={!isChosen} />
      </span>
    </label>
  )
}

function NetworkRow({ platform, ...props }: PostToProps & { platform: Platform }) {
  const t = useTranslations('composer.margin')
  const { isChosen, isDisabled, label, textOf, toggle } = useNetwork(props, platform)
  return (
    <label className="flex min-h-13 cursor-pointer items-center gap-3 text-16">
      <PlatformBadge platform={platform} size={24} isMuted={!isChosen} />
      <span className="min-w-0 flex-1">
        {label}
        {textOf && (
          <span className="block text-13 text-ink-soft">
            {t('textOf', { platform: isolate(rulesOf(textOf.platform).name) })}
          </span>
        )}
      </span>
      <input type="checkbox" checked={isChosen} disabled={isDisabled} onChange={toggle} className="size-5" />
    </label>
  )
}
