import type { GeneratedFile } from '@charter/charter'
import { type Code, code, imported, sourceFile } from '../../code.ts'
import { dataText } from '../../data-text.ts'
import type { EmitContext } from '../emit-context.ts'
import { docComment } from '../text.ts'

export interface SurfaceFile {
  readonly style: string
  readonly constant: string
  readonly type: Code
  readonly says: string
  readonly data: object
}

/** A style's plan of the charter as data, `src/surfaces/grpc.json`, and what reads it when the service starts, `grpc.ts`. */
export const surfaceFiles = (
  { header }: Pick<EmitContext, 'header'>,
  { style, constant, type, says, data }: SurfaceFile,
): readonly GeneratedFile[] => [
  { path: `src/surfaces/${style}.json`, text: dataText(data), owner: 'machine' },
  {
    path: `src/surfaces/${style}.ts`,
    owner: 'shared',
    text: sourceFile(
      header,
      code`
        ${docComment(says)}
        export const ${constant}: ${type} = JSON.parse(${imported('node:fs', 'readFileSync')}(new URL('./${style}.json', import.meta.url), 'utf8'))
      `,
    ),
  },
]
