import type { PublishFailure, Refusal } from '#core/publishing/failure.ts'
import { SEND_AGAIN_AFTER_MS } from '#core/publishing/sending-times.ts'
import { FieldRefused, NotConnected } from '../connection-error.ts'
import { ask, type PlatformAnswer, type PlatformRequest } from '../http.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'
import type {
  Access,
  OutgoingImage,
  OutgoingPost,
  Outcome,
  PlatformAdapter,
  PlatformApp,
  PlatformClient,
  Receipt,
} from '../platform-client.ts'
import { later } from '../rate-limit-waits.ts'
import { coverFile } from '../upload-video.ts'

const API_URL = 'https://api.telegram.org'

export const telegram: PlatformAdapter = { apiUrl: API_URL, open: telegramClient }

function telegramClient(app: PlatformApp): PlatformClient {
  const api = app.baseUrl ?? app.server ?? API_URL
  const web = app.baseUrl ? `${app.baseUrl}/t` : 'https://t.me'
  const readFailure = failureReader(app.now)
  // The bot's token is a part of the address at Telegram, so no error or log may contain an address.
  const call = (token: string, method: string, more: Partial<PlatformRequest>): PlatformRequest => ({
    method: 'POST',
    url: `${api}/bot${token}/${method}`,
    ...more,
  })

  return {
    renewsItself: false,
    renewsWith: null,
    publishesPrepared: false,

    async connectByForm({ token = '', channel = '' }, _request, signal) {
      if (!TOKEN.test(token)) throw new FieldRefused('token', 'token_invalid')
      const chatId = chatIdOf(channel)
      if (!chatId) throw new FieldRefused('channel', 'channel_invalid')
      const asking = <T>(method: string, json: object, read: (result: unknown) => T | undefined) =>
        ask(call(token, method, { json }), signal, ({ json: answer }) => read(at(answer, 'result')), readFailure)

      const bot = await asking('getMe', {}, (result) => textAt(result, 'id'))
      if (!bot.ok) {
        if (bot.failure.kind !== 'reconnect' && bot.failure.kind !== 'refused') throw notReached(bot.failure)
        throw new FieldRefused('token', 'token_refused')
      }
      const chat = await asking('getChat', { chat_id: chatId }, readChat)
      if (!chat.ok) {
        if (chat.failure.kind !== 'refused') throw notReached(chat.failure)
        throw new FieldRefused('channel', 'channel_not_found')
      }
      if (chat.value.type !== 'channel') throw new FieldRefused('channel', 'channel_is_group')
      const place = { chat_id: chat.value.id, user_id: Number(bot.value) }
      const member = await asking('getChatMember', place, (result) => ({
        mayPost:
          textAt(result, 'status') === 'creator' ||
          (textAt(result, 'status') === 'administrator' && at(result, 'can_post_messages') === true),
      }))
      if (!member.ok && member.failure.kind !== 'refused') throw notReached(member.failure)
      if (!member.ok || !member.value.mayPost) throw new FieldRefused('channel', 'channel_no_rights')
      const { id, title, username } = chat.value
      return {
        connections: [
          {
            remoteId: id,
            displayName: title,
            username,
            profileUrl: username ? `https://t.me/${username}` : null,
            scopes: ['post_messages'],
            tokens: { accessToken: token, refreshToken: null, expiresAt: null },
          },
        ],
      }
    },

    async publish(post, _prepared, access, { mayBegin, signal }) {
      const content = await contentOf(post, access)
      if (!content.ok) return content
      const { method, more } = content.value
      return await ask(
        { ...call(access.accessToken, method, more), mayBegin },
        signal,
        (answer) => readReceipt(answer, web),
        readFailure,
      )
    },

    sendAgainAfterMs: () => SEND_AGAIN_AFTER_MS,

    // Telegram bots cannot read a channel's posts, so Frogy asks the author.
    find: async () => ({ found: 'cannot-ask' }),

    reach: (access, signal) => ask(call(access.accessToken, 'getMe', { json: {} }), signal, () => null, readFailure),

    permalink: () => null,

    async findPermalink(remoteId, access, signal) {
      const request = call(access.accessToken, 'getChat', { json: { chat_id: access.remoteId } })
      const chat = await ask(request, signal, ({ json }) => readChat(at(json, 'result')), readFailure)
      return chat.ok ? linkTo(web, chat.value, idsIn(remoteId)[0] ?? '') : null
    },

    async remove(remoteId, access, signal) {
      // A Telegram album has a message for each picture. Missing messages count as deleted.
      const json = { chat_id: access.remoteId, message_ids: idsIn(remoteId).map(Number) }
      return await ask(call(access.accessToken, 'deleteMessages', { json }), signal, () => null, readFailure)
    },

    // Telegram gives bots no views of a post.
    metricsAtOnce: 1,
    metrics: async () => ({ ok: true, value: new Map() }),
  }
}

const TOKEN = /^\d{5,12}:[\w-]{30,60}$/

/** A channel as people write it: `@name`, its address, its id, or the address of one of its posts. */
function chatIdOf(given: string): string | undefined {
  const [, path] = /^(?:https?:\/\/)?(?:t|telegram)\.me\/(.+)$/i.exec(given) ?? []
  const [, hidden] = /^c\/(\d{5,15})(?:\/|$)/.exec(path ?? '') ?? []
  if (hidden) return `-100${hidden}`
  if (/^-100\d{5,15}$/.test(given)) return given
  const name = path === undefined ? given.replace(/^@/, '') : path.replace(/^s\//, '').replace(/[/?].*$/, '')
  return /^[a-z]\w{3,31}$/i.test(name) ? `@${name}` : undefined
}

interface Chat {
  id: string
  type: string
  title: string
  username: string | null
}

function readChat(result: unknown): Chat | undefined {
  const [id, type] = [textAt(result, 'id'), textAt(result, 'type')]
  if (!id || !type) return undefined
  return { id, type, title: textAt(result, 'title') ?? id, username: textAt(result, 'username') ?? null }
}

const notReached = (failure: PublishFailure): NotConnected =>
  new NotConnected('network_down', 'detail' in failure ? failure.detail : null)

/**
 * Telegram's method and fields for a post: a text, one picture, one video or document, or an album whose first picture
 * has the text.
 */
async function contentOf(
  { text, images, video, document, options }: OutgoingPost,
  { remoteId }: Access,
): Promise<Outcome<{ method: string; more: Partial<PlatformRequest> }>> {
  const to = { chat_id: remoteId, ...(options?.isSilent && { disable_notification: 'true' }) }
  if (video) {
    const { width, height, durationMs } = video
    const size = { width: String(width), height: String(height), duration: String(Math.round(durationMs / 1_000)) }
    const cover = video.cover && { cover: 'attach://frame', frame: coverFile(video.cover) }
    const caption = text && { caption: text }
    if (video.type === 'image/gif') {
      const multipart = { ...to, ...caption, width: size.width, height: size.height, animation: video }
      return { ok: true, value: { method: 'sendAnimation', more: { multipart } } }
    }
    const more = { ...to, ...caption, ...size, supports_streaming: 'true', ...cover, video }
    return { ok: true, value: { method: 'sendVideo', more: { multipart: more } } }
  }
  if (document) {
    const bytes = await document.read(0, document.sizeBytes)
    if (!bytes.ok) return bytes
    // Give the file the document's title as its name, because Telegram shows the name.
    const file = new File([bytes.value], fileNameOf(document.altText), { type: document.type })
    const multipart = { ...to, ...(text && { caption: text }), document: file }
    return { ok: true, value: { method: 'sendDocument', more: { multipart } } }
  }
  if (images.length === 0) {
    const json = {
      chat_id: remoteId,
      text,
      ...(options?.isSilent && { disable_notification: true }),
      ...(options?.hasLinkPreview === false && { link_preview_options: { is_disabled: true } }),
    }
    return { ok: true, value: { method: 'sendMessage', more: { json } } }
  }
  const files: Blob[] = []
  for (const image of images) {
    const file = await image.read()
    if (!file.ok) return file
    files.push(fileOf(image, file.value))
  }
  const caption = text && { caption: text }
  const [photo] = files
  if (photo && files.length === 1)
    return { ok: true, value: { method: 'sendPhoto', more: { multipart: { ...to, ...caption, photo } } } }
  const named = Object.fromEntries(files.map((file, index) => [`photo${index}`, file]))
  const media = Object.keys(named).map((name, index) => ({
    type: 'photo',
    media: `attach://${name}`,
    ...(index === 0 && caption),
  }))
  const multipart = { ...to, media: JSON.stringify(media), ...named }
  return { ok: true, value: { method: 'sendMediaGroup', more: { multipart } } }
}

/** Makes a file name from a document's title. Replaces slashes, which would name a folder. */
const fileNameOf = (title: string): string => `${title.replaceAll(/[\\/]/g, '-').replace(/\.pdf$/i, '')}.pdf`

const fileOf = ({ type }: OutgoingImage, bytes: Uint8Array<ArrayBuffer>): File =>
  new File([bytes], 'photo.jpg', { type })

/** The ids of all Telegram messages of a post. To delete the post, each message must be deleted. */
function readReceipt({ json }: PlatformAnswer, web: string): Receipt | undefined {
  const result = at(json, 'result')
  const messages = Array.isArray(result) ? listAt(json, 'result') : [result]
  const ids = messages.flatMap((message) => textAt(message, 'message_id') ?? [])
  const [first] = ids
  if (first === undefined || ids.length < messages.length) return undefined
  const chat = readChat(at(messages[0], 'chat'))
  return { remoteId: ids.join(','), permalink: chat ? linkTo(web, chat, first) : null }
}

const idsIn = (remoteId: string): string[] => remoteId.split(',')

/** The link to a Telegram post. Only members can open a link to a private channel. */
const linkTo = (web: string, { id, username }: Chat, messageId: string): string =>
  `${web}/${username ?? `c/${id.replace(/^-100/, '')}`}/${messageId}`

const failureReader =
  (now: () => Date) =>
  ({ status, json }: PlatformAnswer): PublishFailure => {
    const detail = textAt(json, 'description') ?? null
    const seconds = numberAt(json, 'parameters', 'retry_after')
    if (status === 429) return { kind: 'rate-limited', until: later(now(), seconds ?? DEFAULT_WAIT_S), detail }
    if (status === 401) return { kind: 'reconnect', detail }
    // A part of the album may be public, and Telegram does not say which one. So Frogy asks the author.
    if (/failed to send message #/i.test(detail ?? '')) return { kind: 'answer-lost', detail }
    return { kind: 'refused', reason: reasonOf(status, detail ?? ''), detail }
  }

const DEFAULT_WAIT_S = 30

/** Finds the reason in Telegram's error description, which is always English (Client.cpp in its public source). */
function reasonOf(status: number, description: string): Refusal {
  if (status === 413) return 'media'
  if (status === 403 || /rights|CHAT_ADMIN_REQUIRED|CHAT_WRITE_FORBIDDEN|can't be deleted/i.test(description))
    return 'permission'
  if (/chat not found/i.test(description)) return 'account_restricted'
  // Match protocol names too, such as MEDIA_CAPTION_TOO_LONG: Telegram sends some of them in place of a message.
  if (/too[ _]long|text is empty|parse entities/i.test(description)) return 'text'
  if (/photo|image|video|document|file|media|url/i.test(description)) return 'media'
  return status === 404 ? 'configuration' : 'other'
}
