import { brandOf, type Network } from '#core/platforms/brands.ts'
import { classNames } from '../lib/class-names.ts'
import { BRAND_ICONS } from './brand-icons.ts'

type PlatformBadgeProps = { platform: Network; size?: number; isMuted?: boolean; className?: string }

export function PlatformBadge({ platform, size = 20, isMuted = false, className }: PlatformBadgeProps) {
  return (
    <svg width={size} height={size} aria-hidden="true" className={classNames('inline-block shrink-0', className)}>
      <Sign platform={platform} size={size} isMuted={isMuted} />
    </svg>
  )
}

export function PlatformMark({ platform, x, y, size }: { platform: Network; x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Sign platform={platform} size={size} />
    </g>
  )
}

/** A network's badge. Uses few elements and no inline styles, because a month view shows hundreds of badges. */
function Sign({ platform, size, isMuted = false }: { platform: Network; size: number; isMuted?: boolean }) {
  const { colour, markSize = 0.6 } = brandOf(platform)
  const { width, height, path } = BRAND_ICONS[platform]
  const scale = (size * markSize) / Math.max(width, height)
  return (
    <>
      <rect
        x={0.5}
        y={0.5}
        width={size - 1}
        height={size - 1}
        rx={size * 0.24 - 0.5}
        fill={isMuted ? MUTED : colour}
        stroke={isMuted ? MUTED : 'var(--net-edge)'}
      />
      <path
        d={path}
        transform={`translate(${(size - width * scale) / 2} ${(size - height * scale) / 2}) scale(${scale})`}
        fill="#fff"
      />
    </>
  )
}

const MUTED = 'color-mix(in srgb, var(--ink-faint) 70%, var(--paper))'
