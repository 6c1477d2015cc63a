import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { isGoogleTrouble, type GoogleTrouble } from '#core/people/google-trouble.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import type { Mode } from './mode.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** What an address can lead to. */
const ASKED = ['sign-up', 'forgot', 'code'] as const satisfies readonly Mode[]

export default function AuthPage() {
  const asked = new URLSearchParams(useSearch()).get('mode')
  const [mode, setMode] = useState<Mode>(ASKED.find((mode) => mode === asked) ?? 'sign-in')
  const trouble = useReturnTrouble()
  // Whoever changes the form does not type the address again.
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

/** Why somebody came back from Google and is not signed in. It is said once: the address forgets it. */
function useReturnTrouble(): GoogleTrouble | null {
  const given = new URLSearchParams(useSearch()).get('error')
  const [trouble] = useState(isGoogleTrouble(given) ? given : null)
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('error')) return
    address.searchParams.delete('error')
    history.replaceState(history.state, '', address)
  }, [])
  return trouble
}
