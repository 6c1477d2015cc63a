/** Makes a `switch` exhaustive: a new union member does not compile until a case handles it. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
