import type { AppGuide } from '../app-guide.ts'

export const linkedin: AppGuide = {
  console: { name: 'LinkedIn Developers', url: 'https://www.linkedin.com/developers/apps' },
  choices: [],
  keys: { id: 'Client ID', secret: 'Primary Client Secret' },
  rights: [
    ['Product', 'Share on LinkedIn'],
    ['Product', 'Sign In with LinkedIn using OpenID Connect'],
  ],
  pages: {
    rights: [['Product', 'Community Management API']],
    environment: 'LINKEDIN_SCOPES=r_basicprofile w_organization_social r_organization_social rw_organization_admin',
  },
  takesCallbacks: false,
}
