/** What is done at the page of the sign-in. */
export type Mode = 'sign-in' | 'sign-up' | 'forgot' | 'code'
