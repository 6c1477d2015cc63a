import type { AppGuide } from '../app-guide.ts'

export const threads: AppGuide = {
  console: { name: 'Meta for Developers', url: 'https://developers.facebook.com/apps' },
  choices: [['Use case', 'Access the Threads API']],
  keys: { id: 'Threads app ID', secret: 'Threads app secret' },
  rights: [
    ['App Review', 'threads_basic'],
    ['App Review', 'threads_content_publish'],
    ['App mode', 'Live'],
  ],
  takesCallbacks: true,
}
