import { childOf, isElement, textOf, type XmlElement } from './xml.ts'

/**
 * Returns the stored value that a content control shows (`w:dataBinding`). Null if the document stores none.
 * @param stores XML data inside the document
 */
export function boundValue(properties: XmlElement | undefined, stores: readonly XmlElement[]): string | null {
  const path = childOf(properties, 'w:dataBinding')?.attributes['w:xpath']
  const steps = path === undefined ? [] : path.split('/').filter((step) => step !== '')
  if (steps.length === 0) return null
  for (const store of stores) {
    const value = valueAt(store, steps)?.trim()
    if (value) return value
  }
  return null
}

/** Follows a path of names and positions, such as `/ns0:note[1]/ns0:author[1]`. Word writes no other form. */
function valueAt(root: XmlElement, steps: readonly string[]): string | undefined {
  let place: XmlElement | undefined
  for (const [depth, step] of steps.entries()) {
    const [, attribute, name, position = '1'] = /^(@)?(?:[\w.-]+:)?([\w.-]+)(?:\[(\d{1,4})\])?$/.exec(step) ?? []
    if (name === undefined) return undefined
    if (attribute) {
      const found = Object.entries(place?.attributes ?? {}).find(([key]) => localName(key) === name)
      return found?.[1]
    }
    const candidates: XmlElement[] = depth === 0 ? [root] : (place?.children.filter(isElement) ?? [])
    place = candidates.filter((candidate) => localName(candidate.name) === name)[Number(position) - 1]
    if (!place) return undefined
  }
  return textOf(place)
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
