import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { readSignInError } from '#core/people/sign-in-error.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import type { Mode } from './mode.ts'
import type { ServiceError } from './service-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const URL_MODES = ['sign-up', 'forgot', 'code'] as const satisfies readonly Mode[]

export default function AuthPage() {
  const requestedMode = new URLSearchParams(useSearch()).get('mode')
  const [mode, setMode] = useState<Mode>(URL_MODES.find((mode) => mode === requestedMode) ?? 'sign-in')
  const serviceError = useServiceError()
  const [email, setEmail] = useState('')

  return (
    <AuthFrame>
      <div
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'email' && setEmail(target.value)
        }
      >
        {mode === 'sign-in' && <SignInForm email={email} serviceError={serviceError} onMode={setMode} />}
        {mode === 'sign-up' && <SignUpForm email={email} onMode={setMode} />}
        {mode === 'code' && <CodeForm onMode={setMode} />}
        {mode === 'forgot' && <ForgotForm email={email} onMode={setMode} />}
      </div>
    </AuthFrame>
  )
}

function useServiceError(): ServiceError | null {
  const given = new URLSearchParams(useSearch()).get('error')
  const [error] = useState(() => readSignInError(given))
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('error')) return
    address.searchParams.delete('error')
    history.replaceState(history.state, '', address)
  }, [])
  return error
}
