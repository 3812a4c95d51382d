import { AwsV4Signer } from 'aws4fetch'

/** Credentials of AWS; `sessionToken` with temporary ones. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** A request to AWS, or to what speaks like it. `headers`: in lower case, without `host`. */
export interface AwsRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface SigningScope {
  readonly credentials: AwsCredentials
  readonly region: string
  readonly service: string
  readonly nowMs: number
}

/**
 * The headers of a request, all of them signed, with `authorization` and those that the signature adds (AWS Signature Version 4,
 * docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). What is sent to S3 names the hash of its
 * body in `x-amz-content-sha256`. Rejects where credentials cannot stand in a header, without saying them.
 */
export const signAwsRequest = async (
  request: AwsRequest,
  { credentials, region, service, nowMs }: SigningScope,
): Promise<Readonly<Record<string, string>>> => {
  const datetime = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  try {
    const signer = new AwsV4Signer({ ...request, ...credentials, region, service, datetime, allHeaders: true })
    return Object.fromEntries((await signer.sign()).headers)
  } catch (error) {
    // Of a value that no header may have (fetch.spec.whatwg.org, headers class).
    if (!(error instanceof TypeError)) throw error
    throw new Error('A request to AWS cannot be signed: its credentials hold characters that no header may have.')
  }
}
