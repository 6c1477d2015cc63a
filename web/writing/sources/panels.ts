// Exports the components that read and show sources, so that they load together on demand.
export { ArticlePanel } from './article-panel.tsx'
export { DocumentPanel } from './document-panel.tsx'
export { SourcePreview } from './source-preview.tsx'
export { UsedSource } from './used-source.tsx'
