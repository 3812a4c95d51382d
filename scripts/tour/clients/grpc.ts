import { Client as Channel, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { type Client, type ListAsked, type Refusal, rowOf } from './client.ts'

interface Row {
  readonly patients: readonly Readonly<Record<string, unknown>>[]
}

/** google/rpc/status.proto and error_details.proto, as far as a refusal needs them. */
const rpc = `syntax = "proto3"; package google.rpc;
message Any { string type_url = 1; bytes value = 2; }
message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }`

/** What a contract of the service may import, as protobufjs ships it. */
const rootWithImports = (): protobuf.Root => {
  const root = new protobuf.Root()
  for (const name of ['timestamp', 'field_mask']) {
    const file = protobuf.common.get(`google/protobuf/${name}.proto`)
    if (file?.nested) root.addJSON(file.nested)
  }
  return root
}

const timeoutMs = 10_000
const asIs = (bytes: Buffer): Buffer => bytes

/** One unary call from the published proto, and a status with details. */
export const grpcClient = async (url: string, grpcUrl: string): Promise<Client> => {
  const published = await fetch(`${url}/proto/clinic/v1/clinic.proto`, { signal: AbortSignal.timeout(timeoutMs) })
  const { root } = protobuf.parse(await published.text(), rootWithImports())
  const asks = root.lookupType('clinic.v1.ListPatientsRequest')
  const answers = root.lookupType('clinic.v1.ListPatientsResponse')
  const channel = new Channel(new URL(grpcUrl).host, credentials.createInsecure())
  const send = ({ token, requestId, limit }: ListAsked): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata()
      metadata.set('authorization', `Bearer ${token}`)
      metadata.set('x-request-id', requestId)
      const bytes = Buffer.from(asks.encode(asks.fromObject({ pageSize: limit })).finish())
      channel.makeUnaryRequest(
        '/clinic.v1.PatientService/ListPatients',
        asIs,
        asIs,
        bytes,
        metadata,
        { deadline: Date.now() + timeoutMs },
        (error, answer) => (error || !answer ? reject(error) : resolve(answer)),
      )
    })
  return {
    style: 'grpc',
    protocol: 'gRPC',
    wire: 'clinic.v1.PatientService/ListPatients',
    list: async (asked) => {
      try {
        const answer = answers.toObject(answers.decode(await send(asked)), { enums: String, longs: String }) as Row
        return { carrier: '0 OK', rows: (answer.patients ?? []).map((row) => rowOf((name) => row[name])) }
      } catch (error) {
        // grpc-js rejects with nothing else.
        const { code, details, metadata } = error as ServiceError
        return { carrier: `${code} ${status[code]}`, problem: refusalOf(details, metadata) }
      }
    },
    close: () => channel.close(),
  }
}

/** AIP-193: the code is the reason of ErrorInfo, in capitals. */
const refusalOf = (detail: string, metadata: Metadata): Refusal => {
  const { root } = protobuf.parse(rpc)
  const [bytes] = metadata.get('grpc-status-details-bin')
  if (!Buffer.isBuffer(bytes)) throw new Error(`gRPC refused without details: ${detail}`)
  // Members as declared above.
  const { details } = root.lookupType('google.rpc.Status').decode(bytes) as unknown as {
    readonly details: readonly { readonly typeUrl: string; readonly value: Uint8Array }[]
  }
  const info = details.find(({ typeUrl }) => typeUrl.endsWith('google.rpc.ErrorInfo'))
  const { reason } = root.lookupType('google.rpc.ErrorInfo').decode(info?.value ?? Buffer.alloc(0)) as unknown as {
    readonly reason: string
  }
  return { code: reason.toLowerCase().replaceAll('_', '-'), detail }
}
