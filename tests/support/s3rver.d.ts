/** Types for the parts of `s3rver` that the tests use. The package has no types. */
declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
    })
    /** The HTTP server, while it runs. */
    readonly httpServer: Server | undefined
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
