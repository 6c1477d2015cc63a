import { runCli } from './cli/run-cli.ts'

// `frogy post "…" --network bluesky` and similar commands: a client of the public API (docs/programs.md).
process.exitCode = await runCli(process.argv.slice(2), process.env, {
  input: process.stdin,
  print: (text) => process.stdout.write(`${text}\n`),
  warn: (text) => process.stderr.write(`${text}\n`),
})
