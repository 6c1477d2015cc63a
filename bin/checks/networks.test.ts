import { expect, test } from 'vitest'
import { networkFaults, platformsInDatabase } from './networks.ts'

const whole = { simulated: ['pond'], inDatabase: ['pond'], guides: ['pond'], folders: ['pond'] }

test('reports every missing part of a registered network', () => {
  expect(networkFaults(['pond'], whole)).toEqual([])
  expect(networkFaults(['pond', 'lake'], whole)).toEqual([
    'simulator/platform.ts lacks lake',
    'is_platform lacks lake: add a migration that replaces it',
    'docs/networks/lake.md is missing, or docs/networks.md does not link it',
  ])
})

test('names the folder of a network that is not registered', () => {
  expect(networkFaults([], { ...whole, folders: ['pond'] })).toEqual([
    'core/platforms/platform.ts does not register core/platforms/pond/',
  ])
})

test('reads the names of networks from the last migration that defines them', () => {
  const defined = (names: string) =>
    `create or replace function is_platform(value text) returns boolean language sql\n  as $$ select value in (${names}) $$;`
  expect(platformsInDatabase([defined(`'pond'`), defined(`'pond', 'lake'`), 'create table frogs (id uuid);'])).toEqual([
    'pond',
    'lake',
  ])
})
