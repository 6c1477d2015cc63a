import { UserChange } from '#core/people/auth-contract.ts'

type Setting = keyof UserChange

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

type SettingColumn = SnakeCase<Setting>

/** All user settings of the API contract. Each has a column of the same name in snake case. */
export const SETTINGS = (Object.keys(UserChange.shape) as Setting[]).map((name) => ({ name, column: columnOf(name) }))

function columnOf(setting: Setting): SettingColumn {
  return setting.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as SettingColumn
}
