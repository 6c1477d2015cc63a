import sharp from 'sharp'

/**
 * Drawings that replace photos, because photos have copyright owners. Their colours are typical of posts, and none
 * looks like an error message.
 */
const SCENES = {
  harbour: `<rect width="900" height="600" fill="#f0c9a0"/><circle cx="640" cy="250" r="70" fill="#fff1d0"/>
    <path d="M0 330h900v270H0z" fill="#2f5f78"/><path d="M0 400q120-18 240 0t240 0 240 0 180 0v200H0z" fill="#264f66"/>
    <path d="M420 330h330l-46 60H470z" fill="#7d3b2c"/>
    <path d="M480 270h70v60h-70zM556 284h70v46h-70z" fill="#d7a24a"/><path d="M632 262h70v68h-70z" fill="#5d8a74"/>`,
  desk: `<rect width="900" height="600" fill="#dfe5df"/><path d="M0 400h900v200H0z" fill="#b98c5e"/>
    <rect x="250" y="120" width="400" height="250" rx="12" fill="#2c3a40"/><rect x="268" y="138" width="364" height="214" fill="#9fc9b6"/>
    <path d="M300 300l70-60 60 30 80-80 90 50" fill="none" stroke="#15603f" stroke-width="10"/>
    <path d="M420 370h60v40h-60z" fill="#2c3a40"/><path d="M700 330h90v90h-90z" fill="#f5f6f0"/><path d="M790 350q40 0 40 25t-40 25" fill="none" stroke="#f5f6f0" stroke-width="12"/>
    <path d="M80 420l150-20 20 90-150 24z" fill="#fffdf6"/>`,
}

/** Returns a drawing as an image file to upload. */
export async function photoFile(scene: keyof typeof SCENES, name: string, width: number) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 600" width="${width}" height="600" preserveAspectRatio="xMidYMid slice">${SCENES[scene]}</svg>`
  return { name, mimeType: 'image/png', buffer: await sharp(Buffer.from(drawing)).png().toBuffer() }
}
