import { inCamelCase, type Transport, type TransportListener } from '@charter/charter'
import { code, imported, importedType, sourceFile } from '../code.ts'
import type { EmitContext } from './emit-context.ts'
import { surfaceFiles } from './files/surface.ts'
import type { NodeStyle } from './style.ts'
import { docComment } from './text.ts'

/** A style whose transport says all that a service needs of it: its surface as data, and one statement that joins it. */
export const carriedStyle = (name: string, transport: Transport): NodeStyle => {
  const constant = `${inCamelCase(name)}Surface`
  const surface = imported(`./surfaces/${name}.ts`, constant)
  const join = imported(`./${name}/${transport.module}`, transport.join)
  const { listener } = transport
  return {
    name,
    packages: transport.packages,
    developmentPackages: transport.developmentPackages,
    carries: transport,
    files: (emitting) => [
      ...surfaceFiles(emitting, {
        style: name,
        constant,
        type: importedType(`../${name}/${transport.surface.module}`, transport.surface.type),
        says: transport.says,
        // Of a style with a transport, which says so.
        data: emitting.surfaces[name] as object,
      }),
      ...(listener
        ? [
            {
              path: `src/${name}-server.ts`,
              text: serverFile(emitting, { name, listener, join, surface }),
              owner: 'shared' as const,
            },
          ]
        : []),
    ],
    ...(listener
      ? {
          listener: {
            open: code`await ${imported(`./${name}-server.ts`, serverName(name))}(service, config)`,
            relay: imported(`./${name}/${listener.relay.module}`, listener.relay.name),
            surface,
            variables: [],
          },
        }
      : { join: () => code`await ${join}(app, service, ${surface})` }),
  }
}

/** What opens a style's own listener in a service, in `src/<name>-server.ts`. */
export const serverName = (name: string): string => `${inCamelCase(name)}Server`

interface ServerParts {
  readonly name: string
  readonly listener: TransportListener
  readonly join: ReturnType<typeof imported>
  readonly surface: ReturnType<typeof imported>
}

const serverFile = (
  { header, listeners }: Pick<EmitContext, 'header' | 'listeners'>,
  { name, listener, join, surface }: ServerParts,
): string =>
  sourceFile(
    header,
    code`
      ${docComment(`The server of ${listeners[name]?.title ?? name}, joined and not yet listening.`)}
      export const ${serverName(name)} = async (service: ${importedType('./runtime/service/index.ts', 'Service')}, config: ${importedType('./runtime/service/index.ts', 'ServiceConfig')}) => {
        const listener = ${imported(`./${name}/${listener.module}`, listener.open)}({ limits: service.model.limits, tls: config.tls, onBug: service.onBug, log: service.log })
        await ${join}(listener, service, ${surface})
        return listener
      }
    `,
  )
