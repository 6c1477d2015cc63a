import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { isGoogleSignInError, type GoogleSignInError } from '#core/people/google-sign-in-error.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import type { Mode } from './mode.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const URL_MODES = ['sign-up', 'forgot', 'code'] as const satisfies readonly Mode[]

export default function AuthPage() {
  const requestedMode = new URLSearchParams(useSearch()).get('mode')
  const [mode, setMode] = useState<Mode>(URL_MODES.find((mode) => mode === requestedMode) ?? 'sign-in')
  const trouble = useGoogleError()
  const [email, setEmail] = useState('')

  return (
    <AuthFrame>
      <div
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'email' && setEmail(target.value)
        }
      >
        {mode === 'sign-in' && <SignInForm email={email} trouble={trouble} onMode={setMode} />}
        {mode === 'sign-up' && <SignUpForm email={email} onMode={setMode} />}
        {mode === 'code' && <CodeForm onMode={setMode} />}
        {mode === 'forgot' && <ForgotForm email={email} onMode={setMode} />}
      </div>
    </AuthFrame>
  )
}

function useGoogleError(): GoogleSignInError | null {
  const given = new URLSearchParams(useSearch()).get('error')
  const [trouble] = useState(isGoogleSignInError(given) ? given : null)
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('error')) return
    address.searchParams.delete('error')
    history.replaceState(history.state, '', address)
  }, [])
  return trouble
}
