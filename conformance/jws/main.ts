import { readFileSync } from 'node:fs'
import { isFault, judge, type Vectors } from './judge.ts'

/**
 * Judges JWS vectors in the format of Project Wycheproof (`json_web_signature_test.json`) by what verifies tokens of
 * services: `node conformance/jws/main.ts <file>`, or with `JWS_VECTORS`. Exits 1 when one is a fault.
 */
const file = process.argv[2] ?? process.env.JWS_VECTORS
if (file === undefined) {
  console.error('Say the file of vectors: node conformance/jws/main.ts <file>, or set JWS_VECTORS.')
  process.exit(2)
}
const verdicts = await judge(JSON.parse(readFileSync(file, 'utf8')) as Vectors)
const otherwise = verdicts.filter(({ isWanted, isAccepted }) => isWanted !== isAccepted)
for (const verdict of otherwise) {
  const { id, group, comment, isAccepted, reason } = verdict
  const word = isFault(verdict) ? 'FAULT  ' : 'refused'
  console.log(
    `${word}  ${id}  ${group}  ${comment}  ${reason ?? (isAccepted ? 'accepted, and is not valid' : 'refused, and is valid')}`,
  )
}
const faults = otherwise.filter(isFault).length
console.log(
  `${verdicts.length} vectors: ${verdicts.length - otherwise.length} as the file says, ${otherwise.length - faults} refused on purpose, ${faults} faults`,
)
process.exit(faults > 0 ? 1 : 0)
