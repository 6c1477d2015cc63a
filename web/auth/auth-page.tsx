import { useState } from 'react'
import { useSearch } from 'wouter'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { ForgotForm } from './forgot-form.tsx'
import type { Mode } from './mode.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export default function AuthPage() {
  const asked = new URLSearchParams(useSearch()).get('mode')
  const [mode, setMode] = useState<Mode>(asked === 'sign-up' || asked === 'forgot' ? asked : 'sign-in')
  // Whoever changes the form does not type the address again.
  const [email, setEmail] = useState('')

  return (
    <AuthFrame>
      <div
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'email' && setEmail(target.value)
        }
      >
        {mode === 'sign-in' && <SignInForm email={email} onMode={setMode} />}
        {mode === 'sign-up' && <SignUpForm email={email} onMode={setMode} />}
        {mode === 'code' && <CodeForm onMode={setMode} />}
        {mode === 'forgot' && <ForgotForm email={email} onMode={setMode} />}
      </div>
    </AuthFrame>
  )
}
