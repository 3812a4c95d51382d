import { callProvider, memberOf } from './call.ts'
import type { KeyContext, KeyProvider } from './provider.ts'
import { type AwsCredentials, signAwsRequest } from './sign-aws-request.ts'

export interface AwsKmsOptions {
  /** `arn:aws:kms:eu-central-1:111122223333:key/…`: names the region too. */
  readonly arn: string
  readonly credentials: () => Promise<AwsCredentials>
  /** Only for another partition or a stand-in; else `https://kms.<region>.amazonaws.com`. */
  readonly endpoint?: string
  readonly nowMs: () => number
}

/**
 * AWS KMS with a symmetric key: `Encrypt` and `Decrypt` of the JSON 1.1 protocol, bound by an encryption context.
 * docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html, …/API_Decrypt.html
 */
export const awsKmsKeys = ({ arn, credentials, endpoint, nowMs }: AwsKmsOptions): KeyProvider => {
  const region = arn.split(':')[3] ?? ''
  const url = `${endpoint ?? `https://kms.${region}.amazonaws.com`}/`
  const ask = (action: 'Encrypt' | 'Decrypt', body: Readonly<Record<string, unknown>>) =>
    callProvider(
      'AWS KMS',
      async () => {
        const request = {
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` },
          body: JSON.stringify(body),
        } as const
        const scope = { credentials: await credentials(), region, service: 'kms', nowMs: nowMs() }
        return { ...request, headers: await signAwsRequest(request, scope) }
      },
      (answer) => String((answer as { readonly __type?: unknown } | null)?.__type ?? '').replace(/[^\w.#]/g, ''),
    )
  return {
    name: 'awskms',
    wrap: async (bytes, context) => {
      const Plaintext = Buffer.from(bytes).toString('base64')
      const answer = await ask('Encrypt', { KeyId: arn, Plaintext, EncryptionContext: contextOf(context) })
      return memberOf('AWS KMS', answer, 'CiphertextBlob')
    },
    unwrap: async (wrapped, context) => {
      const answer = await ask('Decrypt', {
        KeyId: arn,
        CiphertextBlob: wrapped,
        EncryptionContext: contextOf(context),
      })
      return Buffer.from(memberOf('AWS KMS', answer, 'Plaintext'), 'base64')
    },
    describe: () => `AWS KMS ${arn}`,
  }
}

const contextOf = ({ service, key }: KeyContext) => ({ 'charter:service': service, 'charter:key': key })
