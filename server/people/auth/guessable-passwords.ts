import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { passwordAdvice, type Estimate, type PasswordOwner } from '#core/people/password-advice.ts'
import { issueOf } from '../../messages.ts'

type Estimator = (password: string, ownWords: string[]) => Estimate

let estimator: Promise<Estimator> | undefined

/** Load the password estimator on demand. It takes 20 MB of memory, and most processes never need it. */
async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, ownWords) => zxcvbn.check(password, ownWords)
}

/**
 * Rejects a new password that is easy to guess. Existing passwords keep working.
 * @throws AppError weak_password, with advice for the password field
 */
export async function refuseWeakPassword(password: string, person: PasswordOwner, language: Language): Promise<void> {
  const advice = passwordAdvice(password, person, await (estimator ??= loadEstimator()))
  if (advice) throw new AppError('weak_password', { issues: [issueOf(language, 'password', advice)] })
}
