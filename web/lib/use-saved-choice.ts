import { useState } from 'react'
import { readJson, saveJson } from './local-storage.ts'

/** A switch that is off at first. This browser keeps its state. */
export function useSavedChoice(key: string): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, set] = useState(() => readJson(key, (value): value is boolean => value === true) ?? false)
  return [
    isOn,
    (next) => {
      saveJson(key, next)
      set(next)
    },
  ]
}
