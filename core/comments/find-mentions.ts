import { MAX_MENTIONS } from './limits.ts'

interface Mentionable {
  userId: string
  name: string
}

/**
 * Finds the people whose whole name follows an @ in a comment. At each @ the longest name counts, so that "@Omar Saleh"
 * does not mention Omar. People with the same name are all mentioned.
 */
export function findMentionedPeople<Person extends Mentionable>(text: string, people: readonly Person[]): Person[] {
  const found = new Map<string, Person>()
  const named = people.filter(({ name }) => name !== '').map((person) => ({ person, name: person.name.toLowerCase() }))
  const lower = text.toLowerCase()
  for (const { index } of lower.matchAll(/(?<![\p{L}\p{N}._-])@/gu)) {
    if (found.size >= MAX_MENTIONS) break
    const rest = lower.slice(index + 1, index + 1 + LONGEST_NAME)
    const here = named.filter(({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)))
    const longest = Math.max(...here.map(({ name }) => name.length))
    for (const { person, name } of here)
      if (name.length === longest && found.size < MAX_MENTIONS) found.set(person.userId, person)
  }
  return [...found.values()]
}

/** The maximum length of a name to look for. A first and a last name together are shorter. */
const LONGEST_NAME = 200
