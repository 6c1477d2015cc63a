/** All errors in the environment, one line per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
