import { useSyncExternalStore } from 'react'

/** Listeners for state that is kept outside of React. */
export function createListeners(): { subscribe: (listener: () => void) => () => void; notify: () => void } {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** A value that is kept outside of React. Prerendered pages show its initial value. */
export function createStore<T>(initial: T): { get: () => T; set: (next: T) => void; useValue: () => T } {
  const { subscribe, notify } = createListeners()
  let value = initial
  const get = () => value
  return {
    get,
    set: (next) => {
      value = next
      notify()
    },
    useValue: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
