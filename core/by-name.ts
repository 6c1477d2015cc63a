import type { Language } from './language.ts'

/** Sorts named items as users of the language expect, with numbers by value: 2 before 11. */
export function byName<Item extends { name: string }>(items: readonly Item[], language: Language): Item[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return items.toSorted((one, other) => compare(one.name, other.name))
}
