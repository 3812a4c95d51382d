import { hash } from 'node:crypto'

/** A share of a list, drawn by a seed: each item by its own name, so that the draw does not move when others come or go. */
export const drawn = <Item extends readonly [number, { readonly name: string }]>(
  items: readonly Item[],
  seed: number,
  share: number,
): readonly Item[] =>
  items.filter(
    ([, { name }]) => Number.parseInt(hash('sha256', `${seed} ${name}`, 'hex').slice(0, 8), 16) / 2 ** 32 < share,
  )
