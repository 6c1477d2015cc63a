/** Moves an id to another index, or to the end of the list. */
export function moveToIndex(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((other) => other !== id)
  return others.toSpliced(Math.min(place, others.length), 0, id)
}
