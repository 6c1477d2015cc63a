import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** A private key of the curve P-256 as a JWK. */
export interface SigningKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

export const newSigningKey = (): SigningKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as unknown as SigningKey

export const publicKeyOf = ({ kty, crv, x, y }: SigningKey) => ({ crv, kty, x, y })

/** The thumbprint of a key (RFC 7638). */
export const keyIdOf = (key: SigningKey): string => hashOf(JSON.stringify(publicKeyOf(key)))

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Signs claims as a JWT by ES256. */
export function signJwt(key: SigningKey, header: object, claims: object): string {
  const text = [{ alg: 'ES256', ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const privateKey = createPrivateKey({ key: { ...key }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
