import { runRestoreCommand } from '#server/operate/machine/restore-command.ts'

// `npm run restore`. Files of backups are readable by their owner only.
process.umask(0o077)
process.exitCode = await runRestoreCommand(process.argv.slice(2), process.env, console)
