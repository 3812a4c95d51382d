import { emptyRoot, type Hash, nodeHash } from './hash.ts'

/** Hash of the complete subtree at (level, index): over leaves `index × 2^level` and the `2^level − 1` after it. */
export type NodeAt = (level: number, index: number) => Promise<Hash>

/** That the leaf at `index` is in the tree of `size` leaves, as RFC 9162 section 2.1.3.1 orders the hashes. */
export const inclusionProof = (index: number, size: number, nodeAt: NodeAt): Promise<readonly Hash[]> => {
  if (!(index >= 0 && index < size)) throw new RangeError(`There is no entry ${index} in a tree of ${size}.`)
  return hashesOf(inclusionRanges(index, { begin: 0, end: size }), nodeAt)
}

/** That the tree of `from` leaves is a prefix of the one of `to`, as RFC 9162 section 2.1.4.1 orders the hashes. */
export const consistencyProof = async (from: number, to: number, nodeAt: NodeAt): Promise<readonly Hash[]> => {
  if (!(from >= 0 && from <= to)) throw new RangeError(`A tree of ${to} does not contain one of ${from}.`)
  return from === 0 ? [] : hashesOf(consistencyRanges(from, { begin: 0, end: to }, true), nodeAt)
}

export interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: Hash
  readonly root: Hash
  readonly proof: readonly Hash[]
}

/** RFC 9162 section 2.1.3.2. */
export const verifyInclusion = ({ root, ...path }: Inclusion): boolean =>
  path.proof.length === 0
    ? path.index === 0 && path.size === 1 && path.leaf === root
    : inclusionNodes(path).at(-1) === root

/**
 * The inner nodes from the leaf's parent up to the root, one for each hash of the proof (RFC 9162 section 2.1.3.2). Empty
 * where the proof has another length than a path from there.
 */
export const inclusionNodes = ({ index, size, leaf, proof }: Omit<Inclusion, 'root'>): readonly Hash[] => {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return []
  const nodes: Hash[] = []
  let [at, last, node] = [index, size - 1, leaf]
  for (const other of proof) {
    if (last === 0) return []
    if (at % 2 === 1 || at === last) {
      node = nodeHash(other, node)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else node = nodeHash(node, other)
    ;[at, last] = [half(at), half(last)]
    nodes.push(node)
  }
  return last === 0 ? nodes : []
}

export interface Consistency {
  readonly from: number
  readonly to: number
  readonly fromRoot: Hash
  readonly toRoot: Hash
  readonly proof: readonly Hash[]
}

/** RFC 9162 section 2.1.4.2. Every tree goes on from the empty one, and needs no proof of it. */
export const verifyConsistency = ({ from, to, fromRoot, toRoot, proof }: Consistency): boolean => {
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to)) return false
  if (from === to) return proof.length === 0 && fromRoot === toRoot
  if (from === 0) return proof.length === 0 && fromRoot === emptyRoot
  const isPower = 2 ** Math.round(Math.log2(from)) === from
  const [first, ...rest] = isPower ? [fromRoot, ...proof] : proof
  if (first === undefined) return false
  let [at, last] = [from - 1, to - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  let [old, whole] = [first, first]
  for (const other of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      old = nodeHash(other, old)
      whole = nodeHash(other, whole)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, half(last)]
    } else whole = nodeHash(whole, other)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && old === fromRoot && whole === toRoot
}

const half = (of: number): number => Math.floor(of / 2)

/** Leaves from `begin` up to, not including, `end`. */
interface Range {
  readonly begin: number
  readonly end: number
}

/** Where RFC 9162 splits a tree: the largest power of two below its size. */
const splitOf = ({ begin, end }: Range): number => {
  let width = 1
  while (width * 2 < end - begin) width *= 2
  return begin + width
}

const inclusionRanges = (index: number, range: Range): readonly Range[] => {
  const { begin, end } = range
  if (end - begin === 1) return []
  const split = splitOf(range)
  return index < split
    ? [...inclusionRanges(index, { begin, end: split }), { begin: split, end }]
    : [...inclusionRanges(index, { begin: split, end }), { begin, end: split }]
}

/** `isOld`: the range is the old tree as a whole, whose root the verifier has. */
const consistencyRanges = (old: number, range: Range, isOld: boolean): readonly Range[] => {
  const { begin, end } = range
  if (old === end) return isOld ? [] : [range]
  const split = splitOf(range)
  return old <= split
    ? [...consistencyRanges(old, { begin, end: split }, isOld), { begin: split, end }]
    : [...consistencyRanges(old, { begin: split, end }, false), { begin, end: split }]
}

const hashesOf = (ranges: readonly Range[], nodeAt: NodeAt): Promise<readonly Hash[]> =>
  Promise.all(ranges.map((range) => rangeHash(range, nodeAt)))

/** A range that RFC 9162 speaks of begins where its largest complete subtree begins, and is made of ever smaller ones. */
const rangeHash = async ({ begin, end }: Range, nodeAt: NodeAt): Promise<Hash> => {
  const nodes: Promise<Hash>[] = []
  for (let at = begin; at < end; ) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level++
    nodes.push(nodeAt(level, at / 2 ** level))
    at += 2 ** level
  }
  return (await Promise.all(nodes)).reduceRight((right, left) => nodeHash(left, right))
}
