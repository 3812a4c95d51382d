import { hash } from 'node:crypto'

/**
 * A share of a list, drawn by a seed: each item by its own name, so that the draw does not move when others come or go. In the order
 * drawn, so that what is done when somebody ends it early is a fair sample too.
 */
export const drawn = <Item extends readonly [number, { readonly name: string }]>(
  items: readonly Item[],
  seed: number,
  share: number,
): readonly Item[] =>
  items
    .map((item) => ({ item, lot: lotOf(`${seed} ${item[1].name}`) }))
    .filter(({ lot }) => lot < share)
    .sort((a, b) => a.lot - b.lot)
    .map(({ item }) => item)

/** The sixth of all guards that is looked at once, when the judges are done: of what they were made better on, a figure says less. */
export const isSealed = ({ name }: { readonly name: string }): boolean => lotOf(`sealed ${name}`) < 1 / 6

/** From 0 to 1. */
const lotOf = (text: string): number => Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 2 ** 32
