/** Counts the items for which `isBefore` is true, by binary search. These items must come first. */
export function countBefore(count: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
