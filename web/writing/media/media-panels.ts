// One chunk that loads on demand, with the panels for pictures and videos.
export { PicturesPanel } from './pictures-panel.tsx'
export { VideosPanel } from './videos-panel.tsx'
