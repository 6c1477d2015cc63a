import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { fakeFfmpeg, type FakeFfmpeg } from '#tests/support/fake-ffmpeg.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

let ffmpeg: FakeFfmpeg
beforeAll(() => {
  ffmpeg = fakeFfmpeg()
})
afterAll(() => ffmpeg[Symbol.dispose]())

const run = (onProgress: (doneMs: number) => Promise<void>, signal: AbortSignal, folder = tmpdir()) =>
  runFfmpeg({ program: ffmpeg.program, folder, maxBytes: 1_000_000 }, ['file:copy.mp4'], onProgress, signal)

test('ends ffmpeg and throws the reason after an abort', async () => {
  ffmpeg.close()
  const stop = new AbortController()
  const reported: number[] = []
  const running = run(async (doneMs) => void reported.push(doneMs), stop.signal)
  await eventually(async () => expect(reported).toContain(6_000))
  stop.abort(new Error('The server stops'))
  await expect(running).rejects.toThrow('The server stops')
  expect(ffmpeg.isAlive()).toBe(false)
})

test('reports progress before the first frame, and ends ffmpeg if the progress callback throws', async () => {
  ffmpeg.closeEarly()
  const reported: number[] = []
  const canceled = async (doneMs: number) => {
    reported.push(doneMs)
    throw new Error('The user has canceled')
  }
  await expect(run(canceled, new AbortController().signal)).rejects.toThrow('The user has canceled')
  expect(reported).toEqual([0])
  expect(ffmpeg.isAlive()).toBe(false)
})

test("throws if ffmpeg's process cannot start", async () => {
  const running = run(async () => {}, new AbortController().signal, '/nowhere')
  await expect(running).rejects.toMatchObject({ code: 'ENOENT' })
})

test("throws the system's error if too many files are open", () => {
  const script = `
    import { openSync } from 'node:fs'
    import { runFfmpeg } from ${JSON.stringify(import.meta.resolve('./run-ffmpeg.ts'))}
    try { for (;;) openSync('/dev/null') } catch {}
    const options = { program: 'ffmpeg', folder: '/', maxBytes: 1 }
    const error = await runFfmpeg(options, [], async () => {}, new AbortController().signal).catch((error) => error)
    process.exitCode = error.code === 'EMFILE' ? 7 : 1
  `
  const args = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script]
  const { status, stderr } = spawnSync('/bin/sh', args, { encoding: 'utf8' })
  expect({ status, stderr }).toMatchObject({ status: 7 })
})
