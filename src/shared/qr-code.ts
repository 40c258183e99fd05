import { encodeQR } from 'qr'

/** Draws a QR code as an SVG path of unit squares, without the white margin that scanners need. `side` is its width. */
export function drawQrCode(text: string): { path: string; side: number } {
  // The library always adds a margin.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1)
  const path = rows
    .map((row, y) =>
      row
        .slice(1, -1)
        .map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))
        .join(''),
    )
    .join('')
  return { path, side: rows.length }
}
