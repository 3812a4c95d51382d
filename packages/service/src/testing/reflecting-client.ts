import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import { GrpcReflection } from 'grpc-js-reflection-client'
import type { Namespace, Type } from 'protobufjs'

/** What a person with grpcurl has: an address. Services, types and messages come from reflection; JSON goes in and out. */
export interface ReflectingClient {
  services(): Promise<readonly string[]>
  /** Methods of a service: `GetPatient`. */
  methods(service: string): Promise<readonly string[]>
  /** Rejects with grpc-js' ServiceError. */
  call(method: string, request: object, headers?: Readonly<Record<string, string>>): Promise<Record<string, unknown>>
  close(): void
}

export const reflectingClient = (url: string, version: 'v1' | 'v1alpha' = 'v1'): ReflectingClient => {
  const { host } = new URL(url)
  const reflection = new GrpcReflection(host, credentials.createInsecure(), undefined, version)
  const client = new Client(host, credentials.createInsecure())
  const roots = new Map<string, Namespace>()
  const rootOf = async (service: string): Promise<Namespace> => {
    const known = roots.get(service)
    if (known) return known
    const root = (await reflection.getDescriptorBySymbol(service)).getProtobufJsRoot().resolveAll()
    roots.set(service, root)
    return root
  }
  return {
    services: async () => (await reflection.listServices()) as readonly string[],
    methods: async (service) => Object.keys((await rootOf(service)).lookupService(service).methods),
    call: async (method, request, headers = {}) => {
      const [service = '', name = ''] = method.split('/')
      const root = await rootOf(service)
      const found = root.lookupService(service).methods[name]
      if (!found) throw new Error(`no method ${method}`)
      const [asks, answers] = [root.lookupType(found.requestType), root.lookupType(found.responseType)]
      const wrong = asks.verify(asks.fromObject(request))
      if (wrong) throw new Error(wrong)
      const bytes = Buffer.from(asks.encode(asks.fromObject(request)).finish())
      return new Promise((resolve, reject) => {
        const metadata = new Metadata()
        for (const [header, value] of Object.entries(headers)) metadata.set(header, value)
        client.makeUnaryRequest(
          `/${method}`,
          asIs,
          asIs,
          bytes,
          metadata,
          (error: ServiceError | null, answer?: Buffer) =>
            error || !answer ? reject(error) : resolve(jsonOf(answers, answer)),
        )
      })
    },
    close: () => client.close(),
  }
}

const asIs = (bytes: Buffer): Buffer => bytes

const jsonOf = (type: Type, bytes: Buffer): Record<string, unknown> =>
  type.toObject(type.decode(bytes), { longs: String, enums: String, bytes: String, arrays: true })
