import { Check } from 'lucide-react'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

export function PlatformChoice({
  label,
  chosen,
  onChange,
}: {
  label: string
  chosen: readonly Platform[]
  onChange: (platforms: Platform[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-14 font-strong">{label}</legend>
      <div className="flex flex-wrap gap-2 lg:gap-x-1.5">
        {PLATFORMS.map((platform) => {
          const isChosen = chosen.includes(platform)
          return (
            <label
              key={platform}
              className={classNames(
                'relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control ps-2 pe-3 text-14 transition-colors duration-(--fast) has-focus-visible:shadow-focus lg:min-h-9 lg:gap-1.5 lg:px-2',
                isChosen
                  ? 'bg-pond-wash font-strong inset-ring-2 inset-ring-pond'
                  : 'text-ink-soft inset-ring inset-ring-line-strong hover:text-ink',
              )}
            >
              <input
                type="checkbox"
                checked={isChosen}
                onChange={() =>
                  onChange(PLATFORMS.filter((one) => (one === platform ? !isChosen : chosen.includes(one))))
                }
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <PlatformBadge platform={platform} />
              {rulesOf(platform).name}
              {isChosen && <Check size={15} strokeWidth={1.75} aria-hidden="true" />}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
