import { createHash } from 'node:crypto'
import { keepUpload, findUpload, storePicture } from '../../media.ts'
import { json, member, Refusal, type Answer, type Call } from '../../network.ts'
import type { PostPicture } from '../../picture.ts'
import type { Post } from '../../posts.ts'
import type { Token, World } from '../../world.ts'
import { authorize, failed, limited } from './answers.ts'
import { people } from './people.ts'

const COLLECTION = 'app.bsky.feed.post'
/** The upload limit of bsky.social. Other servers accept 5 MB by default. */
const LARGEST_UPLOAD = 50 * 1024 * 1024
/** The picture limit of the server's own lexicon. Newer servers allow twice as much. */
const LARGEST_IMAGE = 1_000_000
const LARGEST_CAPTIONS = 20_000
const LONGEST_TEXT = { graphemes: 300, bytes: 3_000 }
const KEY = /^[234567abcdefghij][234567a-z]{12}$/
const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/

export async function uploadBlob(world: World, call: Call): Promise<Answer> {
  const { accountId } = authorize(world, call)
  if (!call.headers['content-type'])
    return failed(400, 'InvalidRequest', 'Request encoding (Content-Type) required but not provided')
  if (call.body.byteLength > LARGEST_UPLOAD) return failed(413, 'PayloadTooLarge', 'request entity too large')
  const picture = (await storePicture(world, call.body)) ?? null
  const id = cidOf(call.body)
  keepUpload(world, {
    platform: 'bluesky',
    id,
    accountId,
    createdAt: world.now(),
    arrivedAt: world.now(),
    altText: null,
    picture,
    ...(call.headers['content-type'] === 'text/vtt' && { captions: { language: '', text: call.body.toString() } }),
  })
  const mimeType = picture?.contentType ?? call.headers['content-type']
  return json(200, { blob: { $type: 'blob', ref: { $link: id }, mimeType, size: call.body.byteLength } })
}

/** With `swapRecord: null`, only creates a record. Without it, overwrites an existing one. */
export async function putRecord(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call)
  const { key, record } = await readWrite(world, call, token)
  return limited(world, token, 3, () => {
    const existing = find(world, token.accountId, key)
    const answer = { uri: uriOf(token.accountId, key), cid: cidOf(record), validationStatus: 'valid' }
    if (existing && cidOf(existing.record) === answer.cid) return json(200, answer)
    const swap = member(call.json, 'swapRecord')
    if (swap !== undefined && swap !== (existing ? cidOf(existing.record) : null))
      return failed(400, 'InvalidSwap', `Record was at ${existing ? cidOf(existing.record) : 'null'}`)
    write(world, token, key, record)
    return json(200, { ...answer, commit: commit(world, token.accountId) })
  })
}

/** Creates a record. Responds with a server error if the key is already used. */
export async function createRecord(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call)
  const { key, record } = await readWrite(world, call, token)
  return limited(world, token, 3, () => {
    if (find(world, token.accountId, key)) return failed(500, 'InternalServerError', 'Internal Server Error')
    write(world, token, key, record)
    const answer = { uri: uriOf(token.accountId, key), cid: cidOf(record), validationStatus: 'valid' }
    return json(200, { ...answer, commit: commit(world, token.accountId) })
  })
}

/** Deletes a record. Also succeeds if the record is missing. */
export function deleteRecord(world: World, call: Call): Promise<Answer> {
  const token = authorize(world, call)
  return limited(world, token, 1, () => {
    const post = find(world, token.accountId, String(member(call.json, 'rkey')))
    if (!post) return json(200, {})
    world.posts.change(post, { deleted: true })
    return json(200, { commit: commit(world, token.accountId) })
  })
}

export function getRecord(world: World, call: Call): Answer {
  const { repo = '', collection = '', rkey = '' } = Object.fromEntries(call.query)
  const person = people.find(({ id, username }) => id === repo || username === repo)
  if (person && collection === 'app.bsky.actor.profile' && rkey === 'self')
    return json(200, {
      uri: `at://${person.id}/${collection}/self`,
      cid: cidOf(person),
      value: { displayName: person.name },
    })
  const post = person && collection === COLLECTION ? find(world, person.id, rkey) : undefined
  return post
    ? json(200, viewOf(post))
    : failed(400, 'RecordNotFound', `Could not locate record: at://${repo}/${collection}/${rkey}`)
}

/** Lists records, newest key first. */
export function listRecords(world: World, call: Call): Answer {
  const limit = Number(call.query.get('limit') ?? 50)
  if (limit > 100) return failed(500, 'InternalServerError', 'Internal Server Error')
  const repo = call.query.get('repo') ?? ''
  const before = uriOf(repo, call.query.get('cursor') ?? '~')
  const records = [...world.posts.of('bluesky', repo)]
    .filter(({ deleted, id }) => !deleted && id < before)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
  const last = records.length === limit ? records.at(-1) : undefined
  return json(200, { records: records.map(viewOf), ...(last && { cursor: last.id.split('/').at(-1) }) })
}

export function getLatestCommit(world: World, call: Call): Answer {
  const did = call.query.get('did') ?? ''
  if (!people.some(({ id }) => id === did)) return failed(400, 'RepoNotFound', `Could not find repo for DID: ${did}`)
  const rev = world.revisions.get(did)?.rev ?? keyAt(0, 0)
  return json(200, { cid: cidOf({ did, rev }), rev })
}

export const uriOf = (did: string, key: string): string => `at://${did}/${COLLECTION}/${key}`

export function find(world: World, did: string, key: string): Post | undefined {
  const post = world.posts.find('bluesky', uriOf(did, key))
  return post && !post.deleted ? post : undefined
}

function viewOf(post: Post) {
  return { uri: post.id, cid: cidOf(post.record), value: post.record }
}

function write(world: World, token: Token, key: string, record: Record<string, unknown>): void {
  const text = String(record.text)
  const link = linkOf(record)
  const replyTo = parentOf(world, record)
  const content = {
    text,
    record,
    ...(link && { link }),
    media: picturesOf(world, token, record),
    ...(replyTo !== undefined && { replyTo }),
  }
  const id = uriOf(token.accountId, key)
  const deleted = world.posts.find('bluesky', id)
  // The key of a deleted record may be used again.
  if (deleted) return void world.posts.change(deleted, { ...content, deleted: false })
  const createdAt = world.now()
  const post = world.posts.prepare({ platform: 'bluesky', id, accountId: token.accountId, createdAt, ...content })
  world.posts.publish(post, world.now())
}

/** The post that a record replies to. Servers accept any references, but apps show only exact ones. */
function parentOf(world: World, record: Record<string, unknown>): string | undefined {
  const parent = referenced(world, member(record.reply, 'parent'))
  const root = referenced(world, member(record.reply, 'root'))
  if (!parent || !root) return undefined
  const named = member(member(member(parent.record, 'reply'), 'root'), 'uri') ?? parent.id
  return root.id === named ? parent.id : undefined
}

function referenced(world: World, reference: unknown): Post | undefined {
  const post = world.posts.find('bluesky', String(member(reference, 'uri')))
  return post && !post.deleted && member(reference, 'cid') === cidOf(post.record) ? post : undefined
}

function linkOf(record: Record<string, unknown>): Post['link'] {
  const external = member(record.embed, 'external')
  const url = member(external, 'uri')
  if (typeof url !== 'string') return undefined
  return { url, title: String(member(external, 'title')), description: String(member(external, 'description')) }
}

/** Records each change of a repository, newest last. */
function commit(world: World, did: string): { cid: string; rev: string } {
  const rev = keyAt(world.now(), world.sequence() % 1_000)
  world.revisions.put(did, { rev })
  return { cid: cidOf({ did, rev }), rev }
}

const LETTERS = '234567abcdefghijklmnopqrstuvwxyz'

function keyAt(ms: number, microseconds: number): string {
  let value = (BigInt(Math.floor(ms)) * 1_000n + BigInt(microseconds)) << 10n
  let key = ''
  for (let length = 0; length < 13; length++) {
    key = LETTERS.charAt(Number(value & 31n)) + key
    value >>= 5n
  }
  return key
}

const cidOf = (content: unknown): string => {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const prefix = Buffer.isBuffer(content) ? 'bafkrei' : 'bafyrei'
  return prefix + createHash('sha256').update(bytes).digest('hex').slice(0, 52)
}

async function readWrite(
  world: World,
  call: Call,
  token: Token,
): Promise<{ key: string; record: Record<string, unknown> }> {
  const invalid = (message: string) => new Refusal(failed(400, 'InvalidRequest', message))
  const body = call.json
  if (member(body, 'repo') !== token.accountId) throw new Refusal(failed(403, 'AccountNotFound', 'Could not find repo'))
  if (member(body, 'collection') !== COLLECTION) throw invalid('The simulator stores only posts')
  const key = String(member(body, 'rkey') ?? keyAt(world.now(), world.sequence() % 1_000))
  if (!KEY.test(key)) throw invalid(`Invalid record key for ${COLLECTION}: Invalid TID string`)
  const record = member(body, 'record')
  if (typeof record !== 'object' || record === null) throw invalid('Input/record must be an object')
  const fault = faultIn(record as Record<string, unknown>)
  if (fault) throw invalid(`Invalid ${COLLECTION} record: ${fault}`)
  for (const image of imagesIn(record as Record<string, unknown>)) checkImage(world, token, image, invalid)
  checkVideo(world, token, record as Record<string, unknown>, invalid)
  return { key, record: record as Record<string, unknown> }
}

const captionsIn = (record: Record<string, unknown>): unknown[] => {
  const captions = member(record.embed, 'captions')
  return Array.isArray(captions) ? captions : []
}

const videoIn = (record: Record<string, unknown>): unknown =>
  member(record.embed, '$type') === 'app.bsky.embed.video' ? member(record.embed, 'video') : undefined

function checkVideo(
  world: World,
  token: Token,
  record: Record<string, unknown>,
  invalid: (message: string) => Refusal,
): void {
  const video = videoIn(record)
  if (video === undefined) return
  if (!findUpload(world, 'bluesky', linkIn(video), token.accountId))
    throw new Refusal(failed(400, 'BlobNotFound', 'Could not find blob'))
  if (member(video, 'mimeType') !== 'video/mp4') throw invalid('Expected "video/mp4" at $.record.embed.video')
  for (const [at, caption] of captionsIn(record).entries()) {
    const [file, path] = [member(caption, 'file'), `$.record.embed.captions[${at}]`]
    if (!LANGUAGE.test(String(member(caption, 'lang')))) throw invalid(`Invalid language at ${path}.lang`)
    if (member(file, 'mimeType') !== 'text/vtt') throw invalid(`Expected "text/vtt" at ${path}.file`)
    if (Number(member(file, 'size')) > LARGEST_CAPTIONS) throw invalid(`blob too big (maximum ${LARGEST_CAPTIONS})`)
    if (!findUpload(world, 'bluesky', linkIn(file), token.accountId))
      throw new Refusal(failed(400, 'BlobNotFound', 'Could not find blob'))
  }
}

/** Checks the lexicon. Like the real server, does not check the offsets of facets. */
function faultIn(record: Record<string, unknown>): string | undefined {
  const { text, createdAt, langs = [] } = record
  if (typeof text !== 'string') return 'Missing required key "text" at $.record.text'
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length
  const bytes = Buffer.byteLength(text)
  if (bytes > LONGEST_TEXT.bytes) return `string too big (maximum ${LONGEST_TEXT.bytes}, got ${bytes}) at $.record.text`
  if (graphemes > LONGEST_TEXT.graphemes)
    return `grapheme too big (maximum ${LONGEST_TEXT.graphemes}, got ${graphemes}) at $.record.text`
  if (typeof createdAt !== 'string' || !ZONED_TIME.test(createdAt)) return 'Invalid datetime at $.record.createdAt'
  if (!Array.isArray(langs) || langs.length > 3 || !langs.every((one) => LANGUAGE.test(String(one))))
    return 'Invalid language at $.record.langs'
  for (const name of ['root', 'parent'])
    if (record.reply !== undefined && typeof member(member(record.reply, name), 'cid') !== 'string')
      return `Missing required key "cid" at $.record.reply.${name}`
  if (imagesIn(record).length > 4) return 'array too big (maximum 4) at $.record.embed.images'
  return undefined
}

function imagesIn(record: Record<string, unknown>): unknown[] {
  const images = member(record.embed, 'images')
  return Array.isArray(images) ? images : []
}

const linkIn = (blob: unknown): string => String(member(member(blob, 'ref'), '$link'))

function checkImage(world: World, token: Token, image: unknown, invalid: (message: string) => Refusal): void {
  const [alt, ratio] = [member(image, 'alt'), member(image, 'aspectRatio')]
  if (typeof alt !== 'string') throw invalid('Missing required key "alt" at $.record.embed.images[0].alt')
  const sides = [member(ratio, 'width'), member(ratio, 'height')]
  if (ratio !== undefined && !sides.every((side) => Number.isInteger(side) && Number(side) >= 1))
    throw invalid('Expected integer value at $.record.embed.images[0].aspectRatio')
  const upload = findUpload(world, 'bluesky', linkIn(member(image, 'image')), token.accountId)
  if (!upload) throw new Refusal(failed(400, 'BlobNotFound', 'Could not find blob'))
  const size = Number(member(member(image, 'image'), 'size'))
  if (size > LARGEST_IMAGE) throw invalid(`blob too big (maximum ${LARGEST_IMAGE}, got ${size})`)
}

function picturesOf(world: World, token: Token, record: Record<string, unknown>): PostPicture[] {
  const video = findUpload(world, 'bluesky', linkIn(videoIn(record)), token.accountId)?.picture
  if (video) {
    const [first] = captionsIn(record)
    const stored = findUpload(world, 'bluesky', linkIn(member(first, 'file')), token.accountId)?.captions
    const captions = stored && { ...stored, language: String(member(first, 'lang')) }
    return [{ ...video, altText: String(member(record.embed, 'alt') ?? '') || null, ...(captions && { captions }) }]
  }
  return imagesIn(record).flatMap((image) => {
    const upload = findUpload(world, 'bluesky', linkIn(member(image, 'image')), token.accountId)
    return upload?.picture ? [{ ...upload.picture, altText: String(member(image, 'alt')) || null }] : []
  })
}
