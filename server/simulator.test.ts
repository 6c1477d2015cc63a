import { mkdtempDisposable } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { readConfig } from './config.ts'
import { withSimulator } from './simulator.ts'

const simulatorAt = async (port: number, dataDir: string) => {
  const { simulator } = await withSimulator(
    readConfig({ SIMULATOR_PORT: String(port), DATA_DIR: dataDir }),
    console.error,
  )
  if (!simulator) throw new Error('There is no simulator')
  return simulator
}

test('serves the simulated platforms from the first request, and shares them between processes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'frogy-simulator-'))
  const port = await freePort()
  await using first = await simulatorAt(port, folder.path)
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const response = await fetch(`${first.url}/_sim/posts?platform=linkedin&n=${n}`)
      return [response.status, await response.json()]
    }),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, () => [200, []]))
  await using second = await simulatorAt(port, folder.path)
  expect(second.url).toBe(first.url)
})

test('closes an unused simulator immediately and frees its port', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'frogy-simulator-'))
  const port = await freePort()
  const simulator = await simulatorAt(port, folder.path)
  await simulator[Symbol.asyncDispose]()
  await using other = createServer().listen(port, '127.0.0.1')
  await expect(once(other, 'listening')).resolves.toEqual([])
})

test('reports a port taken by another program', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'frogy-simulator-'))
  await using other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(simulatorAt(port, folder.path)).rejects.toThrow(`Port ${port} is taken by another program`)
})
