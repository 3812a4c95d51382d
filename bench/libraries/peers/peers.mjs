import { createHash, createHmac } from 'node:crypto'
import { create, createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { SignatureV4 } from '@smithy/signature-v4'
import { DOMParser } from '@xmldom/xmldom'
import { AwsV4Signer } from 'aws4fetch'
import { buildSchema } from 'graphql'
import { createHandler } from 'graphql-sse'
import { MessageType, stringifyMessage } from 'graphql-ws'
import { createRemoteJWKSet, customFetch } from 'jose'
import { Certificate, ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { Histogram, Registry } from 'prom-client'
import { SignedXml } from 'xml-crypto'

export { default as canonicalize } from 'canonicalize'

/** Counts a request as prom-client does. */
export const countedBy = (buckets) => {
  const options = { name: 'requests', help: 'Requests.', labelNames: ['method', 'route', 'status'], buckets }
  const histogram = new Histogram({ ...options, registers: [new Registry()] })
  return (method, route, status, seconds) => histogram.observe({ method, route, status }, seconds)
}

/** Writes and reads messages of one file, given as what `FileDescriptorProto` is made of. */
export const messagesOf = (file, name) => {
  const described = create(FileDescriptorProtoSchema, file)
  const schema = createFileRegistry(described, () => undefined).getMessage(name)
  return {
    write: (value) => toBinary(schema, create(schema, value)),
    read: (bytes) => fromBinary(schema, bytes),
  }
}

/** What a time-stamp token holds, its signature left to whoever asks. */
export const readToken = (token) => {
  const signed = new SignedData({ schema: ContentInfo.fromBER(token).content })
  const info = Buffer.from(signed.encapContentInfo.eContent.getValue())
  const [signer] = signed.signerInfos
  return {
    info,
    time: TSTInfo.fromBER(info).genTime,
    attributes: Buffer.from(signer.signedAttrs.encodedValue),
    signature: Buffer.from(signer.signature.getValue()),
    certificates: signed.certificates
      .filter((each) => each instanceof Certificate)
      .map((each) => Buffer.from(each.toSchema().toBER())),
  }
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

export const signXml = (xml, privateKey) => {
  const signature = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  })
  signature.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  })
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } })
  return signature.getSignedXml()
}

/** What was signed, as text; null where the signature does not hold. */
export const verifyXml = (xml, publicCert) => {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const [node] = Array.from(document.getElementsByTagName('Signature'))
  const signature = new SignedXml({ publicCert })
  signature.loadSignature(node)
  return signature.checkSignature(xml) ? signature.getSignedReferences()[0] : null
}

export const socketMessage = (id, payload) => stringifyMessage({ id, type: MessageType.Next, payload })

class Sha256 {
  constructor(secret) {
    this.hash = secret ? createHmac('sha256', secret) : createHash('sha256')
  }
  update(data) {
    this.hash.update(data)
  }
  async digest() {
    return this.hash.digest()
  }
}

/** `authorization` of a request to AWS, by AWS's own library. */
export const signedBySmithy = async ({ method, url, headers, body }, credentials, region, service, at) => {
  const { hostname, pathname, host } = new URL(url)
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false })
  const request = { method, protocol: 'https:', hostname, path: pathname, headers: { ...headers, host }, body }
  return (await signer.sign(request, { signingDate: at })).headers.authorization
}

export const signedByAws4fetch = async (request, credentials, region, service, at) => {
  const datetime = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const signer = new AwsV4Signer({ ...request, ...credentials, region, service, datetime, allHeaders: true })
  return (await signer.sign()).headers.get('authorization')
}

/** How many items graphql-sse takes from a source while nobody reads its answer. */
export const takenUnread = async (items) => {
  let taken = 0
  const source = async function* () {
    for (; taken < items; taken++) yield { data: { at: taken } }
  }
  const schema = buildSchema('type Query { at: Int } type Subscription { at: Int }')
  const handler = createHandler({ schema, subscribe: () => source() })
  const headers = new Map([
    ['accept', 'text/event-stream'],
    ['content-type', 'application/json'],
  ])
  await handler({ method: 'POST', url: '/', headers, body: { query: 'subscription { at }' }, raw: null, context: null })
  await new Promise((resolve) => setTimeout(resolve, 200))
  return taken
}

/** Of ten tokens, how many jose finds a key for, and how often it asks, once its keys are old and the provider is down. */
export const askedWhileDown = async (set, header) => {
  let asked = 0
  const fetch = async () => {
    if (asked++ === 0) return Response.json(set)
    throw new Error('The provider is down.')
  }
  const keys = createRemoteJWKSet(new URL('https://id.example/keys'), { [customFetch]: fetch, cacheMaxAge: 0 })
  let found = 0
  await keys(header, {})
  for (let token = 0; token < 10; token++)
    await keys(header, {}).then(
      () => found++,
      () => {},
    )
  return { found, asked: asked - 1 }
}
