import * as brands from '../ui/brand-icons.ts'

/** Colours are class names, because the content security policy forbids inline styles on prerendered pages. */
export const NETWORKS = {
  linkedin: { name: 'LinkedIn', icon: brands.linkedinIn, fill: 'bg-[var(--net-linkedin)]' },
  twitter: { name: 'X', icon: brands.xTwitter, fill: 'bg-[var(--net-x)]' },
  facebook: { name: 'Facebook', icon: brands.facebookF, fill: 'bg-[var(--net-facebook)]' },
  instagram: { name: 'Instagram', icon: brands.instagram, fill: 'bg-[var(--net-instagram)]' },
  threads: { name: 'Threads', icon: brands.threads, fill: 'bg-[var(--net-threads)]' },
  whatsapp: { name: 'WhatsApp', icon: brands.whatsapp, fill: 'bg-[var(--net-whatsapp)]' },
  telegram: { name: 'Telegram', icon: brands.telegram, fill: 'bg-[var(--net-telegram)]' },
} as const

export type Network = keyof typeof NETWORKS
export const PUBLISHES: readonly Network[] = ['linkedin', 'twitter', 'facebook', 'instagram', 'threads']
export const SHARES: readonly Network[] = ['whatsapp', 'telegram']

export function NetworkBadge({ network }: { network: Network }) {
  const { icon, fill } = NETWORKS[network]
  const { width, height, path } = icon
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-[26px] shrink-0 items-center justify-center rounded-[24%] shadow-[inset_0_0_0_1px_var(--net-edge)] ${fill}`}
    >
      <svg viewBox={`0 0 ${width} ${height}`} width={16} height={16} fill="#fff">
        <path d={path} />
      </svg>
    </span>
  )
}
