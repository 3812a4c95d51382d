import { type FieldModel, fileFields, type ServiceModel } from '../call/model.ts'
import { type EntityUnit, keyOf, tenantIn } from '../store/entity.ts'
import type { ProtectedState, State, TokenRecord } from '../store/state.ts'
import { indexOf } from '../store/store.ts'
import type { Transaction } from '../store/transaction.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { parseExact } from '../values/exact-json.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { blindIndex } from './blind-index.ts'
import { keyIdOf, type OpenKey, openText, type Place, sealText } from './envelope.ts'
import { type Keyring, keysUnavailable } from './keyring.ts'
import { newToken } from './token.ts'

/**
 * Turns values of protected fields into what their columns hold, and back. `transaction`: the call's own where state shares
 * it, so that the vault changes with the row; else null.
 */
export interface Protection {
  readonly keyring: Keyring
  /** The vault lies with the rows, and changes in their transactions. */
  readonly isShared: boolean
  /**
   * What the columns of these fields hold for the values in `row`, blind indexes included. `row` has the key and the tenant
   * of the record.
   */
  seal(
    unit: EntityUnit,
    row: JsonObject,
    names: readonly string[],
    transaction: Transaction | null,
  ): Promise<JsonObject>
  /** The values of ciphertexts and tokens, in order. A token that the vault does not know rejects. */
  open(sealed: readonly Sealed[], transaction: Transaction | null): Promise<readonly Json[]>
  /** What the index column, or the token's column, holds for rows that have one of these values. */
  lookup(
    unit: EntityUnit,
    field: FieldModel,
    tenant: string | null,
    values: readonly Json[],
    transaction: Transaction | null,
  ): Promise<readonly string[]>
  /** A text that goes into the service's own records. */
  sealRecord(text: string, place: Place): Promise<string>
  openRecord(sealed: string, place: Place): Promise<string>
}

/** One stored text with the place it belongs to. */
export interface Sealed {
  readonly kind: 'encrypt' | 'tokenize'
  readonly text: string
  readonly place: Place
}

/** Whether files of a service are sealed. */
export const sealsFiles = ({ entities }: Pick<ServiceModel, 'entities'>): boolean =>
  entities.some((entity) => fileFields(entity).some(({ protect }) => protect !== undefined))

export const protectionOf = (keyring: Keyring, state: State): Protection => ({
  keyring,
  isShared: state.isTransactional,
  async seal(unit, row, names, transaction) {
    const sealed: Record<string, Json> = {}
    for (const field of unit.sealed) {
      if (!names.includes(field.name)) continue
      const value = row[field.name] ?? null
      const place = placeOf(unit, field, row)
      if (field.protect?.kind === 'tokenize')
        sealed[field.name] = value === null ? null : await tokenFor(keyring, state, field, place, value, transaction)
      else {
        sealed[field.name] = value === null ? null : sealText(await keyring.dataKey(), place, canonicalJson(value))
        if (field.protect?.isSearchable)
          sealed[indexOf(field.name)] =
            value === null ? null : blindIndex((await keyring.indexKeys())[0], place, canonicalJson(value))
      }
    }
    return sealed
  },
  open: (sealed, transaction) => openAll(keyring, state, sealed, transaction),
  async lookup(unit, field, tenant, values, transaction) {
    const keys = await keyring.indexKeys()
    const place = sealedUnder(unit, field, tenant)
    const indexes = values.flatMap((value) => keys.map((key) => blindIndex(key, place, canonicalJson(value))))
    if (field.protect?.kind === 'encrypt') return indexes
    return (await state.findTokensByIndex(indexes, transaction)).map(({ token }) => token)
  },
  sealRecord: async (text, place) => sealText(await keyring.dataKey(), place, text),
  openRecord: async (sealed, place) => openOne(await keyring.dataKeys([keyIdOf(sealed) ?? '']), sealed, place),
})

/** Where a value of the row belongs. */
export const placeOf = (unit: EntityUnit, field: FieldModel, row: JsonObject): Place =>
  recordPlace(unit, field, { tenant: tenantIn(unit, row), key: keyOf(unit, row) })

/** The place of a field's value in the record that has this key. */
export const recordPlace = (
  unit: EntityUnit,
  field: FieldModel,
  { tenant, key }: { readonly tenant: string | null; readonly key: JsonObject },
): Place => ({ ...sealedUnder(unit, field, tenant), key: canonicalJson(firstNames(unit, key)) })

/** A renamed entity or field keeps the first names in its seals: what was sealed before opens, and equal values stay equal. */
const sealedUnder = ({ model }: EntityUnit, field: FieldModel, tenant: string | null): Omit<Place, 'key'> => ({
  tenant,
  entity: model.sealedAs?.name ?? model.name,
  field: field.protect?.sealedAs ?? field.name,
})

const firstNames = ({ model }: EntityUnit, key: JsonObject): JsonObject =>
  model.sealedAs
    ? Object.fromEntries(model.sealedAs.key.map((first, at) => [first, key[model.key[at] ?? ''] ?? null]))
    : key

/** A searchable value has one token in its field and tenant; any other a new one each time it is written. */
const tokenFor = async (
  keyring: Keyring,
  state: ProtectedState,
  field: FieldModel,
  { tenant, entity, field: sealedField }: Place,
  value: Json,
  transaction: Transaction | null,
): Promise<string> => {
  const text = canonicalJson(value)
  const place = { tenant, entity, field: sealedField }
  const keys = field.protect?.isSearchable ? await keyring.indexKeys() : []
  const indexes = keys.map((key) => blindIndex(key, place, text))
  const known = indexes.length === 0 ? [] : await state.findTokensByIndex(indexes, transaction)
  if (known[0]) return known[0].token
  const token = newToken()
  const sealed = sealText(await keyring.dataKey(), vaultPlace(place, token), text)
  return state.insertToken({ ...place, token, index: indexes[0] ?? null, sealed }, transaction)
}

/** In the vault a ciphertext belongs to its token. */
export const vaultPlace = (of: Omit<Place, 'key'>, token: string): Place => ({
  tenant: of.tenant,
  entity: of.entity,
  field: of.field,
  key: token,
})

const openAll = async (
  keyring: Keyring,
  state: ProtectedState,
  sealed: readonly Sealed[],
  transaction: Transaction | null,
): Promise<readonly Json[]> => {
  const tokens = [...new Set(sealed.flatMap(({ kind, text }) => (kind === 'tokenize' ? [text] : [])))]
  const vault = new Map(
    tokens.length === 0 ? [] : (await state.findTokens(tokens, transaction)).map((each) => [each.token, each] as const),
  )
  const texts = sealed.map((each) => (each.kind === 'encrypt' ? each : inVault(vault, each)))
  const keys = await keyring.dataKeys(texts.map(({ text }) => keyIdOf(text) ?? ''))
  return texts.map(({ text, place }) => parseExact(openOne(keys, text, place)))
}

/** The vault's record says nothing of where the token may stand; the token's place does. */
const inVault = (
  vault: ReadonlyMap<string, TokenRecord>,
  { text: token, place }: Sealed,
): { readonly text: string; readonly place: Place } => {
  const record = vault.get(token)
  if (!record) throw keysUnavailable(new Error(`the vault does not know a token of ${place.entity}.${place.field}`))
  return { text: record.sealed, place: vaultPlace(place, token) }
}

const openOne = (keys: ReadonlyMap<string, OpenKey>, sealed: string, place: Place): string => {
  const key = keys.get(keyIdOf(sealed) ?? '')
  if (!key) throw new Error(`${place.entity}.${place.field} holds a text that was not sealed`)
  try {
    return openText(key, place, sealed)
  } catch {
    // What node:crypto says of it helps nobody; the value itself must not be in any message.
    throw new Error(`a ciphertext of ${place.entity}.${place.field} does not open: altered, or moved from another row`)
  }
}
