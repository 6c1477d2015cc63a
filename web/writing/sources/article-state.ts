import type { StoredMessage } from '../../lib/error-message.ts'

export type Page = { url: string; title: string | null }

export type ArticleState =
  | { step: 'entering'; error: StoredMessage | null }
  | { step: 'checking'; startedAt: number }
  | { step: 'checked'; page: Page; error: StoredMessage | null }
  | { step: 'extracting'; page: Page; startedAt: number }

export type ArticleAction =
  | { type: 'changed' }
  | { type: 'refused'; error: StoredMessage }
  | { type: 'checking'; at: number }
  | { type: 'checked'; page: Page }
  | { type: 'extracting'; page: Page; at: number }
  | { type: 'cancelled' }

export const NO_ARTICLE: ArticleState = { step: 'entering', error: null }

export function articleReducer(state: ArticleState, action: ArticleAction): ArticleState {
  switch (action.type) {
    case 'changed':
      return NO_ARTICLE
    case 'refused':
      // If reading the article failed, its address is still valid, so the user can retry.
      return state.step === 'extracting'
        ? { step: 'checked', page: state.page, error: action.error }
        : { step: 'entering', error: action.error }
    case 'checking':
      return { step: 'checking', startedAt: action.at }
    case 'checked':
      return { step: 'checked', page: action.page, error: null }
    case 'extracting':
      return { step: 'extracting', page: action.page, startedAt: action.at }
    case 'cancelled':
      return state.step === 'extracting' ? { step: 'checked', page: state.page, error: null } : NO_ARTICLE
  }
}
