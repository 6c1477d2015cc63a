import { connectsByForm, type Platform } from '#core/platforms/platform.ts'
import { addressAt } from '../lib/base-path.ts'

/** The address on which a user connects an account. It leads to the network's consent page, or opens its form. */
export function connectPath(platform: Platform): string {
  return addressAt(
    connectsByForm(platform) ? `/social-accounts?connect=${platform}` : `/api/social-accounts/${platform}/connect`,
  )
}
