// What reads sources and shows them, for whoever writes from one.
export { ArticlePanel } from './article-panel.tsx'
export { DocumentPanel } from './document-panel.tsx'
export { SourcePreview } from './source-preview.tsx'
export { UsedSource } from './used-source.tsx'
