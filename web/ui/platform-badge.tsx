import type { Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import * as brands from './brand-icons.ts'

const BADGES: Record<Platform | 'whatsapp' | 'telegram', { icon: typeof brands.threads; fill: string }> = {
  linkedin: { icon: brands.linkedinIn, fill: 'var(--net-linkedin)' },
  twitter: { icon: brands.xTwitter, fill: 'var(--net-x)' },
  facebook: { icon: brands.facebookF, fill: 'var(--net-facebook)' },
  instagram: { icon: brands.instagram, fill: 'var(--net-instagram)' },
  threads: { icon: brands.threads, fill: 'var(--net-threads)' },
  whatsapp: { icon: brands.whatsapp, fill: 'var(--net-whatsapp)' },
  telegram: { icon: brands.telegram, fill: 'var(--net-telegram)' },
}

type PlatformBadgeProps = { platform: keyof typeof BADGES; size?: number; isMuted?: boolean; className?: string }

export function PlatformBadge({ platform, size = 20, isMuted = false, className }: PlatformBadgeProps) {
  return (
    <svg width={size} height={size} aria-hidden="true" className={classNames('inline-block shrink-0', className)}>
      <Sign platform={platform} size={size} isMuted={isMuted} />
    </svg>
  )
}

export function PlatformMark({ platform, x, y, size }: { platform: Platform; x: number; y: number; size: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Sign platform={platform} size={size} />
    </g>
  )
}

/** A network's sign. Few elements and no inline styles, because a month view shows hundreds of them. */
function Sign({ platform, size, isMuted = false }: { platform: keyof typeof BADGES; size: number; isMuted?: boolean }) {
  const { icon, fill } = BADGES[platform]
  const { width, height, path } = icon
  const scale = (size * (platform === 'telegram' ? 0.82 : 0.6)) / Math.max(width, height)
  return (
    <>
      <rect
        x={0.5}
        y={0.5}
        width={size - 1}
        height={size - 1}
        rx={size * 0.24 - 0.5}
        fill={isMuted ? MUTED : fill}
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
