/** A part of an MP4 or MOV file (ISO/IEC 14496-12). */
export interface Box {
  name: string
  /** Positions in `view` where the content of the box begins and ends. */
  body: number
  end: number
  view: DataView
}

/** Reads the head of the box at a position. Undefined if it is broken. @param rest the bytes from there to the end */
export function boxAt(view: DataView, at: number, rest: number): Box | undefined {
  if (at + 8 > view.byteLength) return undefined
  const size = view.getUint32(at)
  const name = textAt(view, at + 4)
  if (size === 0) return { name, body: at + 8, end: at + rest, view }
  if (size !== 1) return size >= 8 ? { name, body: at + 8, end: at + size, view } : undefined
  if (at + 16 > view.byteLength) return undefined
  const large = Number(view.getBigUint64(at + 8))
  return large >= 16 && Number.isSafeInteger(large) ? { name, body: at + 16, end: at + large, view } : undefined
}

/** The most boxes to read within a box, far more than cameras and editing programs write. */
const MAX_CHILDREN = 10_000

/** Thrown for a box with more children than any video needs. */
export class TooManyBoxes extends Error {
  override readonly name = 'TooManyBoxes'
}

/** The boxes within a box. Stops at the first broken one. @throws TooManyBoxes */
export function* childrenOf({ view, body, end }: Box): Generator<Box> {
  let count = 0
  for (let at = body; at + 8 <= end;) {
    if (++count > MAX_CHILDREN) throw new TooManyBoxes()
    const child = boxAt(view, at, end - at)
    if (!child || child.end > end) return
    yield child
    at = child.end
  }
}

export const boxesIn = (box: Box, name: string): Box[] => [...childrenOf(box)].filter((child) => child.name === name)

export function boxIn(box: Box | undefined, ...path: string[]): Box | undefined {
  let found = box
  for (const name of path) found = found && firstIn(found, name)
  return found
}

function firstIn(box: Box, name: string): Box | undefined {
  for (const child of childrenOf(box)) if (child.name === name) return child
  return undefined
}

/** Whether the content of a box has at least `bytes` bytes. */
export const has = ({ body, end, view }: Box, bytes: number): boolean => body + bytes <= Math.min(end, view.byteLength)

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const textAt = (view: DataView, at: number): string =>
  at + 4 <= view.byteLength ? String.fromCodePoint(...[0, 1, 2, 3].map((n) => view.getUint8(at + n))) : ''
