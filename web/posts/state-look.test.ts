import { expect, test } from 'vitest'
import { POST_STATUSES } from '#core/posts/lifecycle.ts'
import { TONES } from '../ui/tones.ts'
import { STATE_LOOK, stateOf, type StateLook } from './state-look.ts'

test('shows a check and a smiling frog only for a published post', () => {
  const statesWhere = (holds: (look: StateLook) => boolean) =>
    Object.entries(STATE_LOOK).flatMap(([state, look]) => (holds(look) ? [state] : []))
  expect(statesWhere(({ tone }) => tone === 'live')).toEqual(['published'])
  expect(statesWhere(({ icon }) => icon === TONES.live.icon)).toEqual(['published'])
  expect(statesWhere(({ frog }) => frog === 'happy' || frog === 'jumping')).toEqual(['published'])
})

test('shows the colour coral only for states in which the author must act', () => {
  const acting = Object.entries(STATE_LOOK).filter(([, { tone }]) => tone === 'act')
  expect(acting.map(([state]) => state)).toEqual(['failed', 'missed'])
})

test('shows a post that awaits a retry as delayed, even if its account is at risk', () => {
  expect(stateOf({ status: 'scheduled', failure: {} }, true)).toBe('delayed')
  expect(stateOf({ status: 'scheduled', failure: null }, true)).toBe('atRisk')
  const others = POST_STATUSES.filter((status) => status !== 'scheduled')
  expect(others.map((status) => stateOf({ status, failure: {} }, true))).toEqual(others)
})
