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

/** The same inside a drawing, its corner at `x` and `y`. */
export function PlatformMark({ platform, x, y, size }: { platform: Platform; x: number; y: number; size: number }) {
  const { icon, fill } = BADGES[platform]
  const [width, height, , , path] = icon.icon
  const glyph = size * 0.6
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect width={size} height={size} rx={size * 0.24} fill={fill} stroke="var(--net-edge)" />
      <svg
        x={(size - glyph) / 2}
        y={(size - glyph) / 2}
        width={glyph}
        height={glyph}
        viewBox={`0 0 ${width} ${height}`}
        fill="#fff"
      >
        <path d={Array.isArray(path) ? path.join(' ') : path} />
      </svg>
    </g>
  )
}

/** A network's sign on its own colour; always beside its name, or with the name spoken by what holds it. */
export function PlatformBadge({
  platform,
  size = 20,
  isMuted = false,
  className,
}: {
  platform: keyof typeof BADGES
  size?: number
  isMuted?: boolean
  className?: string
}) {
  const { icon, fill } = BADGES[platform]
  const [width, height, , , path] = icon.icon
  const glyph = size * 0.6
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-flex shrink-0 items-center justify-center', className)}
      style={{
        inlineSize: size,
        blockSize: size,
        borderRadius: '24%',
        background: isMuted ? 'color-mix(in srgb, var(--ink-faint) 70%, var(--paper))' : fill,
        boxShadow: isMuted ? undefined : 'inset 0 0 0 1px var(--net-edge)',
      }}
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={platform === 'telegram' ? size : glyph}
        height={platform === 'telegram' ? size * 0.82 : glyph}
        fill="#fff"
      >
        <path d={Array.isArray(path) ? path.join(' ') : path} />
      </svg>
    </span>
  )
}
