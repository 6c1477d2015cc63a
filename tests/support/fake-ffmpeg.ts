import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A program that replaces ffmpeg. Takes the same arguments, and writes the file that the test has set. */
export interface FakeFfmpeg extends Disposable {
  program: string
  /** The environment variables with which Frogy converts videos by this program. */
  environment: Record<string, string>
  /** Sets the file that the next runs write. Null makes them fail. */
  makes(copy: Buffer | null): void
  /**
   * Makes all runs wait in the middle of a video of 12 seconds. Waiting runs repeat their progress report, as ffmpeg
   * does.
   */
  close(): void
  /** Makes all runs wait before their first frame. */
  closeEarly(): void
  /** Lets one waiting run continue. */
  release(): void
  /** Lets all waiting runs continue. */
  open(): void
  /** How often Frogy has started the program. */
  runs(): number
  lastArguments(): string[]
  /** Whether the process of the last run is still alive. */
  isAlive(): boolean
}

export function fakeFfmpeg(): FakeFfmpeg {
  const folder = mkdtempSync(join(tmpdir(), 'frogy-ffmpeg-'))
  const at = (name: string) => join(folder, name)
  const program = at('ffmpeg')
  writeFileSync(
    program,
    `#!/bin/sh
cd '${folder}'
for argument; do output=$argument; done
printf '%s\\n' "$@" > arguments
echo $$ > pid
echo run >> runs
time=6000000
if [ -e early ]; then time=N/A; fi
while [ -e closed ] && [ ! -e go ]; do
  echo out_time_us=$time
  echo progress=continue
  sleep 0.1
done
rm -f go
if [ ! -e copy ]; then
  echo 'Invalid data found when processing input' >&2
  exit 1
fi
exec cp copy "\${output#file:}"
`,
    { mode: 0o755 },
  )
  const linesOf = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8').trim().split('\n') : [])
  return {
    program,
    environment: { VIDEO_COPIES: 'on', FFMPEG_PATH: program },
    makes: (copy) => (copy ? writeFileSync(at('copy'), copy) : rmSync(at('copy'), { force: true })),
    close: () => writeFileSync(at('closed'), ''),
    closeEarly() {
      writeFileSync(at('early'), '')
      writeFileSync(at('closed'), '')
    },
    release: () => writeFileSync(at('go'), ''),
    open() {
      for (const name of ['early', 'closed']) rmSync(at(name), { force: true })
    },
    runs: () => linesOf('runs').length,
    lastArguments: () => linesOf('arguments'),
    isAlive() {
      try {
        return process.kill(Number(linesOf('pid')[0]), 0)
      } catch {
        return false
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
