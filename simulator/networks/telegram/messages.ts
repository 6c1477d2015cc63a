import { storeCover, storePicture } from '../../media.ts'
import { member, parameter, Refusal, type Answer, type Call } from '../../network.ts'
import type { PostPicture } from '../../picture.ts'
import type { Post } from '../../posts.ts'
import type { World } from '../../world.ts'
import { botOf, channelToPost, chatIn, done, failed, placeOf, type Bot } from './answers.ts'
import type { CHATS } from './channels.ts'

const LONGEST_TEXT = 4_096
const LONGEST_CAPTION = 1_024
const LARGEST_PHOTO = 10 * 1024 * 1024
const LARGEST_VIDEO = 50 * 1024 * 1024
const LARGEST_DOCUMENT = 50 * 1024 * 1024
const WIDEST_AND_HIGHEST = 10_000
const MOST_RATIO = 20
const DELETABLE_MS = 48 * 3_600_000

type Chat = (typeof CHATS)[number]

export function sendMessage(world: World, call: Call): Answer {
  const bot = botOf(world, call)
  const text = (parameter(call, 'text') ?? '').trim()
  if (!text) return failed(400, 'Bad Request: message text is empty')
  if (text.length > LONGEST_TEXT) return failed(400, 'Bad Request: message is too long')
  const isWithoutPreview = isPreviewDisabled(call)
  const chat = channelToPost(world, bot, call)
  const post = publish(world, call, chat, { text, isWithoutPreview })
  return done(view(world, chat, post, post.id, text))
}

export async function sendPhoto(world: World, call: Call): Promise<Answer> {
  const bot = botOf(world, call)
  const caption = captionOf(parameter(call, 'caption'))
  const picture = await readPhoto(world, call.files.get('photo'))
  const chat = channelToPost(world, bot, call)
  const post = publish(world, call, chat, { text: caption, media: [picture] })
  return done(view(world, chat, post, post.id, caption))
}

export async function sendVideo(world: World, call: Call): Promise<Answer> {
  const bot = botOf(world, call)
  const caption = captionOf(parameter(call, 'caption'))
  const bytes = call.files.get('video')
  if (!bytes) return failed(400, 'Bad Request: there is no video in the request')
  if (bytes.byteLength > LARGEST_VIDEO) return failed(413, 'Request Entity Too Large')
  const video = await storePicture(world, bytes)
  if (video?.type !== 'video') return failed(400, 'Bad Request: VIDEO_CONTENT_TYPE_INVALID')
  const named = parameter(call, 'cover')
  const cover = await storeCover(world, call.files.get(/^attach:\/\/(.+)$/.exec(named ?? '')?.[1] ?? ''))
  if (named !== undefined && !cover) return failed(400, 'Bad Request: wrong file identifier/HTTP URL specified')
  const chat = channelToPost(world, bot, call)
  const post = publish(world, call, chat, {
    text: caption,
    media: [{ ...video, altText: null, ...(cover && { cover }) }],
  })
  return done(view(world, chat, post, post.id, caption))
}

export async function sendAnimation(world: World, call: Call): Promise<Answer> {
  const bot = botOf(world, call)
  const caption = captionOf(parameter(call, 'caption'))
  const bytes = call.files.get('animation')
  if (!bytes) return failed(400, 'Bad Request: there is no animation in the request')
  if (bytes.byteLength > LARGEST_VIDEO) return failed(413, 'Request Entity Too Large')
  const animation = await storePicture(world, bytes)
  const isGif = animation?.type === 'gif' && call.fileNames.get('animation')?.endsWith('.gif')
  if (!animation || !(isGif || animation.type === 'video'))
    return failed(400, 'Bad Request: ANIMATION_CONTENT_TYPE_INVALID')
  const chat = channelToPost(world, bot, call)
  const post = publish(world, call, chat, { text: caption, media: [{ ...animation, altText: null }] })
  return done(view(world, chat, post, post.id, caption))
}

export async function sendDocument(world: World, call: Call): Promise<Answer> {
  const bot = botOf(world, call)
  const caption = captionOf(parameter(call, 'caption'))
  const bytes = call.files.get('document')
  if (!bytes) return failed(400, 'Bad Request: there is no document in the request')
  if (bytes.byteLength > LARGEST_DOCUMENT) return failed(413, 'Request Entity Too Large')
  const document = await storePicture(world, bytes)
  if (document?.type !== 'document') return failed(400, 'Bad Request: the simulator takes only PDF documents')
  const chat = channelToPost(world, bot, call)
  // Use the file name as the title, as Telegram's apps do.
  const title = call.fileNames.get('document') ?? 'document'
  const post = publish(world, call, chat, { text: caption, media: [{ ...document, altText: null, title }] })
  return done(view(world, chat, post, post.id, caption))
}

/** Reads a flag as the Bot API does: everything but these words is false. */
const isTrue = (given: string | undefined): boolean => /^(?:true|yes|1)$/i.test(given?.trim() ?? '')

/** Whether a text message asks for no preview of its link. Captions never have a preview. */
function isPreviewDisabled(call: Call): boolean {
  const given = parameter(call, 'link_preview_options')
  if (given === undefined) return false
  try {
    const options = JSON.parse(given) as unknown
    if (typeof options === 'object' && options !== null) return member(options, 'is_disabled') === true
  } catch {
    // Invalid JSON gets the same refusal as options that are no object.
  }
  throw new Refusal(failed(400, "Bad Request: can't parse link preview options JSON object"))
}

interface AlbumItem {
  type?: string
  media?: string
  caption?: string
}

/** Publishes an album: one message for each picture. The caption of the first picture is shown under the album. */
export async function sendMediaGroup(world: World, call: Call): Promise<Answer> {
  const bot = botOf(world, call)
  const items = readItems(parameter(call, 'media'))
  const chat = channelToPost(world, bot, call, items.length)
  const caption = captionOf(items[0]?.caption)
  const pictures: PostPicture[] = []
  for (const [index, { type, media }] of items.entries()) {
    const name = /^attach:\/\/(.+)$/.exec(media ?? '')?.[1]
    if (type !== 'photo' || !name) return failed(400, 'Bad Request: wrong file identifier/HTTP URL specified')
    if (index > 0 && world.manner('telegramAlbums') === 'partly') {
      publish(world, call, chat, { text: caption, media: pictures })
      return failed(
        400,
        `Bad Request: failed to send message #${index + 1} with the error message "IMAGE_PROCESS_FAILED"`,
      )
    }
    pictures.push(await readPhoto(world, call.files.get(name)))
  }
  const post = publish(world, call, chat, { text: caption, media: pictures })
  return done((post.messages ?? []).map((id, index) => view(world, chat, post, id, index === 0 ? caption : '')))
}

function readItems(given: string | undefined): AlbumItem[] {
  try {
    const items = JSON.parse(given ?? '') as AlbumItem[]
    if (Array.isArray(items) && items.length >= 2 && items.length <= 10) return items
  } catch {
    // Invalid JSON gets the same refusal as an album with too few or too many pictures.
  }
  throw new Refusal(failed(400, "Bad Request: can't parse media JSON object"))
}

function captionOf(given: string | undefined): string {
  const caption = (given ?? '').trim()
  if (caption.length > LONGEST_CAPTION) throw new Refusal(failed(400, 'Bad Request: message caption is too long'))
  return caption
}

async function readPhoto(world: World, bytes: Buffer | undefined): Promise<PostPicture> {
  if (!bytes) throw new Refusal(failed(400, 'Bad Request: there is no photo in the request'))
  if (bytes.byteLength > LARGEST_PHOTO) throw new Refusal(failed(413, 'Request Entity Too Large'))
  const picture = await storePicture(world, bytes)
  if (!picture || picture.type !== 'image') throw new Refusal(failed(400, 'Bad Request: IMAGE_PROCESS_FAILED'))
  const { width, height } = picture
  const ratio = Math.max(width / height, height / width)
  if (width + height > WIDEST_AND_HIGHEST || ratio > MOST_RATIO)
    throw new Refusal(failed(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'))
  return { ...picture, altText: null }
}

interface Content {
  text: string
  media?: PostPicture[]
  isWithoutPreview?: boolean
}

function publish(world: World, call: Call, chat: Chat, { text, media = [], isWithoutPreview }: Content): Post {
  const messages = Array.from({ length: Math.max(1, media.length) }, () => String(world.sequence()))
  const now = world.now()
  const draft = world.posts.prepare({
    platform: 'telegram',
    id: messages[0] ?? '',
    accountId: chat.id,
    text,
    media,
    messages,
    createdAt: now,
    isSilent: isTrue(parameter(call, 'disable_notification')),
    isWithoutPreview: isWithoutPreview === true,
  })
  return world.posts.publish(draft, now)
}

export function deleteMessages(world: World, call: Call): Answer {
  const bot = botOf(world, call)
  const chat = chatIn(call)
  const ids = JSON.parse(parameter(call, 'message_ids') ?? '[]') as number[]
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 100)
    return failed(400, 'Bad Request: message identifiers are not specified')
  for (const id of ids) remove(world, bot, chat, String(id))
  // Succeeds even if some of the messages do not exist.
  return done(true)
}

export function deleteMessage(world: World, call: Call): Answer {
  const bot = botOf(world, call)
  const isFound = remove(world, bot, chatIn(call), parameter(call, 'message_id') ?? '')
  return isFound ? done(true) : failed(400, 'Bad Request: message to delete not found')
}

function remove(world: World, bot: Bot, chat: Chat, id: string): boolean {
  if (placeOf(world, bot, chat) === 'kicked')
    throw new Refusal(failed(403, 'Forbidden: bot was kicked from the channel chat'))
  const post = [...world.posts.of('telegram', chat.id)].find(({ messages }) => messages?.includes(id))
  if (!post || post.deleted) return false
  if (world.now() - post.createdAt > DELETABLE_MS && placeOf(world, bot, chat) !== 'administrator')
    throw new Refusal(failed(400, "Bad Request: message can't be deleted"))
  const messages = post.messages?.filter((one) => one !== id) ?? []
  world.posts.change(post, { messages, deleted: messages.length === 0 })
  return true
}

export const chatView = ({ id, name, username, isGroup }: Chat) => ({
  id: Number(id),
  title: name,
  ...(username && { username }),
  type: isGroup ? 'supergroup' : 'channel',
})

function view(world: World, chat: Chat, { media }: Post, id: string, text: string) {
  return {
    message_id: Number(id),
    sender_chat: chatView(chat),
    chat: chatView(chat),
    date: Math.floor(world.now() / 1000),
    ...(media.length > 0
      ? { photo: [{ file_id: id, width: media[0]?.width, height: media[0]?.height }], ...(text && { caption: text }) }
      : { text }),
  }
}
