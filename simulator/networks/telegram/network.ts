import { parameter, type Answer, type Call, type Network, type Route } from '../../network.ts'
import type { World } from '../../world.ts'
import { botOf, chatIn, done, failed, placeOf, TELEGRAM_LIMITS, tooMany } from './answers.ts'
import { people } from './channels.ts'
import {
  chatView,
  deleteMessage,
  deleteMessages,
  sendDocument,
  sendMediaGroup,
  sendMessage,
  sendAnimation,
  sendPhoto,
  sendVideo,
} from './messages.ts'

/** Telegram's Bot API. It has no consent page and no call that lists posts. channels.ts has the channels. */
export const telegram: Network = {
  platform: 'telegram',
  name: 'Telegram',
  people,
  limits: Object.values(TELEGRAM_LIMITS),
  routes,

  faultAnswer(fault) {
    const status = fault.status ?? STATUSES[fault.as ?? 'server']
    if (status === 429) return tooMany(fault.retryAfter ?? 34)
    return failed(status, DESCRIPTIONS[status] ?? 'Error')
  },

  // The real address of a post has no `/t`. Without it, the simulator would read the address as a call of the Bot API.
  postPath: ({ id, accountId }, username) => `/t/${username ?? `c/${accountId.slice(4)}`}/${id}`,
  postPages: {
    '/t/c/:channel/:id': (world, { id = '' }) => world.posts.find('telegram', id),
    '/t/:username/:id': (world, { id = '' }) => world.posts.find('telegram', id),
  },
}

const STATUSES = { rate: 429, quota: 429, server: 502, token: 401, permission: 403 } as const

const DESCRIPTIONS: Record<number, string> = {
  400: 'Bad Request: chat not found',
  401: 'Unauthorized',
  403: 'Forbidden: bot is not a member of the channel chat',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
}

const METHODS = {
  getMe: { does: me, operation: 'token' },
  getChat: { does: (_world: World, call: Call) => done(chatView(chatIn(call))), operation: 'list' },
  getChatMember: { does: chatMember, operation: 'list' },
  sendMessage: { does: sendMessage, operation: 'publish' },
  sendPhoto: { does: sendPhoto, operation: 'publish' },
  sendAnimation: { does: sendAnimation, operation: 'publish' },
  sendVideo: { does: sendVideo, operation: 'publish' },
  sendDocument: { does: sendDocument, operation: 'publish' },
  sendMediaGroup: { does: sendMediaGroup, operation: 'publish' },
  deleteMessage: { does: deleteMessage, operation: undefined },
  deleteMessages: { does: deleteMessages, operation: undefined },
} as const

type Method = keyof typeof METHODS

/** The calls of the bot API. Method names are not case-sensitive, and every method works by GET and POST. */
function routes(world: World): Route[] {
  const methodOf = (call: Call): Method | undefined => {
    const given = call.params.method?.toLowerCase()
    return (Object.keys(METHODS) as Method[]).find((name) => name.toLowerCase() === given)
  }
  return (['GET', 'POST'] as const).map((method) => ({
    method,
    path: '/:bot/:method',
    operation: (call) => METHODS[methodOf(call) ?? 'deleteMessage'].operation,
    handle: (call) => {
      botOf(world, call)
      const name = methodOf(call)
      return name ? METHODS[name].does(world, call) : failed(404, 'Not Found')
    },
  }))
}

function me(world: World, call: Call): Answer {
  const { id } = botOf(world, call)
  return done({
    id,
    is_bot: true,
    first_name: 'Frogy',
    username: `frogy_${id}_bot`,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  })
}

function chatMember(world: World, call: Call): Answer {
  const bot = botOf(world, call)
  const chat = chatIn(call)
  if (parameter(call, 'user_id') !== String(bot.id)) return failed(400, 'Bad Request: user not found')
  const user = { id: bot.id, is_bot: true, first_name: 'Frogy' }
  switch (placeOf(world, bot, chat)) {
    case 'administrator':
      return done({
        status: 'administrator',
        user,
        can_post_messages: true,
        can_edit_messages: true,
        can_delete_messages: true,
      })
    case 'without_posting':
      return done({
        status: 'administrator',
        user,
        can_post_messages: false,
        can_edit_messages: false,
        can_delete_messages: false,
      })
    case 'member':
      return done({ status: 'member', user })
    case 'kicked':
      return failed(403, 'Forbidden: bot was kicked from the channel chat')
    case 'absent':
      return failed(400, 'Bad Request: member list is inaccessible')
  }
}
