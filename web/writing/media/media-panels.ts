// Exports the panels for pictures and videos, so that they load together on demand.
export { PicturesPanel } from './pictures-panel.tsx'
export { FilePanel } from './file-panel.tsx'
export { VideosPanel } from './videos-panel.tsx'
