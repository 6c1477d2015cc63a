export { isolate, isolateName } from '#core/isolate.ts'
