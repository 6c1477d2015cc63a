import Bowser from 'bowser'
import type { Session } from '#core/people/auth-contract.ts'

type Device = Session['device']

const TYPES: Record<string, Device['type']> = { mobile: 'phone', tablet: 'tablet' }

/**
 * Describes the device of a user agent: an iPhone or similar by its model, other machines by their operating system.
 */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: null, system: null, type: 'desktop' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  return {
    browser: browser.name || null,
    system: (platform.vendor === 'Apple' && platform.model) || os.name || null,
    type: TYPES[platform.type ?? ''] ?? 'desktop',
  }
}
