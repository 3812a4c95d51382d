import type { Entities } from '../charter.gen.ts'
import { releaseDigest } from './parts-of.ts'
import type { ReleaseSigner } from './release-signer.ts'

/** Whether this platform signed a release, and it still is of the parts that were signed. */
export const isSigned = (
  signer: Pick<ReleaseSigner, 'isOf'>,
  { manifest, signature, digest, parts }: Entities['Release']['row'],
): boolean =>
  signer.isOf(manifest, signature) &&
  (JSON.parse(manifest) as { readonly digest?: unknown }).digest === digest &&
  releaseDigest(parts) === digest
