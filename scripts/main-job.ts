import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

// Tests a running Frogy by HTTP with a user who connects an account and publishes posts: `scripts/main-job.ts new|copy
// URL SIMULATOR FILE`. The simulator needs SIMULATOR_AUTO_CONSENT=1. With `new`, a user begins on empty data and is
// stored in FILE. With `copy`, the same user continues on copied data, which must be held.

interface User {
  email: string
  password: string
  posts: string[]
}

const WITHIN_MS = 120_000
/** How far ahead the post is scheduled, so that the worker finds it before its time. */
const AHEAD_MS = 5_000

const [mode, url = '', simulator = '', file = ''] = process.argv.slice(2)
const cookies = new Map<string, string>()

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(new URL(path, url), {
    redirect: 'manual',
    ...init,
    headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return response
}

/** Makes a call that must succeed, and returns its JSON. */
async function call<T>(method: string, path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData
  const response = await send(path, {
    method,
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    ...(body && !isForm && { headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

async function until<T>(what: string, read: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await setTimeout(200)) {
    const result = await read().catch(() => undefined)
    if (result !== undefined) return result
  }
  throw new Error(`Not within ${WITHIN_MS / 1000} s: ${what}`)
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Wrong: ${what}`)
  console.log(`  ok: ${what}`)
}

const warnings = async (): Promise<string> => await (await send('/healthz')).text()

/** The number of posts with a text at the simulated LinkedIn. */
async function live(text: string): Promise<number> {
  const response = await fetch(`${simulator}/_sim/posts?platform=linkedin`)
  return ((await response.json()) as { text: string }[]).filter((post) => post.text === text).length
}

async function schedule(user: User): Promise<{ id: string; content: string }> {
  const content = `The quay was finished ${crypto.randomUUID()}`
  const scheduledAt = new Date(Date.now() + AHEAD_MS).toISOString()
  user.posts.push(content)
  return await call('POST', '/api/posts', { platform: 'linkedin', content, status: 'scheduled', scheduledAt })
}

async function publish(user: User): Promise<void> {
  const { id, content } = await schedule(user)
  await until('the post is published', async () => {
    const { status } = await call<{ status: string }>('GET', `/api/posts/${id}`)
    return status === 'published' ? status : undefined
  })
  check((await live(content)) === 1, 'the scheduled post went out once')
}

async function onNewData(): Promise<void> {
  const user: User = { email: `${crypto.randomUUID()}@example.com`, password: crypto.randomUUID(), posts: [] }
  await call('POST', '/api/register', {
    email: user.email,
    password: user.password,
    confirmPassword: user.password,
    firstName: 'Layla',
    lastName: 'Haddad',
  })
  check((await call<{ role: string }>('GET', '/api/user')).role === 'admin', 'the first user is the administrator')

  const consent = (await send('/api/social-accounts/linkedin/connect')).headers.get('location') ?? ''
  const back = (await fetch(consent, { redirect: 'manual' })).headers.get('location') ?? ''
  const { pathname, search } = new URL(back)
  const landed = (await send(pathname + search)).headers.get('location') ?? ''
  check(landed.startsWith('/social-accounts?connected=linkedin'), 'a simulated account is connected')

  // A picture and a document, because separate processes read them.
  const icon = await (await send('/icons/icon-192.png')).blob()
  const pictures = new FormData()
  pictures.append('images', icon, 'frog.png')
  const { media } = await call<{ media: { images: unknown[] } }>('POST', '/api/images/upload', pictures)
  check(media.images.length === 1, 'a picture is read')
  const document = new FormData()
  document.append('document', new Blob([PDF], { type: 'application/pdf' }), 'quay.pdf')
  const source = await call<object>('POST', '/api/content/upload-document', document)
  check(JSON.stringify(source).includes('third quay'), 'a PDF is read')

  await publish(user)
  writeFileSync(file, JSON.stringify(user), { mode: 0o600 })
}

async function onCopiedData(): Promise<void> {
  const user = JSON.parse(readFileSync(file, 'utf8')) as User
  check((await warnings()).includes('held'), 'the copy is held')
  await call('POST', '/api/login', { email: user.email, password: user.password })
  const waiting = await schedule(user)
  await setTimeout(2 * AHEAD_MS)
  check((await live(waiting.content)) === 0, 'a due post of the copy waits')
  await call('POST', '/api/admin/publishing/release')
  check(!(await warnings()).includes('held'), 'an administrator continues with the copy')
  await publish(user)
  const [first = ''] = user.posts
  check((await live(first)) === 1, 'the post that went out before the copy did not go out again')
}

const PDF = pdf('The third quay of the harbour was finished in the spring, and the first ship berthed there in June.')

/** A PDF of one line. */
function pdf(line: string): string {
  const content = `BT /F1 11 Tf 40 700 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  return `%PDF-1.4\n${objects.map((text, index) => `${index + 1} 0 obj\n${text}\nendobj\n`).join('')}trailer << /Root 1 0 R >>\n%%EOF`
}

await until('Frogy is ready', async () => ((await send('/readyz')).ok ? true : undefined))
await (mode === 'copy' ? onCopiedData() : onNewData())
