import { runAdminCommand } from '#server/operate/machine/admin-command.ts'

// `npm run admin -- COMMAND`: help for an administrator who cannot sign in.
process.umask(0o077)
process.exitCode = await runAdminCommand(process.argv.slice(2), process.env, console)
