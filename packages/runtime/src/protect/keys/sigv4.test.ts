import { expect, test } from 'vitest'
import { signedV4 } from './sigv4.ts'

test('signs `post-vanilla` of the AWS Signature Version 4 test suite as the suite does', () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
  const of = { region: 'us-east-1', service: 'service', at: '20150830T123600Z' }
  const { headers } = signedV4(credentials, of, { url: 'https://example.amazonaws.com/', headers: {} })
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
})
