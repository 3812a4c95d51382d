import { readFileSync } from 'node:fs'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { inProcessTarget, seedRows, type Target } from '@charter/project'
import type { Json } from '@charter/runtime'
import { derive } from '@charter/service'
import { styles } from '@charter/styles'

export type ServedClinic = Target

const text = readFileSync(new URL('../packages/charter/examples/clinic.yaml', import.meta.url), 'utf8')

/** The clinic with its samples, served for the examples of a page; `serves` is the line of the charter that says how. */
export const serveClinic = async (serves: string): Promise<ServedClinic> => {
  const { charter } = parseCharter({ 'charter.yaml': text.replace(/^serves: .*$/m, serves) }, { styles })
  if (!charter) throw new Error('the clinic is no charter')
  const derived = derive(charter, connectors)
  const rows = Object.fromEntries(
    charter.entities.map(({ name, fields, samples = [] }) => [
      name,
      samples.map((sample) =>
        Object.fromEntries(fields.map((field) => [field.name, sample[field.name] ?? leftOut(field)])),
      ),
    ]),
  )
  const target = await inProcessTarget(derived, { ...seedRows(derived.model), rows, attributes: [{ ward: 'north' }] })
  await target.reset?.('example')
  return target
}

/** What a sample leaves out: a literal default, else nothing. */
const leftOut = ({
  default: fallback,
}: {
  readonly default?: { readonly kind: string; readonly value?: Json }
}): Json =>
  fallback?.kind === 'value' ? (fallback.value ?? null) : fallback?.kind === 'now' ? '2026-01-01T00:00:00Z' : null
