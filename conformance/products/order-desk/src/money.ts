/** Amounts are decimals as text; sums are made in cents, so that none is lost. */
export const centsOf = (amount: string): bigint => {
  const [whole = '0', part = ''] = amount.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'))
}

export const amountOf = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
