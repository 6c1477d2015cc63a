import type { Brand } from './platform-rules.ts'
import { PLATFORMS, rulesOf, type Platform } from './platform.ts'

/** Networks to which Frogy cannot publish. It only opens them with a draft to share. */
export const SHARE_NETWORKS = {
  whatsapp: { name: 'WhatsApp', icon: 'faWhatsapp', colour: '#1DA851' },
  telegram: { name: 'Telegram', icon: 'faTelegram', colour: '#229ED9', markSize: 0.82 },
} satisfies Record<string, Brand>

export type ShareNetwork = keyof typeof SHARE_NETWORKS
export type Network = Platform | ShareNetwork

export const NETWORKS: readonly Network[] = [...PLATFORMS, ...(Object.keys(SHARE_NETWORKS) as ShareNetwork[])]

export const brandOf = (network: Network): Brand =>
  network in SHARE_NETWORKS ? SHARE_NETWORKS[network as ShareNetwork] : rulesOf(network as Platform)
