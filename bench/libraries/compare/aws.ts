import { type Comparison, requireSame } from '../comparison.ts'
import type { Peers } from '../peers.ts'

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const at = new Date('2026-01-01T00:00:00Z')
const request = {
  method: 'POST',
  url: 'https://kms.eu-central-1.amazonaws.com/',
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'TrentService.Decrypt' },
  body: JSON.stringify({ KeyId: 'arn:aws:kms:eu-central-1:111122223333:key/1', CiphertextBlob: 'A'.repeat(200) }),
}

/** A request to a key service, signed: the library that is used, and AWS's own. */
export const awsComparison = async ({ signedByAws4fetch, signedBySmithy }: Peers): Promise<Comparison> => {
  const ours = () => signedByAws4fetch(request, credentials, 'eu-central-1', 'kms', at)
  const library = () => signedBySmithy(request, credentials, 'eu-central-1', 'kms', at)
  const signatureOf = (header: string): string => header.replace(/^.*Signature=/, '')
  const same = await Promise.all([ours(), library()])
  requireSame('signature', signatureOf(same[0]), signatureOf(same[1]))
  return { name: 'a request to AWS signed', by: { ours: 'aws4fetch', library: '@smithy' }, ours, library }
}
