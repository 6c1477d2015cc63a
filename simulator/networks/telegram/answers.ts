import { spend, type Limit } from '../../limits.ts'
import { json, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { World } from '../../world.ts'
import { chatOf, type CHATS } from './channels.ts'

const MINUTE_MS = 60_000

export const TELEGRAM_LIMITS = {
  /** How many messages a channel accepts per minute. Each picture of an album counts as one. */
  messages: { platform: 'telegram', name: 'messages', most: 20, windowMs: MINUTE_MS },
} as const satisfies Record<string, Limit>

export const done = (result: unknown): Answer => json(200, { ok: true, result })

export const failed = (code: number, description: string, parameters?: object): Answer =>
  json(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) })

export interface Bot {
  id: number
  token: string
}

/** Finds the bot of a call. Accepts any token that has the right format, unless a test has stopped its bot. */
export function botOf(world: World, call: Call): Bot {
  const [, token, id] = /^bot((\d{5,12}):[\w-]{30,60})$/.exec(call.params.bot ?? '') ?? []
  if (!token) throw new Refusal(failed(404, 'Not Found'))
  if (id === STOPPED_BOT || world.tokens.get(token)?.dead) throw new Refusal(failed(401, 'Unauthorized'))
  return { id: Number(id), token }
}

/** The id of a bot whose token its owner has replaced. */
const STOPPED_BOT = '7000000000'

/** Finds the chat that a call names. The bot may not be a member of it. */
export function chatIn(call: Call): (typeof CHATS)[number] {
  const chat = chatOf(parameter(call, 'chat_id') ?? '')
  if (!chat) throw new Refusal(failed(400, 'Bad Request: chat not found'))
  return chat
}

/** The bot's role in a channel. Remembers the bot, so that a test can remove it from the channel. */
export function placeOf(world: World, { token }: Bot, chat: (typeof CHATS)[number]) {
  const key = `${token} ${chat.id}`
  const known = world.tokens.get(key)
  if (known?.dead || world.manner('telegramBot') === 'kicked') return 'kicked'
  const given = { platform: 'telegram', kind: 'access', accountId: chat.id, clientId: token } as const
  if (!known) world.tokens.put(key, { ...given, scopes: [], issuedAt: world.now(), expiresAt: null })
  if (chat.bot === 'administrator' && world.manner('telegramBot') === 'without_posting') return 'without_posting'
  return chat.bot
}

/** Finds a channel in which the bot may post now, and counts the messages. */
export function channelToPost(world: World, bot: Bot, call: Call, messages = 1): (typeof CHATS)[number] {
  const chat = chatIn(call)
  const place = placeOf(world, bot, chat)
  if (place === 'kicked') throw new Refusal(failed(403, 'Forbidden: bot was kicked from the channel chat'))
  if (place === 'absent') throw new Refusal(failed(403, 'Forbidden: bot is not a member of the channel chat'))
  if (place === 'without_posting')
    throw new Refusal(failed(400, 'Bad Request: need administrator rights in the channel chat'))
  const spent = spend(world, TELEGRAM_LIMITS.messages, chat.id, messages)
  if (spent.isOver) {
    const seconds = Math.max(1, Math.ceil((spent.resetAt - world.now()) / 1000))
    throw new Refusal(tooMany(seconds))
  }
  return chat
}

export const tooMany = (seconds: number): Answer =>
  failed(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
