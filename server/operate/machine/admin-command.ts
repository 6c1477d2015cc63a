import { createAdmin, removeLostSecondFactor, resetPassword, setRole } from './accounts.ts'
import type { CommandOutput, MachineParts } from './machine-parts.ts'
import { release, releaseRunning } from './release.ts'
import { runOnMachine, type ExitCode, type MachineOptions } from './run-on-machine.ts'

interface Command extends MachineOptions {
  /** The command's arguments, as the usage text shows them. */
  usage: string
  does: string
  /** Checks the arguments and returns the action; undefined when they are wrong. */
  prepare(args: string[]): ((parts: MachineParts) => Promise<void>) | undefined
}

const COMMANDS: Record<string, Command> = {
  'reset-password': {
    usage: 'EMAIL [--mail]',
    does: 'makes a link to choose a new password, valid for one hour; prints it, or mails it with --mail',
    prepare: ([email, flag, ...more]) =>
      email !== undefined && (flag === undefined || flag === '--mail') && more.length === 0
        ? (parts) => resetPassword(parts, email, { byMail: flag === '--mail' })
        : undefined,
  },
  'remove-two-factor': {
    usage: 'EMAIL',
    does: 'removes two-factor sign-in and all passkeys of an account whose owner lost them',
    prepare: ([email, ...more]) =>
      email !== undefined && more.length === 0 ? (parts) => removeLostSecondFactor(parts, email) : undefined,
  },
  role: {
    usage: 'EMAIL admin|user',
    does: 'makes an account an administrator, or a user',
    prepare: ([email, role, ...more]) =>
      email !== undefined && (role === 'admin' || role === 'user') && more.length === 0
        ? (parts) => setRole(parts, email, role)
        : undefined,
  },
  'create-admin': {
    usage: 'EMAIL [FIRST_NAME [LAST_NAME]]',
    does: 'creates an administrator, the first one too, and prints a link to choose the password',
    prepare: ([email, firstName, lastName, ...more]) =>
      email !== undefined && more.length === 0
        ? (parts) => createAdmin(parts, { email, firstName, lastName })
        : undefined,
    mayBeFirst: true,
  },
  release: {
    usage: '',
    does: 'continues publishing with this installation, after a restore or a start with PUBLISHING=held',
    prepare: (args) => (args.length === 0 ? release : undefined),
    whileRunning: releaseRunning,
  },
}

/** Runs `npm run admin -- …` and returns its exit code. */
export async function runAdminCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  output: CommandOutput,
): Promise<ExitCode> {
  const [name = '', ...rest] = args
  if (name === 'help' || name === '--help') {
    output.log(usage())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const run = command?.prepare(rest)
  if (!command || !run) {
    const fault = command ? `"${name}" takes: ${command.usage}` : name ? `There is no command "${name}".` : ''
    output.error([fault, usage()].filter(Boolean).join('\n\n'))
    return 2
  }
  return await runOnMachine(environment, output, run, command)
}

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => [
    `  ${name} ${command.usage}`,
    `      ${command.does}`,
  ])
  return [
    'Usage: npm run admin -- COMMAND',
    '',
    ...lines.flat(),
    '',
    'It uses the same environment as Frogy. With the embedded database, stop Frogy first (except for release).',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 Frogy is running.',
  ].join('\n')
}
