import { stripVTControlCharacters } from 'node:util'
import { CliError, EXIT, type ExitCode } from './cli-error.ts'
import { COMMANDS } from './commands.ts'
import { readArguments, type Terminal } from './command.ts'
import { HELP } from './help.ts'

/** Runs `frogy COMMAND …`. Results go to the standard output, messages to the standard error. */
export async function runCli(
  args: readonly string[],
  environment: Record<string, string | undefined>,
  terminal: Terminal,
): Promise<ExitCode> {
  const isJson = args.includes('--json')
  try {
    const [name = '', ...rest] = args
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command || rest.includes('--help') || rest.includes('-h')) {
      terminal.print(HELP)
      return command ? EXIT.done : EXIT.usage
    }
    return await command.run({ ...readArguments(command, rest), environment, terminal })
  } catch (error) {
    const { exitCode, code, message } =
      error instanceof CliError ? error : new CliError(EXIT.fault, (error as Error).stack ?? String(error))
    terminal.warn(isJson ? JSON.stringify({ error: { exitCode, code, message } }) : stripVTControlCharacters(message))
    return exitCode
  }
}
