import type { Platform } from './platform.ts'

// Few pages need the forms, so they are not in the rules, which every page loads.

/** A form in Frogy for connecting an account. Its texts are `forms.<network>` in the messages. */
export type ConnectForm = {
  fields: readonly ConnectField[]
  /** The fields that suffice when users sign in on the network's own pages instead. */
  signsInWith?: readonly string[]
  /** The network's page on which people get the value of the secret field. */
  helpUrl?: string
}

type ConnectField = {
  name: string
  /** The input of a `secret` is hidden while the user types. */
  kind: 'text' | 'secret'
  isOptional?: true
  /** Whether a reconnect fills the field with the account's username. */
  isUsername?: true
  example: string
}

const FORMS: Partial<Record<Platform, ConnectForm>> = {
  bluesky: {
    fields: [
      { name: 'handle', kind: 'text', isUsername: true, example: 'layla.bsky.social' },
      { name: 'password', kind: 'secret', example: 'abcd-efgh-ijkl-mnop' },
      { name: 'server', kind: 'text', isOptional: true, example: 'bsky.social' },
    ],
    signsInWith: ['handle'],
    helpUrl: 'https://bsky.app/settings/app-passwords',
  },
  mastodon: { fields: [{ name: 'server', kind: 'text', isUsername: true, example: 'mastodon.social' }] },
  telegram: {
    fields: [
      { name: 'channel', kind: 'text', isUsername: true, example: '@najdlogistics' },
      { name: 'token', kind: 'secret', example: '7123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc' },
    ],
    helpUrl: 'https://t.me/BotFather',
  },
}

/** The form for connecting an account. Undefined for a network with a consent page. */
export const connectFormOf = (platform: Platform): ConnectForm | undefined => FORMS[platform]
