import type { ShortenKeyBody } from '../charter.gen.ts'

/** A key that another takes the place of ends when whoever has it knows the new one; it never ends later than it was to. */
export const shortenKey: ShortenKeyBody = async ({ row: key, value: { endsAt } }, { rows }) => {
  if (key.state === 'active' && Date.parse(endsAt) < Date.parse(key.endsAt))
    await rows.update('Key', { id: key.id }, { endsAt })
  return { id: key.id }
}
