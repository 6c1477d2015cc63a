/** The used part of a package without types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Uint8Array>
}
