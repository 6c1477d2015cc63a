import type { Person } from './person.ts'

export const randomEmail = (): string => `${crypto.randomUUID()}@example.com`

export const registration = (email: string) => ({
  email,
  password: 'correct horse',
  confirmPassword: 'correct horse',
  firstName: 'Omar',
  lastName: 'Saleh',
})

export const login = (who: Person, email: string, password: string) =>
  who.ask('POST /api/login', { body: { email, password } })
