import type { webcrypto } from 'node:crypto'

/** A user of the simulated Google. */
export interface GooglePerson {
  sub: string
  email: string
  verified: boolean
  given: string
  family?: string
}

/** Invented users. The last one has an unverified email address. */
export const PEOPLE: GooglePerson[] = [
  { sub: '108273645519283746501', email: 'layla.haddad@example.com', verified: true, given: 'Layla', family: 'Haddad' },
  { sub: '104519283746500192837', email: 'omar.saleh@example.com', verified: true, given: 'Omar', family: 'Saleh' },
  { sub: '117364550192837465019', email: 'noura@example.com', verified: true, given: 'نورة' },
  { sub: '102938475610293847561', email: 'sami.aziz@example.com', verified: false, given: 'Sami', family: 'Aziz' },
]

export interface GoogleCode {
  sub: string
  clientId: string
  redirectUri: string
  nonce: string | null
  challenge: string | null
  expiresAt: number
  used?: true
}

export interface GoogleKey {
  kid: string
  /** The private signing key as a JWK. It signs only test tokens. */
  key: webcrypto.JsonWebKey
}
