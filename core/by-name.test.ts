import { expect, test } from 'vitest'
import { byName } from './by-name.ts'

const sorted = (language: 'en' | 'ar', ...names: string[]) =>
  byName(
    names.map((name) => ({ name })),
    language,
  ).map(({ name }) => name)

test('sorts names by the value of their Latin or Arabic numbers', () => {
  expect(sorted('en', '11 launch', '0 launch', '2 launch')).toEqual(['0 launch', '2 launch', '11 launch'])
  expect(sorted('ar', 'حملة ١١', 'حملة ٢', 'حملة ١')).toEqual(['حملة ١', 'حملة ٢', 'حملة ١١'])
})

test("lists names in the script of the user's language before other names", () => {
  const names = ['Zain', 'العيد', 'apple']
  expect(sorted('en', ...names)).toEqual(['apple', 'Zain', 'العيد'])
  expect(sorted('ar', ...names)).toEqual(['العيد', 'apple', 'Zain'])
})
