import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { Check, Plus } from './icons.ts'
import { PlatformBadge } from './platform-badge.tsx'

interface Look {
  legend: string
  row: string
  option: string
  unchosen?: string
  name?: string
  check?: string
}

const CHIP = 'min-h-11 gap-2 ps-2 pe-3 text-14'

const STYLES = {
  named: { legend: 'mb-1.5 text-14 font-strong', row: 'lg:gap-x-1.5', option: `${CHIP} lg:min-h-9 lg:gap-1.5 lg:px-2` },
  /** Shows only the networks' badges; a label nearby says what they are for. */
  badges: {
    legend: 'sr-only',
    row: 'max-md:grid max-md:grid-cols-4 md:justify-end',
    option: 'h-11 justify-center md:w-11 lg:size-9',
    unchosen: 'opacity-60 grayscale',
    name: 'sr-only',
    check: 'hidden',
  },
  'named-on-phones': {
    legend: 'mb-1.5 text-14 font-strong lg:sr-only',
    row: 'lg:items-center lg:gap-1.5',
    option: `${CHIP} lg:size-9 lg:min-h-0 lg:justify-center lg:p-0`,
    unchosen: 'lg:opacity-60 lg:grayscale',
    name: 'lg:sr-only',
    check: 'lg:hidden',
  },
} satisfies Record<string, Look>

interface PlatformChoiceProps {
  label: string
  offered?: readonly Platform[]
  chosen: readonly Platform[]
  /** The user's networks. All others are folded behind a button, unless one of them is chosen. */
  own?: readonly Platform[]
  look?: keyof typeof STYLES
  onChange: (platforms: Platform[]) => void
}

export function PlatformChoice({
  label,
  offered = PLATFORMS,
  chosen,
  own = [],
  look = 'named',
  onChange,
}: PlatformChoiceProps) {
  const t = useTranslations('app')
  const [isUnfolded, setIsUnfolded] = useState(false)
  const others = offered.filter((platform) => !own.includes(platform) && !chosen.includes(platform))
  // Do not fold a single network, because it takes no more space than the button.
  const folded = isUnfolded || own.length === 0 || others.length < 2 ? [] : others
  const { legend, row, option, unchosen, name, check }: Look = STYLES[look]
  return (
    <fieldset data-networks="" className="relative">
      <legend className={legend}>{label}</legend>
      <div className={classNames('flex flex-wrap gap-2', row)}>
        {look === 'named-on-phones' && (
          <span aria-hidden="true" className="me-auto text-14 font-strong max-lg:hidden">
            {label}
          </span>
        )}
        {offered.map((platform) => {
          const isChosen = chosen.includes(platform)
          return (
            <label
              key={platform}
              title={name && rulesOf(platform).name}
              className={classNames(
                'relative inline-flex cursor-pointer items-center rounded-control transition-colors duration-(--fast) has-focus-visible:shadow-focus',
                option,
                // A folded network appears when it gets the keyboard focus.
                folded.includes(platform) && 'not-focus-within:sr-only',
                isChosen
                  ? 'bg-pond-wash font-strong inset-ring-2 inset-ring-pond'
                  : 'text-ink-soft inset-ring inset-ring-line-strong hover:text-ink',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() => {
                  if (!own.includes(platform)) setIsUnfolded(true)
                  onChange(PLATFORMS.filter((one) => (one === platform ? !isChosen : chosen.includes(one))))
                }}
                className="absolute inset-0 z-1 cursor-pointer opacity-0"
              />
              <PlatformBadge platform={platform} className={isChosen ? undefined : unchosen} />
              <span className={name}>{rulesOf(platform).name}</span>
              {isChosen && <Check size={15} strokeWidth={1.75} className={check} />}
            </label>
          )
        })}
        {folded.length > 0 && (
          <button
            type="button"
            onClick={() => setIsUnfolded(true)}
            className={classNames(
              'inline-flex items-center rounded-control border border-dashed border-line-strong text-ink-soft hover:text-ink',
              STYLES.named.option,
            )}
          >
            <Plus size={16} strokeWidth={1.75} />
            {t('moreNetworks', { count: folded.length })}
          </button>
        )}
      </div>
    </fieldset>
  )
}
