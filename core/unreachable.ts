/** For exhaustive checks: a new union member does not compile until it is handled. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
