import { renderSVG } from 'uqr'

/** A QR code. It is dark on light in both themes, because some scanners need that. */
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
