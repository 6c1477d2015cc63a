// One lazy chunk with both panels.
export { PicturesPanel } from './pictures-panel.tsx'
export { VideosPanel } from './videos-panel.tsx'
