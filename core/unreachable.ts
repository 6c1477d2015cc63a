/** Stands where no value can arrive: a new member of a union does not compile until it has an answer. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
