import type { AppGuide } from '../app-guide.ts'

export const twitter: AppGuide = {
  console: { name: 'X Developer Console', url: 'https://console.x.com' },
  choices: [
    ['Type of App', 'Web App, Automated App or Bot'],
    ['App permissions', 'Read and write'],
  ],
  keys: { id: 'OAuth 2.0 Client ID', secret: 'OAuth 2.0 Client Secret' },
  rights: [['Billing', 'Credits']],
  takesCallbacks: false,
}
