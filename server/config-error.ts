/** All that is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
