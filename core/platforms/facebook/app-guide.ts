import type { AppGuide } from '../app-guide.ts'

export const facebook: AppGuide = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps' },
  choices: [
    ['Use case', 'Other'],
    ['App type', 'Business'],
    ['Product', 'Facebook Login for Business'],
  ],
  keys: { id: 'App ID', secret: 'App secret' },
  rights: [
    ['App Review', 'pages_show_list'],
    ['App Review', 'pages_manage_posts'],
    ['App Review', 'pages_read_engagement'],
    ['App mode', 'Live'],
  ],
  takesCallbacks: true,
}
