// What shows drafts, for whoever has some.
export { DraftCard } from './draft-card.tsx'
export { DraftRail } from './draft-rail.tsx'
