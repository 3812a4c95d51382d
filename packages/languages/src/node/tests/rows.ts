import type { ExampleRows } from '@charter/charter'
import type { Json } from '@charter/runtime'
import { code, importedType, sourceFile } from '../../code.ts'
import type { EmitContext } from '../emit-context.ts'
import { literal } from '../text.ts'

/** Example rows of each entity, and how many of them belong to the principal that asks. */
export const rowCount = 4
export const mineCount = 3

/** `test/rows.ts` */
export const rowsFile = ({ header, model }: EmitContext, { rows }: ExampleRows): string =>
  sourceFile(
    header,
    code`
      /** Rows that every test starts from: row n of an entity refers to row n of the others; the last ones are somebody else's. */
      export const rows: Readonly<{ [entity: string]: readonly ${importedType('../src/runtime/index.ts', 'JsonObject')}[] }> = ${literal(Object.fromEntries(model.entities.map(({ name }) => [name, rows[name] ?? []])) as unknown as Json)}
    `,
  )
