import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Frontier, growFrontier, rootOf } from './frontier.ts'
import { emptyRoot, type Hash, hashOfText, hashText, leafHash, nodeHash } from './hash.ts'
import { consistencyProof, inclusionProof, type NodeAt, verifyConsistency, verifyInclusion } from './proof.ts'
import { partialTiles, tilePath } from './tile.ts'

/** MTH as RFC 9162 section 2.1.1 defines it, word for word. */
const treeHash = (leaves: readonly Hash[]): Hash => {
  const [only] = leaves
  if (only === undefined) return emptyRoot
  if (leaves.length === 1) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

const leavesOf = (count: number): readonly Hash[] => Array.from({ length: count }, (_, at) => leafHash(`entry ${at}`))
const nodesOf =
  (leaves: readonly Hash[]): NodeAt =>
  async (level, index) =>
    treeHash(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))
const frontierOf = (leaves: readonly Hash[]): Frontier => {
  const grown = growFrontier({ size: 0, nodes: [] })
  for (const leaf of leaves) grown.append(leaf)
  return grown
}

it('hashes as Certificate Transparency does', () => {
  // Known answers of RFC 6962 trees, as its reference implementation tests them.
  expect(Buffer.from(leafHash(''), 'latin1').toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(Buffer.from(emptyRoot, 'latin1').toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  const two = treeHash(['', '\0'].map(leafHash))
  expect(Buffer.from(two, 'latin1').toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
})

it('the right edge alone gives the root of every tree', () => {
  for (let size = 0; size <= 300; size++) {
    const leaves = leavesOf(size)
    expect(rootOf(frontierOf(leaves))).toBe(treeHash(leaves))
  }
})

it('every entry of every tree is proven, and nothing else is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), async (size, at, other) => {
      const leaves = leavesOf(size)
      const index = at % size
      const proof = await inclusionProof(index, size, nodesOf(leaves))
      const claim = { index, size, leaf: leaves[index] ?? '', root: treeHash(leaves), proof }
      expect(verifyInclusion(claim)).toBe(true)
      expect(verifyInclusion({ ...claim, leaf: leafHash('another') })).toBe(false)
      expect(verifyInclusion({ ...claim, proof: [...proof, emptyRoot] })).toBe(false)
      expect(verifyInclusion({ ...claim, proof: proof.slice(1) })).toBe(size === 1)
      if (other % size !== index) expect(verifyInclusion({ ...claim, index: other % size })).toBe(false)
    }),
  )
})

it('every tree is proven to go on from every earlier one, and from no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 130 }), fc.nat(), async (to, at) => {
      const from = (at % to) + 1
      const leaves = leavesOf(to)
      const proof = await consistencyProof(from, to, nodesOf(leaves))
      const claim = { from, to, fromRoot: treeHash(leaves.slice(0, from)), toRoot: treeHash(leaves), proof }
      expect(verifyConsistency(claim)).toBe(true)
      expect(verifyConsistency({ ...claim, fromRoot: leafHash('another') })).toBe(false)
      expect(verifyConsistency({ ...claim, toRoot: leafHash('another') })).toBe(false)
      expect(verifyConsistency({ ...claim, proof: [...proof, emptyRoot] })).toBe(false)
      if (from < to) expect(verifyConsistency({ ...claim, from: from === 1 ? 2 : from - 1 })).toBe(false)
    }),
  )
})

it('every tree goes on from the empty one, and from nothing else that says it is of no entries', () => {
  const claim = { from: 0, to: 3, fromRoot: emptyRoot, toRoot: treeHash(leavesOf(3)), proof: [] }
  expect(verifyConsistency(claim)).toBe(true)
  expect(verifyConsistency({ ...claim, fromRoot: leafHash('another') })).toBe(false)
  expect(verifyConsistency({ ...claim, proof: [emptyRoot] })).toBe(false)
})

it('tiles are named and sized as tlog-tiles has them', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067')
  expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('tile/1/000.p/17')
  expect(partialTiles(70_000)).toEqual([
    { level: 0, index: 273, width: 112 },
    { level: 1, index: 1, width: 17 },
    { level: 2, index: 0, width: 1 },
  ])
})

it('a hash is read back from its one spelling only', () => {
  const text = hashText(leafHash('entry'))
  expect(hashOfText(text)).toBe(leafHash('entry'))
  expect(hashOfText(text.replace(/=$/, ''))).toBe(null)
})
