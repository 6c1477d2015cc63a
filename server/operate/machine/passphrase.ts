import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks for a passphrase on the terminal without showing it. @returns undefined without a terminal */
export async function askPassphrase(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
