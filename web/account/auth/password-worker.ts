import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { passwordAdvice, type PasswordAdvice, type PasswordOwner } from '#core/people/password-advice.ts'

// Estimates the strength of passwords as the server does. Runs in a worker, because reading the list of common
// passwords would block typing.

export interface PasswordQuestion {
  password: string
  owner: PasswordOwner
}
export interface PasswordAnswer {
  password: string
  advice: PasswordAdvice | null
}

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

self.addEventListener('message', ({ data: { password, owner } }: MessageEvent<PasswordQuestion>) => {
  const advice = passwordAdvice(password, owner, (typed, ownWords) => zxcvbn.check(typed, ownWords)) ?? null
  self.postMessage({ password, advice } satisfies PasswordAnswer, {})
})
