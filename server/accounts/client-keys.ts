import { createECDH, createHash } from 'node:crypto'
import type { SigningKey } from '../adapters/platforms/signing-key.ts'
import type { Secrets } from '../secrets.ts'

/**
 * The keys with which this installation authenticates itself as an OAuth client, newest first. They are derived from
 * the installation's secrets, so that all processes have the same keys without storing them.
 */
export const clientKeys = (secrets: Pick<Secrets, 'seeds'>): SigningKey[] => secrets.seeds('oauth-client').map(keyFrom)

function keyFrom(seed: Buffer): SigningKey {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(seed)
  } catch {
    // About one seed in four billion is not a valid private key. Use the hash of such a seed instead.
    return keyFrom(createHash('sha256').update(seed).digest())
  }
  const point = curve.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: seed.toString('base64url'),
  }
}
