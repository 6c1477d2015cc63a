import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Image } from '#core/media/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import { CliError, EXIT, usageError, type ExitCode } from './cli-error.ts'
import { inAttempt, type Command, type Options, type Run, type Terminal } from './command.ts'
import { frogyClient, type FrogyClient } from './frogy-client.ts'
import { readTime, type TypedTime } from './publication-time.ts'
import { addressFrom, keyFrom, readConnection, storeConnection } from './settings.ts'
import { inLine, postLine } from './show-post.ts'
import { identityOf, readInput, readPictures, readText, sendPictures } from './text-and-pictures.ts'

const WRITE = ['idempotency-key', 'json'] as const
const TEXT = ['network', 'account', 'file', 'image', 'alt', 'hashtags', ...WRITE] as const

export const COMMANDS: Record<string, Command> = {
  login: { takes: [], values: [1, 1], run: login },
  post: { takes: [...TEXT, 'at', 'zone'], values: [0, 1], run: (run) => createPosts(run, 'published') },
  draft: { takes: TEXT, values: [0, 1], run: (run) => createPosts(run, 'draft') },
  schedule: { takes: [...WRITE, 'at', 'zone'], values: [1, 1], run: schedulePost },
  publish: { takes: WRITE, values: [1, 1], run: publishPost },
  cancel: { takes: WRITE, values: [1, 1], run: cancelPost },
  delete: { takes: [...WRITE, 'also-on-network', 'only-in-frogy'], values: [1, 1], run: deletePost },
  list: { takes: ['status', 'network', 'limit', 'json'], values: [0, 0], run: listPosts },
  show: { takes: ['json'], values: [1, 1], run: showPost },
  accounts: { takes: ['json'], values: [0, 0], run: listAccounts },
  upload: { takes: [...WRITE, 'alt'], values: [1, 4], run: uploadPictures },
}

async function login({ values: [address = ''], environment, terminal }: Run): Promise<ExitCode> {
  const url = addressFrom(address)
  const key = keyFrom(await readSecret(terminal))
  await frogyClient({ url, key })
    .call('GET /api/social-accounts')
    .catch((error: unknown) => {
      // A key without the right to list accounts is valid too: this error proves that Frogy knows it.
      if (!(error instanceof CliError && error.code === 'key_lacks_scope')) throw error
    })
  terminal.warn(`Stored in ${storeConnection(environment, { url, key })}`)
  return EXIT.done
}

/** Reads the API key, without showing it on a terminal. */
async function readSecret({ input, warn }: Terminal): Promise<string> {
  if (!input.isTTY) return (await readInput(input)).toString()
  warn('API key (Settings, Developers):')
  const silent = new Writable({ write: (_piece, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
  }
}

async function createPosts(run: Run, kind: 'published' | 'draft'): Promise<ExitCode> {
  const { options } = run
  const networks = networksFrom(options)
  if (networks.length === 0) throw usageError('--network is missing. Example: --network bluesky')
  if (options.account && networks.length > 1) throw usageError('--account needs a single --network.')
  const typed = timeFrom(options)
  const pictures = readPictures(options.image ?? [], options)
  const content = await readText(run)
  const status = typed ? 'scheduled' : kind
  const given = [status, networks.join(), options.account, options.at, options.zone, options.hashtags, content]
  const identity = ['post', ...given.map((part) => part ?? ''), ...identityOf(pictures)]
  const more = {
    ...(options.hashtags && { hashtags: options.hashtags }),
    ...(options.account && { accountId: options.account }),
  }
  return await inAttempt(
    run,
    identity,
    (client) => chosenTime(client, typed, options.zone, networks),
    async (client, { key, time }) => {
      const { ids } = await sendPictures(client, pictures, key)
      const media = ids.length > 0 && { media: { images: ids } }
      return await forEachNetwork(run, networks, (platform, index) =>
        client.call('POST /api/posts', {
          body: { content, platform, status, ...time, ...media, ...more },
          idempotencyKey: `${key}-${index}`,
        }),
      )
    },
  )
}

/** Makes a post for each network. If Frogy refuses one, the others are still made. */
async function forEachNetwork(
  { options, terminal }: Run,
  networks: readonly string[],
  make: (network: string, index: number) => Promise<Post>,
): Promise<ExitCode> {
  const made: Post[] = []
  const errors: { network: string; error: CliError }[] = []
  for (const [index, network] of networks.entries()) {
    try {
      made.push(await make(network, index))
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      errors.push({ network, error })
      // Stop, because without a connection all further requests would fail too.
      if (error.exitCode === EXIT.unanswered) break
    }
  }
  if (made.length > 0) printPosts(terminal, options, made)
  const [first] = errors
  if (!first) return outcomeOf(made)
  const { exitCode, code } = first.error
  const message = errors
    .map(({ network, error }) => (networks.length > 1 ? `${network}: ` : '') + error.message)
    .join('\n')
  // If posts exist, a repeated command must use the same idempotency keys, so that it creates no second ones.
  throw new CliError(exitCode, message, { code, isOpen: made.length > 0 || exitCode === EXIT.unanswered })
}

/**
 * The exit code for published or stored posts.
 * @throws CliError if a network did not publish a post
 */
function outcomeOf(posts: readonly Post[]): ExitCode {
  const failed = posts.filter(({ status }) => status === 'failed' || status === 'missed' || status === 'unconfirmed')
  if (failed.length === 0) return EXIT.done
  const lines = failed.map(({ platform, status, failure }) => `${platform}: ${failure?.message ?? status}`)
  throw new CliError(EXIT.unpublished, lines.join('\n'), { code: failed[0]?.failure?.code })
}

async function schedulePost(run: Run): Promise<ExitCode> {
  const {
    options,
    values: [id = ''],
  } = run
  const typed = timeFrom(options)
  if (!typed) throw usageError('--at is missing.')
  const prepare = async (client: FrogyClient) => {
    const networks = typed.kind === 'next' ? [(await readPost(client, id)).platform] : []
    return await chosenTime(client, typed, options.zone, networks)
  }
  return await inAttempt(
    run,
    ['schedule', id, options.at ?? '', options.zone ?? ''],
    prepare,
    async (client, attempt) => {
      const { key: idempotencyKey, time: body } = attempt
      return printPost(run, await client.call('PATCH /api/posts/{id}', { params: { id }, body, idempotencyKey }))
    },
  )
}

async function publishPost(run: Run): Promise<ExitCode> {
  const {
    values: [id = ''],
  } = run
  return await inAttempt(run, ['publish', id], NO_TIME, async (client, { key: idempotencyKey }) => {
    const post = await client.call('POST /api/posts/{id}/publish', { params: { id }, idempotencyKey })
    printPost(run, post)
    return outcomeOf([post])
  })
}

async function cancelPost(run: Run): Promise<ExitCode> {
  const {
    values: [id = ''],
  } = run
  return await inAttempt(run, ['cancel', id], NO_TIME, async (client, { key: idempotencyKey }) => {
    const body = { scheduledAt: null }
    return printPost(run, await client.call('PATCH /api/posts/{id}', { params: { id }, body, idempotencyKey }))
  })
}

async function deletePost(run: Run): Promise<ExitCode> {
  const {
    options,
    values: [id = ''],
    terminal,
  } = run
  const [isEverywhere, isHere] = [options['also-on-network'], options['only-in-frogy']]
  if (isEverywhere && isHere) throw usageError('Give either --also-on-network or --only-in-frogy.')
  const network = isEverywhere ? 'true' : isHere ? 'false' : undefined
  return await inAttempt(run, ['delete', id, network ?? ''], NO_TIME, async (client, { key: idempotencyKey }) => {
    const post = await client.call('DELETE /api/posts/{id}', { params: { id }, query: { network }, idempotencyKey })
    if (post) return printPost(run, post)
    terminal.print(options.json ? JSON.stringify({ id, deleted: true }) : `${id}  deleted`)
    return EXIT.done
  })
}

const NO_TIME = (): Promise<undefined> => Promise.resolve(undefined)

async function listPosts({ options, environment, terminal }: Run): Promise<ExitCode> {
  const networks = networksFrom(options)
  if (networks.length > 1) throw usageError('list takes a single --network.')
  const query = { status: options.status, platform: networks[0], limit: options.limit ?? '20' }
  printPosts(terminal, options, await frogyClient(readConnection(environment)).call('GET /api/posts', { query }))
  return EXIT.done
}

async function showPost(run: Run): Promise<ExitCode> {
  const {
    options,
    values: [id = ''],
    environment,
    terminal,
  } = run
  const post = await readPost(frogyClient(readConnection(environment)), id)
  printPost(run, post)
  if (options.json) return EXIT.done
  if (post.permalink) terminal.print(post.permalink)
  if (post.failure) terminal.print(inLine(post.failure.message))
  terminal.print(`\n${post.content.split('\n').map(inLine).join('\n')}`)
  return EXIT.done
}

const readPost = (client: FrogyClient, id: string): Promise<Post> =>
  client.call('GET /api/posts/{id}', { params: { id } })

async function listAccounts({ options, environment, terminal }: Run): Promise<ExitCode> {
  const accounts = await frogyClient(readConnection(environment)).call('GET /api/social-accounts')
  printAll(terminal, options, accounts, accountLine)
  return EXIT.done
}

const accountLine = ({ id, platform, username, displayName, ...account }: SocialAccount): string => {
  const notes = [
    account.isDefault && 'default',
    !account.isActive && 'inactive',
    account.needsReconnect && 'needs to be reconnected',
    account.simulated && 'simulated',
  ]
  return [id, platform.padEnd(9), inLine(username ?? displayName), notes.filter(Boolean).join(', ')]
    .join('  ')
    .trimEnd()
}

async function uploadPictures(run: Run): Promise<ExitCode> {
  const { options, values, terminal } = run
  const pictures = readPictures(values, options)
  return await inAttempt(run, ['upload', ...identityOf(pictures)], NO_TIME, async (client, { key }) => {
    const { uploaded } = await sendPictures(client, pictures, key)
    printAll(terminal, options, uploaded, imageLine)
    return EXIT.done
  })
}

const imageLine = ({ id, width, height, originalName }: Image): string =>
  `${id}  ${width}×${height}  ${inLine(originalName)}`

function printPost({ terminal, options }: Run, post: Post): ExitCode {
  terminal.print(options.json ? JSON.stringify(post) : postLine(post))
  return EXIT.done
}

const printPosts = (terminal: Terminal, options: Options, posts: readonly Post[]): void =>
  printAll(terminal, options, posts, postLine)

function printAll<One>(terminal: Terminal, { json }: Options, all: readonly One[], toLine: (one: One) => string): void {
  if (json) terminal.print(JSON.stringify(all))
  else for (const one of all) terminal.print(toLine(one))
}

/** Common names of networks, each with the network's name in the API. */
const OTHER_NAMES: Record<string, string> = { x: 'twitter' }

const networksFrom = ({ network = [] }: Options): string[] => [
  ...new Set(
    network
      .flatMap((names) => names.split(','))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== '')
      .map((name) => (Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name)),
  ),
]

/** The value of `--at`; undefined without it. @throws CliError */
function timeFrom(options: Options): TypedTime | undefined {
  const typed = options.at === undefined ? undefined : readTime(options.at)
  if (!typed && options.zone) throw usageError('--zone needs --at.')
  // Refuse a time such as “in two hours” or “the next free time” with `--idempotency-key`. The time differs on each
  // run, but a repeated key needs an equal request.
  if (options['idempotency-key'] && (typed?.kind === 'after' || typed?.kind === 'next'))
    throw usageError('--idempotency-key needs a date and time in --at.')
  return typed
}

/**
 * The fields of a post that state its time. Frogy converts a local time, by default in the zone of the key's account.
 */
async function chosenTime(
  client: FrogyClient,
  typed: TypedTime | undefined,
  timeZone: string | undefined,
  networks: readonly string[],
): Promise<object | undefined> {
  if (!typed) return undefined
  const zone = timeZone && { timeZone }
  if (typed.kind === 'instant') return { scheduledAt: typed.scheduledAt, ...zone }
  if (typed.kind === 'local') return { wallTime: typed.wallTime, ...zone }
  if (typed.kind === 'after') return { scheduledAt: new Date(Date.now() + typed.ms).toISOString(), ...zone }
  const query = { platforms: networks.join(), limit: '1', timeZone }
  const [slot] = await client.call('GET /api/slots/free', { query })
  if (!slot) throw new CliError(EXIT.refused, 'There is no free weekly time. Set weekly times on the page Schedule.')
  return { scheduledAt: slot.at, wallTime: slot.wallTime, timeZone: slot.timeZone }
}
