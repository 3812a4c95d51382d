import type { Transport } from '@charter/charter'
import { code, imported, importedType } from '../code.ts'
import { surfaceFiles } from './files/surface.ts'
import type { NodeStyle } from './style.ts'

/** A style whose transport says all that a service needs of it: its surface as data, and one statement that joins it. */
export const carriedStyle = (name: string, transport: Transport): NodeStyle => {
  const constant = `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Surface`
  return {
    name,
    packages: transport.packages,
    developmentPackages: transport.developmentPackages,
    carries: transport,
    files: (emitting) =>
      surfaceFiles(emitting, {
        style: name,
        constant,
        type: importedType(`../${name}/${transport.surface.module}`, transport.surface.type),
        says: transport.says,
        // Of a style with a transport, which says so.
        data: emitting.surfaces[name] as object,
      }),
    join: () =>
      code`await ${imported(`./${name}/${transport.module}`, transport.join)}(app, service, ${imported(`./surfaces/${name}.ts`, constant)})`,
  }
}
