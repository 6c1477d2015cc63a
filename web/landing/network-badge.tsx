import {
  faFacebookF,
  faInstagram,
  faLinkedinIn,
  faTelegram,
  faThreads,
  faWhatsapp,
  faXTwitter,
} from '@fortawesome/free-brands-svg-icons'

/** Classes, because prerendered pages allow no inline styles. */
export const NETWORKS = {
  linkedin: { name: 'LinkedIn', icon: faLinkedinIn, fill: 'bg-[var(--net-linkedin)]' },
  twitter: { name: 'X', icon: faXTwitter, fill: 'bg-[var(--net-x)]' },
  facebook: { name: 'Facebook', icon: faFacebookF, fill: 'bg-[var(--net-facebook)]' },
  instagram: { name: 'Instagram', icon: faInstagram, fill: 'bg-[var(--net-instagram)]' },
  threads: { name: 'Threads', icon: faThreads, fill: 'bg-[var(--net-threads)]' },
  whatsapp: { name: 'WhatsApp', icon: faWhatsapp, fill: 'bg-[var(--net-whatsapp)]' },
  telegram: { name: 'Telegram', icon: faTelegram, fill: 'bg-[var(--net-telegram)]' },
} as const

export type Network = keyof typeof NETWORKS
export const PUBLISHES: readonly Network[] = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads']
export const SHARES: readonly Network[] = ['whatsapp', 'telegram']

export function NetworkBadge({ network }: { network: Network }) {
  const { icon, fill } = NETWORKS[network]
  const [width, height, , , path] = icon.icon
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-[26px] shrink-0 items-center justify-center rounded-[24%] shadow-[inset_0_0_0_1px_var(--net-edge)] ${fill}`}
    >
      <svg viewBox={`0 0 ${width} ${height}`} width={16} height={16} fill="#fff">
        <path d={Array.isArray(path) ? path.join(' ') : path} />
      </svg>
    </span>
  )
}
