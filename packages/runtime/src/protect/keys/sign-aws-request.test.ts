import { expect, test } from 'vitest'
import { signAwsRequest } from './sign-aws-request.ts'

const suite = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }

test('signs `post-vanilla` of the AWS Signature Version 4 test suite as the suite does', async () => {
  const headers = await signAwsRequest(
    { method: 'POST', url: 'https://example.amazonaws.com/', headers: {} },
    { credentials: suite, region: 'us-east-1', service: 'service', nowMs: Date.UTC(2015, 7, 30, 12, 36) },
  )
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
})

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }

test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, emptyHash, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'], // biome-ignore format: one example
  [
    'PUT',
    '/test$file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle', {}, emptyHash, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, emptyHash, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
] as const)(
  'signs as the examples in the documentation of S3 do: %s %s',
  async (method, path, given, hash, signature) => {
    const headers = await signAwsRequest(
      {
        method,
        url: `https://examplebucket.s3.amazonaws.com${path}`,
        headers: { ...given, 'x-amz-content-sha256': hash },
      },
      { credentials, region: 'us-east-1', service: 's3', nowMs: Date.UTC(2013, 4, 24) },
    )
    expect(headers.authorization).toMatch(new RegExp(`Signature=${signature}$`))
  },
)

test('credentials that no header may hold are not told', async () => {
  const wrong = { ...credentials, sessionToken: 'one\ntwo' }
  const scope = { credentials: wrong, region: 'us-east-1', service: 'kms', nowMs: 0 }
  const signing = signAwsRequest({ method: 'POST', url: 'https://kms.us-east-1.amazonaws.com/', headers: {} }, scope)
  await expect(signing).rejects.toThrow(/^A request to AWS cannot be signed: .*may have\.$/)
})
