// Exports the panels for pictures and videos, so that they load on demand in one chunk.
export { PicturesPanel } from './pictures-panel.tsx'
export { VideosPanel } from './videos-panel.tsx'
