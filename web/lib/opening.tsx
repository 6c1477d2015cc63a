import { createContext, useContext, type ReactNode } from 'react'

/**
 * Whether the build draws the first lines of a page, which the browser paints before the app loads. They leave out what
 * depends on data that the build does not have.
 */
const IsOpening = createContext(false)
export const useIsOpening = (): boolean => useContext(IsOpening)

export function OpeningLines({ children }: { children: ReactNode }) {
  return <IsOpening value={true}>{children}</IsOpening>
}

/** Leaves out parts of a page's first lines, and reserves some height for them. */
export function LaterPart({ children }: { children: ReactNode }) {
  return useIsOpening() ? <div className="h-80" /> : children
}
