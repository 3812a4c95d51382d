import {
  type ActionRules,
  type EntityModel,
  type InputMode,
  isAllowedAlike,
  type Rule,
  type ServiceModel,
} from '@charter/runtime'

/**
 * Fields that a role may not write, though clients may: those it cannot be sure to see (`reveal`), and on a row that is there also
 * those that stand in one check with such a field.
 */
export const unwritable = (
  { access }: ServiceModel,
  entity: EntityModel,
  mode: InputMode,
  role: string,
): ReadonlySet<string> => {
  const rulesFor = (action: string): readonly Rule[] =>
    access.rules.filter(
      ({ entity: of, actions, roles }) =>
        (of === entity.name || of === null) && actions.includes(action) && (roles.length === 0 || roles.includes(role)),
    )
  const writing = rulesFor(mode === 'create' ? 'create' : 'update')
  const hidden = entity.fields.flatMap(({ name, reveal }) =>
    reveal === undefined || isRevealed(rulesFor(`reveal:${reveal}`), writing) ? [] : [name],
  )
  const blind = entity.checks.filter(({ fields }) => fields.some((name) => hidden.includes(name)))
  return new Set(mode === 'create' ? hidden : [...hidden, ...blind.flatMap(({ fields }) => fields)])
}

/** Whether every row that may be written is also one whose field is shown. */
const isRevealed = (revealing: readonly Rule[], writing: readonly Rule[]): boolean => {
  const shown = byEffect(revealing)
  return (
    shown.permits.length > 0 &&
    shown.forbids.every((rule) => rule.isConditional) &&
    isAllowedAlike(shown, byEffect(writing))
  )
}

const byEffect = (rules: readonly Rule[]): ActionRules => ({
  permits: rules.filter(({ effect }) => effect === 'permit'),
  forbids: rules.filter(({ effect }) => effect === 'forbid'),
})
