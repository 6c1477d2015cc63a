/**
 * Finds the groups of nodes that reach each other, each as one of its cycles: `['a', 'b', 'a']`.
 * @param edges the successors of each node
 */
export function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const named = new Set<string>()
  for (const node of edges.keys()) {
    const circle = named.has(node) ? undefined : wayBack(node, edges)
    if (!circle) continue
    circles.push(circle)
    for (const one of edges.keys()) if (leadsTo(node, one, edges) && leadsTo(one, node, edges)) named.add(one)
  }
  return circles
}

/** The shortest cycle through a node. */
function wayBack(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  return way(start, start, edges)
}

const leadsTo = (from: string, to: string, edges: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  way(from, to, edges) !== undefined

function way(from: string, to: string, edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[from]]
  for (let next = ways.shift(); next; next = ways.shift()) {
    for (const step of edges.get(next.at(-1) ?? '') ?? []) {
      if (step === to) return [...next, to]
      if (seen.has(step)) continue
      seen.add(step)
      ways.push([...next, step])
    }
  }
  return undefined
}
