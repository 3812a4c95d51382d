import { clinic, edge, type Fault, runtime } from './fault.ts'

/** Mistakes in what a field takes and shows. */
export const fields: readonly Fault[] = [
  clinic(
    'a masked value is shown',
    runtime('rows/view'),
    "if (uncovered === 'never') return (row) => masked(field.mask, row.value(at) ?? null)",
    "if (uncovered === 'never') return (row) => row.value(at) ?? null",
  ),
  clinic(
    'a mask keeps one character too many',
    runtime('values/mask'),
    'Math.min(keep, Math.floor(length / 2))',
    'Math.min(keep + 1, Math.floor(length / 2))',
  ),
  edge(
    'a filter on a hidden field is allowed',
    runtime('rows/filter'),
    'if (isHidden(unit, field, making.grant, making.principal)) {',
    'if (false as boolean) {',
  ),
  edge(
    'a sort by a hidden field is allowed',
    runtime('rows/order'),
    'if (field && isHidden(unit, field, grant, principal)) hidden.push(name)',
    'if (false as boolean) hidden.push(name)',
  ),
  edge(
    'a hidden field is written',
    runtime('rows/input'),
    '  !isHidden(reader.unit, field, reader.grant, reader.principal) &&\n',
    '  true &&\n',
  ),
  edge(
    'protected values go into addresses',
    runtime('selection/filter'),
    'return found?.reveal !== undefined || found?.mask !== undefined || found?.protect !== undefined',
    'return found === undefined',
  ),
]
