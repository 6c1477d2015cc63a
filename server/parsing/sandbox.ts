import { Worker } from 'node:worker_threads'

// Imported before anything else in a parser process: starts the watch over its memory, and gives up the leave to start
// threads, which Node's permission model does not hold. The limit in bytes is the process's last argument.

new Worker(new URL('./memory-watch.ts', import.meta.url), { workerData: Number(process.argv.at(-1)) }).unref()

const { permission } = process as unknown as { permission: { drop(scope: 'worker'): void } }
permission.drop('worker')
