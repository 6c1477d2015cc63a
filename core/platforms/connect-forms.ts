import type { Platform } from './platform.ts'

// Every page loads the rules of the networks. The forms are in their own file, because few pages need them.

/** A form in Frogy for connecting an account. Its texts are `forms.<network>` in the messages. */
export type ConnectForm = {
  fields: readonly ConnectField[]
  /** If set, the user can sign in on the network's own pages, and fills in only these fields of the form. */
  signsInWith?: readonly string[]
  /** The page of the network on which users get the value for the secret field. */
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
