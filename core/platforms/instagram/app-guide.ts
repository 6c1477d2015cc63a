import type { AppGuide } from '../app-guide.ts'

export const instagram: AppGuide = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps' },
  choices: [
    ['Use case', 'Manage messaging & content on Instagram'],
    ['Setup', 'API setup with Instagram login'],
  ],
  keys: { id: 'Instagram app ID', secret: 'Instagram app secret' },
  rights: [
    ['App Review', 'instagram_business_basic'],
    ['App Review', 'instagram_business_content_publish'],
    ['App mode', 'Live'],
  ],
  takesCallbacks: true,
}
