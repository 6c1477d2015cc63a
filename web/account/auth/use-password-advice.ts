import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PasswordAdvice, PasswordOwner } from '#core/people/password-advice.ts'
import { loadMessages } from '../../lib/language.ts'
import type { PasswordAnswer, PasswordQuestion } from './password-worker.ts'
import { MIN_PASSWORD } from './validate.ts'

/** Estimates the password's strength after the user has not typed for this long. */
const PAUSE_MS = 250

/**
 * Estimates the strength of a new password in this browser while the user types. Sends nothing to the server.
 * @param readOwner reads the user's names and address, which may be typed in the same form
 * @returns why the password is easy to guess; null if it is strong enough; undefined while that is unknown
 */
export function usePasswordAdvice(password: string, readOwner: () => PasswordOwner): PasswordAdvice | null | undefined {
  const [answer, setAnswer] = useState<PasswordAnswer>()
  const worker = useRef<Worker>(undefined)
  const isLongEnough = password.length >= MIN_PASSWORD
  const ask = useEffectEvent((typed: string) => {
    worker.current ??= startWorker(setAnswer)
    const question: PasswordQuestion = { password: typed, owner: readOwner() }
    worker.current.postMessage(question, [])
  })
  useEffect(() => {
    if (!isLongEnough || savesData()) return
    const timer = setTimeout(() => ask(password), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [password, isLongEnough])
  // End the worker with the form, because it keeps 20 MB of memory.
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = undefined
    },
    [],
  )
  return isLongEnough && answer?.password === password ? answer.advice : undefined
}

/** Starts the worker. If that fails, the form shows no hint, but the server checks the password anyway. */
function startWorker(onAnswer: (answer: PasswordAnswer) => void): Worker {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url))
  const texts = loadMessages(['errors'])
  worker.addEventListener('message', ({ data }: MessageEvent<PasswordAnswer>) => {
    texts.then(
      () => onAnswer(data),
      () => {},
    )
  })
  return worker
}

/** Whether the browser's data saver is on. If so, the page does not load the list of common passwords (230 KB). */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
