import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * The most memory that ffmpeg may use, in kB. The limit counts addresses, which are more than the used memory. A 4K HEVC
 * video at 60 frames/s became 1080p within 1 GiB of addresses, and used at most 392 MiB of memory.
 */
const MEMORY_KB = 3_000_000
/** The size of a block, in which `ulimit -f` counts. */
const BLOCK_BYTES = 512
const MAX_ERROR_CHARACTERS = 2_000

/**
 * Runs the program "$@" at low priority and within limits. If this process ends, even by SIGKILL, its end of the pipe
 * closes. `cat` then ends too, and the program is killed.
 */
const SCRIPT = `
ulimit -v "$1"; ulimit -f "$2"; shift 2
exec 3<&0
nice -n 19 "$@" </dev/null 3<&- &
program=$!
{ cat <&3; kill -9 "$program"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$program"
code=$?
kill "$watch"
exit "$code"
`

/** ffmpeg ended with an error. The text is for the log. */
export class FfmpegFailure extends Error {
  override readonly name = 'FfmpegFailure'
}

/**
 * Runs ffmpeg in a folder that has its files, and waits until its process has ended.
 * @param maxBytes the size at which the system stops it from writing
 * @param onProgress is called twice a second with the length of the finished part, also before the first frame. A
 *   rejection stops ffmpeg.
 * @throws FfmpegFailure, the reason of the signal, or the system's error if the process cannot start
 */
export async function runFfmpeg(
  { program, folder, maxBytes }: { program: string; folder: string; maxBytes: number },
  args: readonly string[],
  onProgress: (doneMs: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const limits = [String(MEMORY_KB), String(Math.ceil(maxBytes / BLOCK_BYTES))]
  const child: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'sh', ...limits, program, ...args], {
    cwd: folder,
    // Pass no other environment variables, because they may contain secrets. Limit malloc's arenas, because each
    // reserves memory addresses, which `ulimit` counts.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', MALLOC_ARENA_MAX: '2' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit') as Promise<[code: number | null, killedBy: string | null]>
  const { stdin, stdout, stderr } = child
  // If too many files are open, the pipes are missing, and `exited` rejects with the error.
  if (!stdin || !stdout || !stderr) {
    await exited
    throw new Error('ffmpeg has no pipes')
  }
  // Ignore errors of a closed pipe, which would end this process.
  stdin.on('error', () => {})
  const lines = createInterface({ input: stdout })
  const stop = () => {
    stdin.destroy()
    stdout.destroy()
    // Close the reader of lines too, because the loop over them continues after the stream is destroyed.
    lines.close()
  }
  signal.addEventListener('abort', stop)
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERROR_CHARACTERS)
  })
  const reporting = report()
  try {
    await Promise.race([exited, reporting.then(() => exited)])
    const [code, killedBy] = await exited
    signal.throwIfAborted()
    if (code !== 0) throw new FfmpegFailure(`ffmpeg ended with ${killedBy ?? code}: ${errors.trim()}`)
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
    await Promise.allSettled([exited, reporting])
  }

  async function report(): Promise<void> {
    let doneMs = 0
    for await (const line of lines) {
      const [, microseconds] = /^out_time_us=(\d{1,15})$/.exec(line) ?? []
      if (microseconds !== undefined) doneMs = Number(microseconds) / 1_000
      // Each progress report of ffmpeg ends with this line. Before the first frame, the report's time is `N/A`.
      else if (line.startsWith('progress=')) await onProgress(doneMs)
    }
  }
}
