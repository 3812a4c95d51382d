import type { GeneratedFile } from '@charter/charter'
import { code, imported, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { surfaceFiles } from '../files/surface.ts'
import { defineNodeStyle } from '../style.ts'
import { docComment } from '../text.ts'

/** The surface as data, and a server of its own port that reads it. */
export const grpc = defineNodeStyle({
  name: 'grpc',
  packages: ['@grpc/grpc-js'],
  developmentPackages: [],
  files: (emitting) => [
    ...surfaceFiles(emitting, {
      style: 'grpc',
      constant: 'grpcSurface',
      type: importedType('../grpc/surface.ts', 'GrpcSurface'),
      says: 'What gRPC calls the parts of the charter: services, messages, fields with their numbers.',
      data: emitting.surfaces.grpc as object,
    }),
    { path: 'src/grpc-server.ts', text: serverFile(emitting), owner: 'shared' },
  ],
  join: () =>
    code`await ${imported('./grpc/connect/connect.ts', 'connect')}(app, service, ${imported('./surfaces/grpc.ts', 'grpcSurface')})`,
  listener: {
    open: code`${imported('./grpc-server.ts', 'grpcServer')}(service, config)`,
    relay: imported('./grpc/relay.ts', 'grpcRelay'),
    surface: imported('./surfaces/grpc.ts', 'grpcSurface'),
    variables: [
      '| `GRPC_REFLECTION` | `true`: clients may ask what gRPC offers, in production too | true in development |',
    ],
  },
})

const serverFile = ({ header }: Pick<EmitContext, 'header'>): GeneratedFile['text'] =>
  sourceFile(
    header,
    code`
      ${docComment('The gRPC server, every method joined and not yet listening.')}
      export const grpcServer = (service: ${importedType('./runtime/service/index.ts', 'Service')}, config: ${importedType('./runtime/service/index.ts', 'ServiceConfig')}): ${importedType('./grpc/listener.ts', 'GrpcListener')} => {
        const listener = ${imported('./grpc/listener.ts', 'grpcListener')}({ limits: service.model.limits, tls: config.tls, onBug: service.onBug, log: service.log, isReflecting: ${imported('./grpc/reflecting.ts', 'isReflecting')}(process.env, config.mode) })
        ${imported('./grpc/grpc.ts', 'joinGrpc')}(${imported('./surfaces/grpc.ts', 'grpcSurface')}, service, listener)
        return listener
      }
    `,
  )
