import {
  faFacebookF,
  faInstagram,
  faLinkedinIn,
  faTelegram,
  faThreads,
  faWhatsapp,
  faXTwitter,
} from '@fortawesome/free-brands-svg-icons'
import type { IconDefinition } from '@fortawesome/free-brands-svg-icons'
import type { Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'

const BADGES: Record<Platform | 'whatsapp' | 'telegram', { icon: IconDefinition; fill: string }> = {
  linkedin: { icon: faLinkedinIn, fill: 'var(--net-linkedin)' },
  twitter: { icon: faXTwitter, fill: 'var(--net-x)' },
  facebook: { icon: faFacebookF, fill: 'var(--net-facebook)' },
  instagram: { icon: faInstagram, fill: 'var(--net-instagram)' },
  threads: { icon: faThreads, fill: 'var(--net-threads)' },
  whatsapp: { icon: faWhatsapp, fill: 'var(--net-whatsapp)' },
  telegram: { icon: faTelegram, fill: 'var(--net-telegram)' },
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

/** Few elements, no inline styles: a month view shows hundreds. */
function Sign({ platform, size, isMuted = false }: { platform: keyof typeof BADGES; size: number; isMuted?: boolean }) {
  const { icon, fill } = BADGES[platform]
  const [width, height, , , path] = icon.icon
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
        d={Array.isArray(path) ? path.join(' ') : path}
        transform={`translate(${(size - width * scale) / 2} ${(size - height * scale) / 2}) scale(${scale})`}
        fill="#fff"
      />
    </>
  )
}

const MUTED = 'color-mix(in srgb, var(--ink-faint) 70%, var(--paper))'
