import type { Brand } from './platform-rules.ts'
import { PLATFORMS, rulesOf, type Platform } from './platform.ts'

/**
 * Apps that Frogy opens with a draft, so that the user can share the draft there. Frogy also publishes to Telegram
 * channels, but never to WhatsApp.
 */
export const SHARE_NETWORKS = ['whatsapp', 'telegram'] as const

type ShareNetwork = (typeof SHARE_NETWORKS)[number]
export type Network = Platform | ShareNetwork

export const NETWORKS: readonly Network[] = [...PLATFORMS, 'whatsapp']

const WHATSAPP: Brand = { name: 'WhatsApp', icon: 'faWhatsapp', colour: '#1DA851' }

export const brandOf = (network: Network): Brand => (network === 'whatsapp' ? WHATSAPP : rulesOf(network))
