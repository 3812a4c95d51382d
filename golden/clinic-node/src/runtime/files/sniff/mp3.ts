/** Kilobits a second of MPEG-1 and MPEG-2 Layer III by their index (ISO/IEC 11172-3, 2.4.2.3; ISO/IEC 13818-3, 2.4.2.3). */
const kilobits = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000] } as const

/**
 * Whether it is MP3 without a tag: a frame, and another where that one ends (mimesniff.spec.whatwg.org, 6.2.4), as its eleven bits alone
 * begin much else.
 */
export const isMp3 = (bytes: Buffer): boolean => {
  const next = frameBytes(bytes, 0)
  return next !== null && frameBytes(bytes, next) !== null
}

/** The length of the frame that begins there; null where none does. */
const frameBytes = (bytes: Buffer, at: number): number | null => {
  if (bytes.length < at + 4) return null
  const [sync = 0, version = 0, rate = 0] = bytes.subarray(at, at + 3)
  if (sync !== 0xff || (version & 0xe6) !== 0xe2) return null
  const mpeg = (version & 0x18) === 0x18 ? 1 : (version & 0x18) === 0x10 ? 2 : null
  if (mpeg === null) return null
  const bits = kilobits[mpeg][rate >> 4] ?? 0
  const hertz = rates[mpeg][(rate >> 2) & 3] ?? 0
  if (bits === 0 || hertz === 0) return null
  return Math.floor(((mpeg === 1 ? 144_000 : 72_000) * bits) / hertz) + ((rate >> 1) & 1)
}
