import type { Person } from '../../network.ts'

/** A chat that differs from the usual channel, in which every bot is an administrator and may post. */
interface Chat extends Person {
  /** The bot's role in the chat, and its right to post. */
  bot: 'administrator' | 'without_posting' | 'member' | 'absent'
  isGroup?: true
}

export const CHATS: Chat[] = [
  {
    id: '-1001450012873',
    name: 'Najd Logistics',
    username: 'najdlogistics',
    headline: 'Shipping news',
    bot: 'administrator',
  },
  {
    id: '-1001450098214',
    name: 'مقهى البركة',
    username: 'albaraka_cafe',
    headline: 'قهوة مختصة',
    bot: 'administrator',
  },
  { id: '-1001450077631', name: 'Okafor Ceramics', headline: 'A private channel', bot: 'administrator' },
  {
    id: '-1001450055120',
    name: 'Slow Coffee',
    username: 'slowcoffee',
    headline: 'The bot may not post here',
    bot: 'without_posting',
  },
  { id: '-1001450033487', name: 'City Notes', username: 'citynotes', headline: 'The bot is no member', bot: 'absent' },
  {
    id: '-1001450066209',
    name: 'Potters',
    username: 'potters_group',
    headline: 'A group',
    bot: 'member',
    isGroup: true,
  },
]

/** The channels in which a bot may post. */
export const people: Person[] = CHATS.filter(({ bot }) => bot === 'administrator')

/** Finds a chat by its id or its `@name`. */
export function chatOf(given: string): Chat | undefined {
  const name = given.replace(/^@/, '').toLowerCase()
  return CHATS.find(({ id, username }) => id === given || (given.startsWith('@') && username?.toLowerCase() === name))
}
