import { runBackupCommand } from '#server/operate/machine/backup-command.ts'

// `npm run backup`. Files of backups are readable by their owner only.
process.umask(0o077)
process.exitCode = await runBackupCommand(process.argv.slice(2), process.env, console)
