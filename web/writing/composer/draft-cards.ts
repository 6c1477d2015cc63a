// One lazy chunk with the parts that show drafts.
export { DraftCard } from './draft-card.tsx'
export { DraftRail } from './draft-rail.tsx'
