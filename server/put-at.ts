/** A list in which one stands at another place, from 0; at its end where there is no such place. */
export function putAt(ids: readonly string[], id: string, place: number): string[] {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(Math.min(place, others.length), 0, id)
}
