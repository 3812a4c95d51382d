import { type Hash, hashBytes, nodeHash } from './hash.ts'

/** Hashes in a full tile, and the tree levels that one tile spans (C2SP tlog-tiles). */
export const tileWidth = 256
export const tileHeight = 8

/** A tile: `level` counts in tiles, so that tile level 1 holds the roots of full tiles of level 0. */
export interface TileName {
  readonly level: number
  readonly index: number
  /** Hashes in it, 1 to 256. */
  readonly width: number
}

/** Path of a tile below the ledger's folder: `tile/0/x001/234`, or `tile/0/x001/234.p/17` where it is not full. */
export const tilePath = ({ level, index, width }: TileName): string => {
  const digits = String(index)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const path = parts.map((part, at) => (at === parts.length - 1 ? part : `x${part}`)).join('/')
  return `tile/${level}/${path}${width === tileWidth ? '' : `.p/${width}`}`
}

/** The tile that holds the subtree at (level, index) of a tree of `size` leaves, and where in it the subtree begins. */
export const tileOf = (level: number, index: number, size: number): TileName & { readonly offset: number } => {
  const tileLevel = Math.floor(level / tileHeight)
  const first = index * 2 ** (level % tileHeight)
  const at = Math.floor(first / tileWidth)
  const known = Math.floor(size / tileWidth ** tileLevel)
  return { level: tileLevel, index: at, width: Math.min(tileWidth, known - at * tileWidth), offset: first % tileWidth }
}

/** All tiles of a tree of `size` leaves that are not full: one for each level at most. */
export const partialTiles = (size: number): readonly TileName[] => {
  const names: TileName[] = []
  for (let level = 0, known = size; known > 0; level++, known = Math.floor(known / tileWidth))
    if (known % tileWidth > 0) names.push({ level, index: Math.floor(known / tileWidth), width: known % tileWidth })
  return names
}

/** A tile's bytes with all subtrees inside it: `rows[r][i]` is the subtree of 2^r hashes that begins at `i × 2^r`. */
export interface OpenTile {
  readonly rows: readonly (readonly Hash[])[]
}

export const openTile = (bytes: Buffer): OpenTile => {
  let row = hashesIn(bytes)
  const rows = [row]
  while (row.length > 1) {
    const above: Hash[] = []
    for (let at = 0; at + 1 < row.length; at += 2) above.push(nodeHash(row[at] ?? '', row[at + 1] ?? ''))
    row = above
    rows.push(row)
  }
  return { rows }
}

export const hashesIn = (bytes: Buffer): readonly Hash[] => {
  const hashes: Hash[] = []
  for (let at = 0; at + hashBytes <= bytes.length; at += hashBytes)
    hashes.push(bytes.toString('latin1', at, at + hashBytes))
  return hashes
}

export const tileBytes = (hashes: readonly Hash[]): Buffer => Buffer.from(hashes.join(''), 'latin1')
