/** Positions in PostgreSQL's write-ahead log, such as `16/B374D848`. A server that has replayed one has everything before it. */
export type WalPosition = bigint

const format = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/

/** Returns null for anything that is not a position. */
export function parseWalPosition(text: string | null | undefined): WalPosition | null {
  const [, high, low] = format.exec(text ?? '') ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : null
}
