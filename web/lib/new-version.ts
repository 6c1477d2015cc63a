import { createStore } from './store.ts'

const newVersion = createStore(false)

export const announceNewVersion = (): void => newVersion.set(true)
export const useHasNewVersion = newVersion.useValue
