import { expect, test } from 'vitest'
import { accessOf, NEVER, networkClients } from '#tests/support/network-clients.ts'

test.each(['twitter', 'facebook'] as const)(
  'finds a lost post on the network %s when more than a page of newer posts follows',
  async (platform) => {
    await using networks = await networkClients()
    await networks.simulator.liftLimits()
    const [connection] = await networks.signIn(platform)
    if (!connection) throw new Error('Nobody was connected')
    const access = accessOf(connection)

    const sentAt = new Date()
    const remoteId = await networks.post(platform, access, 'The lost one')
    for (let n = 0; n < 101; n++) await networks.post(platform, access, `A newer one, ${n}`)
    const look = (text: string) =>
      networks.client(platform).find({ text, images: [] }, {}, access, { sentAt, known: new Set<string>() }, NEVER)
    expect(await look('The lost one')).toMatchObject({ found: 'post', remoteId })
    expect(await look('Never sent')).toEqual({ found: 'nothing' })
  },
)
