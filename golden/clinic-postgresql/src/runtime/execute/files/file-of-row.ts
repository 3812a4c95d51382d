import type { FileRange } from '../../call/file-calls.ts'
import type { OpenFile } from '../../files/file-store.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { EntityUnit } from '../../store/entity.ts'
import type { JsonObject } from '../../values/json.ts'
import { fileIn } from './count-files.ts'

export interface FileOfRow {
  readonly unit: EntityUnit
  /** As whoever asks may see it; null where they may not. */
  readonly row: JsonObject | null
  readonly field: string
  /** Whose the row is. */
  readonly tenant: string | null
  readonly range?: FileRange | undefined
}

/** The bytes that a row names; null where it names none. */
export const fileOfRow = async (
  { files }: CallStore,
  { unit, row, field: name, tenant, range }: FileOfRow,
): Promise<OpenFile | null> => {
  const field = unit.fields.get(name)
  if (!field?.file || !files) throw new Error(`${unit.model.name}.${name} is no file`)
  const value = fileIn(row, field)
  return value && files.read({ field, tenant }, value.digest, range)
}
