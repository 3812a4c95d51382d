import { saidText } from '@charter/deploy'
import { digestOf } from '../blobs/blobs.ts'
import type { Part, VerifyReleaseBody } from '../charter.gen.ts'
import { generator } from '../releases/generator.ts'
import { isSigned } from '../releases/is-signed.ts'
import { partsOf } from '../releases/parts-of.ts'
import { isRunSigned } from '../releases/run-statement.ts'
import type { MakeReleasePorts } from './make-release.ts'

/** As many differing parts are named, of however many there are. */
const toldMax = 50

/** Makes a release again of its version: keeps nothing of it, and says what is another. */
export const verifyRelease =
  ({ blobs, generate, signer }: MakeReleasePorts): VerifyReleaseBody =>
  async ({ row: release }, { rows, tell }) => {
    const version = await rows.read('Version', { id: release.versionId })
    const made = version ? (await partsOf(version, generate)).parts : []
    const again = new Map(made.map(({ path, text }) => [path, digestOf(Buffer.from(text))]))
    const kept = new Map(release.parts.map(({ path, digest }) => [path, digest]))
    const differing = [...new Set([...again.keys(), ...kept.keys()])].filter(
      (path) => again.get(path) !== kept.get(path),
    )
    const lost = await lostOf(release.parts, (digest) => blobs.read(digest))
    for (const path of differing.slice(0, toldMax)) tell(saidText(`made another way: ${path}`, 500))
    for (const path of lost.slice(0, toldMax)) tell(saidText(`not kept, or changed: ${path}`, 500))
    const runs = await rows.list('Run', {
      where: { releaseId: release.id, state: { in: ['passed', 'failed'] }, statement: { isNull: false } },
    })
    const unsigned = runs.filter((run) => !isRunSigned(signer, run))
    for (const { id } of unsigned.slice(0, toldMax)) tell(`not as it was signed: run ${id}`)
    if (!release.manifest.includes(JSON.stringify(generator))) tell(`It was made by other software than ${generator}.`)
    return {
      isEqual: differing.length === 0,
      isSigned: isSigned(signer, release),
      differing: differing.length,
      lost: lost.length,
      runs: runs.length,
      unsignedRuns: unsigned.length,
    }
  }

const lostOf = async (
  parts: readonly Part[],
  read: (digest: string) => Promise<Uint8Array>,
): Promise<readonly string[]> => {
  const lost: string[] = []
  for (const { path, digest } of parts) await read(digest).catch(() => lost.push(path))
  return lost
}
