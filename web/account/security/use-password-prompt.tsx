import { useState, type ReactNode } from 'react'
import { ApiError } from '../../lib/api.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'

const AskPasswordDialog = lazyDialog(() => import('./ask-password-dialog.tsx'), ['profile', 'auth'])

type PromptResult<T> = { isDone: true; answer: T } | { isDone: false }

/**
 * Runs calls that need a recently entered password. `isDone` is false if the user cancels. The caller must render
 * `passwordDialog`.
 */
export function usePasswordPrompt(): {
  withPassword: <T>(run: () => Promise<T>) => Promise<PromptResult<T>>
  passwordDialog: ReactNode
} {
  const [prompt, setPrompt] = useState<{ given: () => void; refused: () => void } | null>(null)
  async function withPassword<T>(run: () => Promise<T>): Promise<PromptResult<T>> {
    try {
      return { isDone: true, answer: await run() }
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'password_needed') throw error
    }
    const isGiven = await new Promise<boolean>((resolve) =>
      setPrompt({ given: () => resolve(true), refused: () => resolve(false) }),
    )
    setPrompt(null)
    return isGiven ? { isDone: true, answer: await run() } : { isDone: false }
  }
  const passwordDialog = prompt && <AskPasswordDialog onGiven={prompt.given} onClose={prompt.refused} />
  return { withPassword, passwordDialog }
}
