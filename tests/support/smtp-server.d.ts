/** Types for the parts of `smtp-server` that the tests use. The package has no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  export class SMTPServer {
    readonly server: Server
    constructor(options: {
      authOptional?: boolean
      disabledCommands?: string[]
      logger?: boolean
      onData(
        stream: Readable,
        session: { envelope: { rcptTo: { address: string }[] } },
        done: (error?: Error) => void,
      ): void
    })
    on(event: 'error', listener: (error: Error) => void): this
    listen(port: number, host: string, done: () => void): void
    close(done: () => void): void
  }
}
