import type * as Sdk from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { AppError } from '#core/errors.ts'
import type { StorageConfig } from '../../variable-formats.ts'
import type { Storage } from './storage.ts'

/** Time limit for the storage server, so that a silent one does not delay a request longer than its client waits. */
const TIMEOUT_MS = 10_000

/** A bucket of S3 or, with an endpoint, of a compatible server. The AWS SDK finds the credentials. */
export function bucketStorage({ bucket: Bucket, region, endpoint }: StorageConfig): Storage {
  // Load the SDK only for the first file, because some processes store no files.
  let opened: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | undefined
  const bucket = () => (opened ??= open())

  async function open(): Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> {
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      requestHandler: {
        connectionTimeout: TIMEOUT_MS,
        requestTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
      ...(region && { region }),
      ...(endpoint && {
        endpoint,
        // Compatible servers often have no host name per bucket, so name the bucket in the path. Some would store the
        // SDK's newer checksums inside the file, so turn them off.
        forcePathStyle: true,
        region: region ?? 'us-east-1',
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })
    return { sdk, client }
  }

  /** Marks errors of the storage, so that they are not reported as database errors. */
  async function atBucket<T>(work: (sdk: typeof Sdk, client: Sdk.S3Client) => Promise<T>): Promise<T> {
    const { sdk, client } = await bucket()
    try {
      return await work(sdk, client)
    } catch (cause) {
      throw new AppError('storage_away', { cause })
    }
  }

  const readObject = <T>(Key: string, read: (body: Sdk.GetObjectCommandOutput['Body']) => T | Promise<T>) =>
    atBucket(async (sdk, client) => {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key }))
        return await read(Body)
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    })

  return {
    put: (Key, Body, ContentType) =>
      atBucket(async (sdk, client) => {
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType }))
      }),
    putStream: (Key, Body, ContentType, signal) =>
      atBucket(async (_sdk, client) => {
        const { Upload } = await import('@aws-sdk/lib-storage')
        let size = 0
        Body.on('data', (chunk: Uint8Array) => (size += chunk.byteLength))
        // Deletes the uploaded parts of an aborted upload.
        const upload = new Upload({ client, params: { Bucket, Key, Body, ContentType }, leavePartsOnError: false })
        const stop = () => void upload.abort()
        signal.addEventListener('abort', stop)
        try {
          signal.throwIfAborted()
          await upload.done()
          return size
        } finally {
          signal.removeEventListener('abort', stop)
        }
      }),
    stream: (Key) => readObject(Key, (body) => body as Readable | undefined),
    read: (Key) => readObject(Key, (body) => body?.transformToByteArray()),
    async *list(Prefix) {
      let next: string | undefined
      do {
        const ContinuationToken = next
        const page = await atBucket((sdk, client) =>
          client.send(
            new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
          ),
        )
        for (const { Key: key, Size: sizeBytes = 0 } of page.Contents ?? []) if (key) yield { key, sizeBytes }
        next = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (next)
    },
    delete: (Key) =>
      atBucket(async (sdk, client) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }))
      }),
  }
}
