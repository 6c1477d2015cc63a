import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Client } from './test-client.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function start(env: Record<string, string>): ChildProcessWithoutNullStreams {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [MAIN], { env: { PATH, SIMULATOR_PORT: '0', ...env } })
}

async function addressOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return /http:\S+/.exec(line.toString())?.[0] ?? ''
}

test('keeps a confirmed post and its token after kill -9', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulator-'))
  try {
    const first = start({ DATA_DIR: folder })
    const before = new Client({ url: await addressOf(first) })
    const token = await before.signIn('twitter')
    expect((await before.publish('twitter', token, 'Not lost')).status).toBe(201)
    first.kill('SIGKILL')
    await once(first, 'exit')

    const second = start({ DATA_DIR: folder })
    const after = new Client({ url: await addressOf(second) })
    expect(await after.texts('twitter')).toEqual(['Not lost'])
    expect((await after.publish('twitter', token, 'Not lost')).status).toBe(403)
    second.kill('SIGTERM')
    expect((await once(second, 'exit'))[0]).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('starts the simulator in production only with SIMULATOR=on', async () => {
  const refused = start({ NODE_ENV: 'production' })
  const [message] = (await once(refused.stderr, 'data')) as [Buffer]
  expect(message.toString()).toContain('SIMULATOR=on')
  if (refused.exitCode === null) await once(refused, 'exit')
  expect(refused.exitCode).toBe(1)

  const allowed = start({ NODE_ENV: 'production', SIMULATOR: 'on' })
  expect(await addressOf(allowed)).toMatch(/^http:/)
  allowed.kill('SIGTERM')
  await once(allowed, 'exit')
})
