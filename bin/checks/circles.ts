/**
 * Finds the strongly connected components of a graph, and returns one cycle of each: `['a', 'b', 'a']`.
 * @param edges the successors of each node
 */
export function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const named = new Set<string>()
  for (const node of edges.keys()) {
    const circle = named.has(node) ? undefined : shortestCycle(node, edges)
    if (!circle) continue
    circles.push(circle)
    for (const one of edges.keys()) if (isReachable(node, one, edges) && isReachable(one, node, edges)) named.add(one)
  }
  return circles
}

/** The shortest cycle through a node. */
function shortestCycle(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  return shortestPath(start, start, edges)
}

const isReachable = (from: string, to: string, edges: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  shortestPath(from, to, edges) !== undefined

function shortestPath(from: string, to: string, edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>()
  const paths = [[from]]
  for (let next = paths.shift(); next; next = paths.shift()) {
    for (const step of edges.get(next.at(-1) ?? '') ?? []) {
      if (step === to) return [...next, to]
      if (seen.has(step)) continue
      seen.add(step)
      paths.push([...next, step])
    }
  }
  return undefined
}
