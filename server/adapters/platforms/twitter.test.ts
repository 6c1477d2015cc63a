import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSimulator } from '#simulator/open-simulator.ts'
import { simulatorAt } from '#tests/support/simulator.ts'
import { twitterClient } from './twitter.ts'

const NO_ABORT = new AbortController().signal

test('a lost post is found behind more than a page of newer ones', async () => {
  await using simulator = await openSimulator({ port: 0, autoConsent: true })
  await simulatorAt(simulator.url).liftLimits()
  const client = twitterClient({
    clientId: 'frogy',
    clientSecret: 'simulated',
    baseUrl: `${simulator.url}/twitter`,
    now: () => new Date(),
  })
  const codeVerifier = 'a-verifier-that-is-long-enough-for-the-simulated-network'
  const redirectUri = 'http://127.0.0.1/back'
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const agreed = await fetch(client.consentUrl({ redirectUri, state: 'state', codeChallenge }), { redirect: 'manual' })
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const [connection] = await client.connect({ code, redirectUri, codeVerifier }, NO_ABORT)
  const access = { remoteId: connection?.remoteId ?? '', accessToken: connection?.tokens.accessToken ?? '' }
  const publish = (text: string) => client.publish({ text, images: [] }, {}, access, NO_ABORT, async () => true)

  const sentAt = new Date()
  const lost = await publish('The lost one')
  for (let n = 0; n < 101; n++) await publish(`A newer one, ${n}`)
  const remoteId = lost.ok ? lost.value.remoteId : 'it was not taken'
  const look = (text: string) =>
    client.find({ text, images: [] }, {}, access, { sentAt, known: new Set<string>() }, NO_ABORT)
  expect(await look('The lost one')).toMatchObject({ found: 'post', remoteId })
  expect(await look('Never sent')).toEqual({ found: 'nothing' })
})
