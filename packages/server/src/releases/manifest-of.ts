import { canonicalJson } from '@charter/runtime'
import type { Entities, Part } from '../charter.gen.ts'

/** What is signed of a release. */
export interface Manifested {
  readonly project: string
  readonly version: Pick<Entities['Version']['row'], 'number' | 'digest' | 'createdBy'>
  readonly digest: string
  readonly parts: readonly Part[]
  /** How many of what `check` says of it are warnings. */
  readonly warnings: number
  /** Of the software that generated it. */
  readonly generator: string
  readonly madeBy: string
  readonly madeAt: string
}

const sbomPath = 'node/sbom.cdx.json'

/** The manifest of a release, as canonical JSON (RFC 8785): what it is of, by digest, and who made it of what, when. */
export const manifestOf = ({ project, version, digest, parts, ...made }: Manifested): string =>
  canonicalJson({
    manifest: 1,
    digest,
    project,
    version: version.number,
    versionDigest: version.digest,
    writtenBy: version.createdBy,
    sbom: parts.find(({ path }) => path === sbomPath)?.digest ?? null,
    ...made,
  })
