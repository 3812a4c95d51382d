/** A number of bytes from `64 KiB`, `20 MiB`, `5 GiB` or digits alone; NaN where it is no size, undefined where nothing is said. */
export const readSize = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const [, digits, unit = ''] = /^(\d{1,13})(?: ?(KiB|MiB|GiB|TiB))?$/.exec(text) ?? []
  const bytes = digits === undefined ? Number.NaN : Number(digits) * (units[unit] ?? 1)
  return Number.isSafeInteger(bytes) ? bytes : Number.NaN
}

const units: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1_048_576,
  GiB: 1_073_741_824,
  TiB: 1_099_511_627_776,
}
