import { runMoveCommand } from '#server/operate/machine/move-command.ts'

// `npm run move`. Files of backups are readable by their owner only.
process.umask(0o077)
process.exitCode = await runMoveCommand(process.argv.slice(2), process.env, console)
