import { spawnSync } from 'node:child_process'

interface TwitterText {
  parseTweet(text: string): { weightedLength: number }
  extractUrls(text: string): string[]
  extractHashtags(text: string): string[]
  regexen: { validGTLD: RegExp; validCCTLD: RegExp }
}

/**
 * Runs `work` with X's own text library in a separate process, because the library would slow down regular expressions
 * in this one permanently. `work` can use only its arguments.
 */
export function askTwitterText<Given, Result>(
  given: Given,
  work: (library: TwitterText, given: Given) => Result,
): Result {
  const program = `
    const given = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
    process.stdout.write(JSON.stringify((${String(work)})(require('twitter-text'), given)))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '-e', program], {
    cwd: import.meta.dirname,
    input: JSON.stringify(given),
    encoding: 'utf8',
    maxBuffer: Infinity,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Result
}
