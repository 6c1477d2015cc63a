import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { expect, test } from 'vitest'
import { guardedConnect } from './guarded-connect.ts'

/**
 * Connects to a host name whose lookups give these answers, one after another. Collects the IP addresses that the
 * connection gets.
 */
function connectionTo(hostname: string, answers: string[][]) {
  const told: unknown[] = []
  const asked: string[] = []
  let error: unknown
  const build = ((options: { lookup: LookupFunction }) => () => {
    options.lookup(hostname, { all: true }, (_error, addresses) => told.push(addresses))
    options.lookup(hostname, {}, (_error, address, family) => told.push([address, family]))
  }) as unknown as typeof buildConnector
  const connect = guardedConnect(
    build,
    async (name) => {
      asked.push(name)
      return answers[asked.length - 1] ?? []
    },
    false,
    new AbortController().signal,
  )
  const settled = connect({ hostname, protocol: 'http:', port: '' }, (...[failure]) => {
    error = failure
  }) as unknown as Promise<void>
  return { told, asked, settled, error: () => error }
}

test('connects to the checked address despite DNS rebinding', async () => {
  const connection = connectionTo('turning.evil.example', [['93.184.216.34', '2606:2800:220:1::1'], ['127.0.0.1']])
  await connection.settled
  expect(connection.asked).toEqual(['turning.evil.example'])
  expect(connection.told).toEqual([
    [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:2800:220:1::1', family: 6 },
    ],
    ['93.184.216.34', 4],
  ])
})

test('rejects a host name that resolves to a private address among public ones', async () => {
  const connection = connectionTo('mixed.evil.example', [['93.184.216.34', '10.0.0.1']])
  await connection.settled
  expect(connection.told).toEqual([])
  expect(connection.error()).toMatchObject({ code: 'url_forbidden' })
})

test('connects to an IP address without a name lookup', async () => {
  const connection = connectionTo('10.0.0.1', [['93.184.216.34']])
  await connection.settled
  expect(connection.asked).toEqual([])
  expect(connection.error()).toMatchObject({ code: 'url_forbidden' })
})
