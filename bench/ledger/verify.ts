// Verification and proofs in a process of their own. Prints what it saw as one line of JSON.
import { leafHash, openReader, readNoteKey, verifyInclusion, verifyLedger } from '@charter/ledger'

const [folder = '', keyText = ''] = process.argv.slice(2)
const key = readNoteKey(keyText)
if (!key) throw new Error('the key could not be read')

const start = performance.now()
const verdict = await verifyLedger(folder, { key })
const verifySeconds = (performance.now() - start) / 1e3
// Before the proofs, which are held to be checked.
const rssMiB = process.resourceUsage().maxRSS / 1024
if (!verdict.isWhole) throw new Error(verdict.faults[0]?.sentence)

const reader = await openReader(folder, key)
const { size, root } = reader.checkpoint
const proofs = 20_000
const indexOf = (at: number): number => Math.floor((at * size) / proofs)
const provingStart = performance.now()
const made = []
for (let at = 0; at < proofs; at++) made.push(await reader.inclusion(indexOf(at)))
const proveSeconds = (performance.now() - provingStart) / 1e3
const { line } = await reader.prove(indexOf(0))
const checkingStart = performance.now()
let accepted = 0
for (const [at, proof] of made.entries())
  if (verifyInclusion({ index: indexOf(at), size, root, leaf: leafHash(line), proof })) accepted++
const checkSeconds = (performance.now() - checkingStart) / 1e3
if (accepted !== 1) throw new Error('a proof held for another entry than its own')
console.log(
  JSON.stringify({
    verifiedPerSecond: verdict.size / verifySeconds,
    provenPerSecond: proofs / proveSeconds,
    checkedPerSecond: proofs / checkSeconds,
    rssMiB,
  }),
)
