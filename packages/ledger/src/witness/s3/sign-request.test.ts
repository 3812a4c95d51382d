import { expect, it } from 'vitest'
import { signRequest } from './sign-request.ts'

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
const scope = { credentials, region: 'us-east-1', service: 's3', amzDate: '20130524T000000Z' }

it.each([
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
  (method, path, headers, bodyHash, signature) => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
    const signed = signRequest(
      { method, url, headers: { ...headers, 'x-amz-content-sha256': bodyHash }, bodyHash },
      scope,
    )
    expect(signed.authorization).toMatch(new RegExp(`Signature=${signature}$`))
  },
)
