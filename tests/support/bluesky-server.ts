import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { exitWithParent } from './exit-with-parent.ts'

const SOURCE = join(import.meta.dirname, '..', 'bluesky-server')
/** Install the server outside the folders that our checks read. */
const FOLDER = join(import.meta.dirname, '..', '..', '.tmp', 'bluesky-server')

const PAGES_API = '/@atproto/oauth-provider/~api'

interface BlueskyAccount {
  handle: string
  did: string
  password: string
  appPassword: string
}

interface StoredRecord {
  uri: string
  cid: string
  value: Record<string, unknown> & { text: string }
}

/** Bluesky's own server on this machine. */
export interface BlueskyServer extends AsyncDisposable {
  readonly url: string
  readonly account: BlueskyAccount
  /** Calls the server directly with the account's token, without Frogy. */
  call(method: 'GET' | 'POST', name: string, data: Record<string, unknown>): Promise<unknown>
  /** All posts of the account, newest first. */
  records(): Promise<StoredRecord[]>
  /**
   * Signs in and gives consent, with the requests that the scripts of the server's consent page send.
   * @returns the address to which the server then redirects
   */
  agree(page: string): Promise<URL>
}

/**
 * Installs the server on first use, which takes some minutes, and starts it with an empty account.
 * @param client the metadata of an OAuth client, which the server would read at a public https address
 */
export async function startBlueskyServer(client?: object): Promise<BlueskyServer> {
  await using opened = new AsyncDisposableStack()
  install()
  const dataDir = await mkdtemp(join(tmpdir(), 'frogy-bluesky-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const child = spawn(...exitWithParent(process.execPath, [join(FOLDER, 'server.mjs')]), {
    cwd: FOLDER,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      LOG_ENABLED: 'false',
      ...(client && { CLIENT_DOCUMENT: JSON.stringify(client) }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  opened.defer(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  let printed = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const line = printed.split('\n').find((one) => one.startsWith('{"url"'))
      if (line) resolve(line)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
    child.once('exit', () => reject(new Error(`Bluesky's server ended: ${printed.slice(-2_000)}`)))
  })
  const { url, accounts } = JSON.parse(await ready) as { url: string; accounts: [BlueskyAccount] }
  const [account] = accounts
  const rpc = async (method: 'GET' | 'POST', name: string, data: Record<string, unknown>, token?: string) => {
    const query = method === 'GET' ? `?${new URLSearchParams(data as Record<string, string>)}` : ''
    const response = await fetch(`${url}/xrpc/${name}${query}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(method === 'POST' && { body: JSON.stringify(data) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const session = (await rpc('POST', 'com.atproto.server.createSession', {
    identifier: account.handle,
    password: account.password,
  })) as { accessJwt: string }
  const stack = opened.move()
  return {
    url,
    account,
    call: (method, name, data) => rpc(method, name, data, session.accessJwt),
    async records() {
      const all: StoredRecord[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined;) {
        const data = { repo: account.did, collection: 'app.bsky.feed.post', limit: '100', ...(cursor && { cursor }) }
        const page = (await rpc('GET', 'com.atproto.repo.listRecords', data)) as {
          records: StoredRecord[]
          cursor?: string
        }
        all.push(...page.records)
        cursor = page.records.length > 0 ? page.cursor : undefined
      }
      return all
    },
    async agree(page) {
      const cookies = new Map<string, string>()
      const { origin } = new URL(page)
      const send = async (path: string, body?: object): Promise<string> => {
        const isScript = body !== undefined
        const request = http.request(new URL(path, origin), {
          method: isScript ? 'POST' : 'GET',
          headers: {
            cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
            'sec-fetch-site': isScript ? 'same-origin' : 'none',
            'sec-fetch-mode': isScript ? 'same-origin' : 'navigate',
            'sec-fetch-dest': isScript ? 'empty' : 'document',
            ...(isScript && {
              origin,
              referer: page,
              'content-type': 'application/json',
              'x-csrf-token': cookies.get('csrf-token') ?? '',
            }),
          },
        })
        request.end(body && JSON.stringify(body))
        const [response] = (await once(request, 'response')) as [http.IncomingMessage]
        for (const cookie of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const content = await text(response)
        if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${content.slice(0, 500)}`)
        return content
      }
      await send(page)
      const { handle, password, did } = account
      await send(`${PAGES_API}/sign-in`, { locale: 'en', username: handle, password, remember: true })
      const agreed = JSON.parse(await send(`${PAGES_API}/consent`, { did })) as { url: string }
      // The server would now redirect to the app, with all parameters except its own, which begin with `redirect_`.
      const { searchParams } = new URL(agreed.url)
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      for (const [name, value] of searchParams) if (!name.startsWith('redirect_')) back.searchParams.set(name, value)
      return back
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

function install(): void {
  if (!isInstalled()) {
    mkdirSync(dirname(FOLDER), { recursive: true })
    // Another test may install at the same time, so only a complete installation gets the folder's name.
    const own = mkdtempSync(`${FOLDER}-`)
    cpSync(SOURCE, own, { recursive: true })
    const { status, stderr } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: own,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`Bluesky's server was not installed: ${stderr.slice(-2_000)}`)
    if (isInstalled()) rmSync(own, { recursive: true })
    else {
      rmSync(FOLDER, { recursive: true, force: true })
      renameSync(own, FOLDER)
    }
  }
  cpSync(SOURCE, FOLDER, { recursive: true })
}

function isInstalled(): boolean {
  const lockIn = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  return existsSync(FOLDER) && lockIn(FOLDER) === lockIn(SOURCE)
}
