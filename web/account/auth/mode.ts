export type Mode = 'sign-in' | 'sign-up' | 'forgot' | 'code'
