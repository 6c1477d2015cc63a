// One chunk that loads on demand, with the components that read and show sources.
export { ArticlePanel } from './article-panel.tsx'
export { DocumentPanel } from './document-panel.tsx'
export { SourcePreview } from './source-preview.tsx'
export { UsedSource } from './used-source.tsx'
