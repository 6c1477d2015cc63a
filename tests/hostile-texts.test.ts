import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { STEEP, TEXT_RULES, worstGrowth, type Growth } from './support/hostile-texts.ts'

test.for(Object.entries(TEXT_RULES))('processes hostile texts in linear time: %s', ([, rule]) => {
  expect(worstGrowth(rule)).toSatisfy(({ ratio }: Growth) => ratio < STEEP)
})

test('measures every exported function of core/ that reads a text', () => {
  const core = join(import.meta.dirname, '..', 'core')
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const rules = files.flatMap((name) =>
    [...readFileSync(join(core, name), 'utf8').matchAll(READS_A_TEXT)].map(([, rule]) => rule ?? ''),
  )
  expect(rules.length).toBeGreaterThan(30)
  const measured = Object.keys(TEXT_RULES).map((name) => name.split(' ')[0])
  expect(rules.filter((rule) => !measured.includes(rule) && !MEASURED_WITHIN.has(rule))).toEqual([])
})

const READS_A_TEXT =
  /^export function\*? (\w+)\((?:platform: Platform, )?(?:text|given|content|commentary|answer|typed|header|word|key|label|tag|input): (?:readonly )?string\b/gm

/**
 * Functions that need no measurement of their own, because measured functions call them. `methodAndPath`, `addressOf`
 * and `wholeThread` read no text of users.
 */
const MEASURED_WITHIN = new Set([
  'findEmoji',
  'weighPieces',
  'graphemeStart',
  'graphemes',
  'consonantsOf',
  'mentionsOf',
  'stemOf',
  'wholeThread',
  'wrongPeopleIn',
  'unknownOrganizationsIn',
  'formsOf',
  'placesOf',
  'methodAndPath',
  'addressOf',
])
