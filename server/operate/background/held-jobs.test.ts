import { expect, test } from 'vitest'
import { jobHandlers, type HandlerParts } from './job-handlers.ts'

const OUTWARD = [
  'tell-of-delays',
  'send-mails',
  'send-published-mails',
  'send-pushes',
  'send-webhooks',
  'tell-of-endings',
  'renew-permissions',
  'read-metrics',
  'read-feeds',
  'discard-prepared',
  'revoke-permission',
  'sweep-exports',
  'sweep-pictures',
  'delete-accounts',
  'make-backup',
] as const

/** Dependencies that fail the test when a job uses them, because a held job must do nothing. */
const held = new Proxy({ isHeld: async () => true } as HandlerParts, {
  get(parts, name) {
    if (name === 'isHeld') return parts.isHeld
    return new Proxy({}, { get: () => expect.fail(`A held job used ${String(name)}`) })
  },
})

test.each(OUTWARD)('does not run the job %s while publishing is held', async (name) => {
  const handler = jobHandlers(held)[name]
  const run = handler.run as (data: object, signal: AbortSignal) => Promise<void>
  expect(await run({}, new AbortController().signal)).toBeUndefined()
  if ('dueAt' in handler) expect(await handler.dueAt(new Date())).toBeUndefined()
})
