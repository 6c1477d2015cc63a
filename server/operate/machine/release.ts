import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { releasePublishing } from '../../publishing/hold/release.ts'
import { releaseRequestIn, requestRelease } from '../../publishing/hold/release-request.ts'
import { writeAudit } from '../audit.ts'
import { Refusal, type MachineParts } from './machine-parts.ts'

/** How long to wait for a running Frogy. The running process looks for the request at least every few seconds. */
const ANSWERS_WITHIN_MS = 15_000

/** Resumes publishing after a database was restored or copied. */
export async function release({ database, now, print }: MachineParts): Promise<void> {
  const was = await database.transaction(async (tx) => {
    const held = await releasePublishing(tx, now)
    const subject = { id: null, name: 'Frogy' }
    const before = { reason: held?.held_because ?? null }
    if (held) await writeAudit(tx, { by: 'machine', act: 'publishing_released', subject, before, after: null }, now)
    return held
  })
  print(was ? 'Publishing continues.' : 'Publishing is not held. Frogy detects a copy when it starts.')
}

/**
 * Asks the running Frogy through a file to resume publishing. Only the running process can open the embedded database.
 */
export async function releaseRunning({ dataDir }: Config, print: (line: string) => void): Promise<void> {
  requestRelease(dataDir)
  const from = performance.now()
  while (existsSync(releaseRequestIn(dataDir))) {
    if (performance.now() - from > ANSWERS_WITHIN_MS) throw new Refusal('Frogy did not answer. Is it healthy?')
    await setTimeout(200)
  }
  print('Publishing continues.')
}
