import { childOf, childrenOf, isElement, textOf, valueOf, el, type XmlElement, type XmlNode } from './xml.ts'

/** The texts of a diagram (SmartArt) as a nested list, in the order of the diagram's connections. */
export function diagramBlocks(data: XmlElement): XmlNode[] {
  const points = new Map<string, XmlElement>()
  for (const point of childrenOf(childOf(data, 'dgm:ptLst'), 'dgm:pt')) {
    const { modelId = '', type = 'node' } = point.attributes
    if (type === 'node' || type === 'asst' || type === 'doc') points.set(modelId, point)
  }
  const children = new Map<string, { id: string; order: number }[]>()
  const inside = new Set<string>()
  for (const { attributes } of childrenOf(childOf(data, 'dgm:cxnLst'), 'dgm:cxn')) {
    const { type = 'parOf', srcId = '', destId = '', srcOrd = '0' } = attributes
    if (type !== 'parOf' || !points.has(srcId) || !points.has(destId)) continue
    inside.add(destId)
    children.set(srcId, [...(children.get(srcId) ?? []), { id: destId, order: Number(srcOrd) }])
  }

  const blocks: XmlNode[] = []
  const seen = new Set<string>()
  const visit = (id: string, level: number): void => {
    const point = points.get(id)
    if (!point || seen.has(id)) return
    seen.add(id)
    const text = shapeText(childOf(point, 'dgm:t'))
    if (text !== '') blocks.push(el('p', { list: 'ul', level: `${Math.min(Math.max(level, 0), DEEPEST)}` }, [text]))
    const below = (children.get(id) ?? []).toSorted((a, b) => a.order - b.order)
    for (const child of below) visit(child.id, point.attributes['type'] === 'doc' ? 0 : level + 1)
  }
  for (const id of points.keys()) if (!inside.has(id)) visit(id, 0)
  for (const id of points.keys()) visit(id, 0)
  return blocks
}

const DEEPEST = 4

/** The texts of a chart: its titles, then the names of its series and categories. */
export function chartBlocks(space: XmlElement): XmlNode[] {
  const chart = childOf(space, 'c:chart')
  const title = chartTitle(childOf(chart, 'c:title'))
  const names = new Set<string>()
  const look = (element: XmlElement): void => {
    if (element.name === 'c:title') names.add(chartTitle(element))
    else if (element.name === 'c:strCache' || element.name === 'c:multiLvlStrCache') {
      for (const name of valuesIn(element)) names.add(name)
    } else element.children.filter(isElement).forEach(look)
  }
  const area = childOf(chart, 'c:plotArea')
  if (area) look(area)
  const items = [...names].filter((name) => name !== '').slice(0, MAX_NAMES)
  return [
    ...(title === '' ? [] : [el('p', {}, [title])]),
    ...items.map((name) => el('p', { list: 'ul', level: '0' }, [name])),
  ]
}

const MAX_NAMES = 200

/** The text of a chart's title. It may be the stored value of a spreadsheet's cell. */
function chartTitle(title: XmlElement | undefined): string {
  const cells = childOf(title, 'c:tx', 'c:strRef')
  return cells ? valuesIn(cells).join(' ').trim() : shapeText(childOf(title, 'c:tx', 'c:rich'))
}

function valuesIn(element: XmlElement): string[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (child.name === 'c:v' ? [textOf(child).trim()] : valuesIn(child)))
}

/** The text of a shape, with its paragraphs joined to one line. */
export function shapeText(body: XmlElement | undefined): string {
  const read = (element: XmlElement): string => {
    if (element.name === 'a:t') return textOf(element)
    if (element.name === 'a:br') return ' '
    if (/^(?:dbl|sng)Strike$/.test(childOf(element, 'a:rPr')?.attributes['strike'] ?? '')) return ''
    return element.children
      .filter(isElement)
      .map(read)
      .join(element.name === 'a:p' ? '' : element.name.startsWith('a:') ? '' : ' ')
  }
  return body ? read(body).replace(/\s+/gu, ' ').trim() : ''
}

/** Whether a drawing is a watermark such as CONFIDENTIAL, judged by its name, position and angle. */
export function isWatermark(drawing: XmlElement): boolean {
  const { id = '', name = '', title = '', alt = '', descr = '', style = '' } = drawing.attributes
  if (/water\s?mark|علامة مائية/i.test(`${id} ${name} ${title} ${alt} ${descr}`)) return true
  const isBehind = drawing.name === 'wp:anchor' && drawing.attributes['behindDoc'] === '1'
  if (isBehind && isTurned(drawing)) return true
  if (drawing.name.startsWith('v:') && /rotation\s*:/i.test(style) && /z-index\s*:\s*-/i.test(style)) return true
  return drawing.children.filter(isElement).some((child) => !HOLDS_TEXT.has(child.name) && isWatermark(child))
}

const HOLDS_TEXT = new Set(['w:txbxContent', 'a:txBody'])

function isTurned(element: XmlElement): boolean {
  const turn = element.name === 'a:xfrm' ? Number(element.attributes['rot'] ?? 0) : 0
  if (turn % 10_800_000 !== 0) return true
  return element.children.filter(isElement).some((child) => !HOLDS_TEXT.has(child.name) && isTurned(child))
}

/** The chosen entry of a drop-down field in an old form. */
export function chosenEntry(fieldMark: XmlElement): string {
  const list = childOf(fieldMark, 'w:ffData', 'w:ddList')
  const entries = childrenOf(list, 'w:listEntry')
  const at = Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0)
  return entries[at]?.attributes['w:val'] ?? ''
}
