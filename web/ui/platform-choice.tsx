import { Check } from 'lucide-react'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { PlatformBadge } from './platform-badge.tsx'

export function PlatformChoice({
  label,
  chosen,
  isBrief = false,
  onChange,
}: {
  label: string
  chosen: readonly Platform[]
  /** Badges alone, beside what says what they are chosen for. */
  isBrief?: boolean
  onChange: (platforms: Platform[]) => void
}) {
  return (
    <fieldset>
      <legend className={isBrief ? 'sr-only' : 'mb-1.5 text-14 font-strong'}>{label}</legend>
      <div className={classNames('flex flex-wrap gap-2', isBrief ? 'md:justify-end' : 'lg:gap-x-1.5')}>
        {PLATFORMS.map((platform) => {
          const isChosen = chosen.includes(platform)
          return (
            <label
              key={platform}
              className={classNames(
                'relative inline-flex cursor-pointer items-center rounded-control transition-colors duration-(--fast) has-focus-visible:shadow-focus',
                isBrief
                  ? 'size-11 justify-center lg:size-10'
                  : 'min-h-11 gap-2 ps-2 pe-3 text-14 lg:min-h-9 lg:gap-1.5 lg:px-2',
                isChosen
                  ? 'bg-pond-wash font-strong inset-ring-2 inset-ring-pond'
                  : 'text-ink-soft inset-ring inset-ring-line-strong hover:text-ink',
              )}
            >
              <input
                type="checkbox"
                aria-label={isBrief ? rulesOf(platform).name : undefined}
                checked={isChosen}
                onChange={() =>
                  onChange(PLATFORMS.filter((one) => (one === platform ? !isChosen : chosen.includes(one))))
                }
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <PlatformBadge
                platform={platform}
                className={isBrief && !isChosen ? 'opacity-60 grayscale' : undefined}
              />
              {!isBrief && rulesOf(platform).name}
              {!isBrief && isChosen && <Check size={15} strokeWidth={1.75} aria-hidden="true" />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
