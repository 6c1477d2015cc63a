import { renderSVG } from 'uqr'

/** A text for the camera of a phone, always dark on light: that is what cameras look for. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const picture = renderSVG(text, { border: 2, ecc: 'M' })
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      alt={label}
      width={176}
      height={176}
      className="rounded-control"
    />
  )
}
