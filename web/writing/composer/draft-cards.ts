// One chunk that loads on demand, with the components that show drafts.
export { DraftCard } from './draft-card.tsx'
export { DraftRail } from './draft-rail.tsx'
export { FootBar } from './foot-bar.tsx'
export { TextScope } from './text-scope.tsx'
