import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installPackage, inPath } from '../bin/install-package.ts'
import { testDatabase } from './support/databases.ts'
import { eventually } from './support/eventually.ts'
import { freePort } from './support/free-port.ts'
import { Person } from './support/person.ts'
import { noise, uploadForm } from './support/pictures.ts'
import { startProcess } from './support/processes.ts'
import { PROXIES, PROXY_DOCS, runProxy } from './support/proxies.ts'

describe.each([
  { name: 'nginx', file: 'nginx.conf', path: '' },
  { name: 'nginx', file: 'nginx-path.conf', path: '/frogy' },
  { name: 'caddy', file: 'Caddyfile', path: '' },
  { name: 'caddy', file: 'Caddyfile-path', path: '/frogy' },
] as const)('$name as in docs/proxies/$file', ({ name, path, ...example }) => {
  const proxy = PROXIES[name]
  test('passes a 5 MB photo and live updates through the proxy, and shows no proxy error page while Frogy restarts', async () => {
    if (!inPath(name)) installPackage(proxy.package, `${name} for the tests of proxies`)
    await using folder = await temporaryFolder()
    await using database = await testDatabase()
    const [port, frogyPort] = [await freePort(), await freePort()]
    const file = join(folder.path, example.file)
    await writeFile(
      file,
      proxy.adapt(await readFile(join(PROXY_DOCS, example.file), 'utf8'), port, [frogyPort], folder.path),
    )
    const origin = `http://127.0.0.1:${port}`
    const url = origin + path
    const start = () =>
      startProcess({
        DATA_DIR: database.dataDir,
        DATABASE_URL: database.databaseUrl,
        PORT: String(frogyPort),
        PUBLIC_URL: url,
        TRUST_PROXY: '127.0.0.1',
        SIMULATOR: 'off',
      })
    await using running = await runProxy(name, proxy.args(file), folder.path)
    const frogy = await start()
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200))
    const layla = await new Person(url).register()
    expect((await layla.fetch(`${url}/`)).status).toBe(200)
    if (path) {
      const noSlash = await fetch(`${url}?lang=ar`, { redirect: 'manual' })
      expect(new URL(noSlash.headers.get('location') ?? '', url).href).toBe(`${url}/?lang=ar`)
      const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${path}/mcp`)
      expect(await metadata.json()).toMatchObject({ resource: `${url}/mcp` })
    }

    // PNG cannot compress random noise, so a picture of few pixels makes a large file.
    const photo = await noise(1_200, 1_250).png().toBuffer()
    expect(photo.length / 1_000_000).toBeGreaterThan(4)
    expect(photo.length).toBeLessThanOrEqual(5 * 1024 * 1024)
    const images = await layla.call('POST /api/images/upload', {
      form: uploadForm(['quay.png', new Uint8Array(photo)]),
    })
    expect(images.media.images).toHaveLength(1)

    // A proxy that buffers responses would hold this event back until much more data follows.
    const over = new AbortController()
    const { body } = await layla.fetch('/api/events', { signal: over.signal })
    const events = body?.pipeThrough(new TextDecoderStream()).getReader()
    await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'The third quay', status: 'draft' } })
    let received = ''
    while (!received.includes('post.changed')) received += (await events?.read())?.value ?? ''
    over.abort()

    await frogy.kill()
    const down = new AbortController()
    const requests = ['/', '/api/user'].map(async (path) => {
      const response = await layla.fetch(path, { signal: AbortSignal.any([down.signal, AbortSignal.timeout(60_000)]) })
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    })
    const isWaiting = name === 'caddy'
    const early = isWaiting ? [] : await Promise.all(requests)
    await using again = await start()
    expect(again.url).not.toBe('')
    const [page, call] = isWaiting ? await Promise.all(requests) : early
    if (isWaiting) expect([page?.status, call?.status]).toEqual([200, 200])
    else {
      expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' })
      expect(page?.text).toContain('Frogy is restarting.')
      expect(page?.text).not.toMatch(/nginx|Bad Gateway/)
      expect(call).toMatchObject({ status: 503, type: 'application/json' })
      expect(JSON.parse(call?.text ?? '')).toMatchObject({ code: 'shutting_down' })
    }
    expect((await layla.ask('GET /api/user', {})).status).toBe(200)
    expect(running.exitCode()).toBeNull()
  })
})

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'frogy-proxy-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
