// What a section of photos and videos opens.
export { PicturesPanel } from './pictures-panel.tsx'
export { VideosPanel } from './videos-panel.tsx'
