// Exports the components that show drafts, so that they load together on demand.
export { DraftCard } from './draft-card.tsx'
export { DraftRail } from './draft-rail.tsx'
export { FootBar } from './foot-bar.tsx'
export { TextScope } from './text-scope.tsx'
export { ThreadSwitch } from './thread-switch.tsx'
export { PhoneViewButton } from './phone-view.tsx'
export { PostToSchedule, PostToScheduleLine } from './post-to-schedule.tsx'
