/** The style sheet of the simulator's pages. Each page contains it. */
export const STYLE = `
:root { color-scheme: light dark; --line: color-mix(in srgb, CanvasText 20%, Canvas); --soft: color-mix(in srgb, CanvasText 70%, Canvas); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-inline-size: 640px; padding: 16px; font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 20px; }
h2, legend { margin: 0; padding: 0; font-size: 14px; font-weight: 600; color: var(--soft); }
p { margin: 0; }
ul, fieldset { margin: 0; padding: 0; border: 0; list-style: none; }
.soft { color: var(--soft); font-size: 14px; }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-block: 12px; }
nav a { padding-block: 10px; }
nav [aria-current] { font-weight: 600; color: inherit; }
.post, .sheet { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; margin-block-end: 16px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere; }
.post header { display: flex; gap: 12px; align-items: center; }
.post header > :last-child { margin-inline-start: auto; padding-block: 10px; }
.post.gone { border-style: dashed; color: var(--soft); }
.portrait { border-radius: 50%; flex: none; }
.text { white-space: pre-wrap; }
.tag { color: LinkText; }
.pictures { display: grid; gap: 8px; grid-template-columns: repeat(auto-fit, minmax(40%, 1fr)); }
figure { margin: 0; }
figure img, figure video, .link-card img { display: block; inline-size: 100%; block-size: auto; max-block-size: 560px; object-fit: cover; }
.link-card { display: grid; gap: 4px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; }
.counts { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.choice { display: flex; gap: 12px; align-items: center; min-block-size: 60px; padding: 8px 12px; border: 1px solid var(--line); cursor: pointer; }
.choice > span { display: grid; }
.pages { display: none; flex-wrap: wrap; gap: 8px; padding: 8px 12px; border: 1px solid var(--line); }
.choice:has(:checked) + .pages { display: flex; }
.pages label { display: flex; gap: 8px; align-items: center; min-block-size: 40px; cursor: pointer; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
button { flex: 1; min-block-size: 44px; font: inherit; cursor: pointer; }
summary { padding-block: 10px; cursor: pointer; }
`
