import { expect, test } from 'vitest'
import { oldVersions, PINNED_VERSIONS } from './api-versions.ts'

const everywhere = () => true
const old = (
  versions: Partial<typeof PINNED_VERSIONS>,
  day: string,
  inUse: (platform: string) => boolean = everywhere,
) => oldVersions({ ...PINNED_VERSIONS, ...versions }, inUse, new Date(day))

test('warns about an API version ten months after its network released it', () => {
  expect(old({}, '2026-11-22')).toEqual([])
  expect(old({}, '2027-05-28T23:59:59Z')).toEqual([])
  expect(old({}, '2027-05-29')).toEqual(['GRAPH_VERSION'])
  expect(old({}, '2027-06-30T23:59:59Z')).toEqual(['GRAPH_VERSION'])
  expect(old({}, '2027-07-01')).toEqual(['LINKEDIN_VERSION', 'GRAPH_VERSION'])
  expect(old({ linkedin: '202704', graph: 'v25.0' }, '2026-12-18')).toEqual(['GRAPH_VERSION'])
})

test('treats an API version older than all known versions as old, and a newer one as current', () => {
  expect(old({ graph: 'v9.0' }, '2026-11-22')).toEqual(['GRAPH_VERSION'])
  expect(old({ graph: 'v27.0' }, '2030-01-01', (platform) => platform !== 'linkedin')).toEqual([])
})

test('does not warn about the API version of an unused network', () => {
  expect(old({}, '2030-01-01', () => false)).toEqual([])
  expect(old({}, '2030-01-01', (platform) => platform === 'instagram')).toEqual(['GRAPH_VERSION'])
  expect(old({}, '2030-01-01', (platform) => platform === 'linkedin')).toEqual(['LINKEDIN_VERSION'])
})
