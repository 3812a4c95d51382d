/** Words, and what a good model answers to them. */
export const petWords = `A pet clinic keeps pets and visits.
A pet has a name, a date of birth and an owner. A visit is for one pet and has a start time and a fee.
Vets create and read visits. Receptionists create, read and change pets.
`

const field = (name: string, type: string, quote: string, ...options: readonly object[]) => ({
  name,
  quote,
  type,
  options,
})
const grant = (name: string, quote: string, actions: readonly string[]) => ({
  name,
  quote,
  do: actions,
  reveal: [],
  options: [],
})
const id = field('id', 'uuid', '', { default: 'generated' })
const none = { unique: [], checks: [] }

export const petAnswer = {
  name: 'pet-clinic',
  access: { roles: ['vet', 'receptionist'], principal: [] },
  entities: [
    {
      name: 'Pet',
      quote: 'A pet has a name',
      fields: [
        id,
        field('name', 'text', 'a name', { length: '1..120' }),
        field('birthDate', 'date', 'a date of birth', { max: 'today' }),
        field('owner', 'text', 'an owner', { length: '1..120' }, { class: 'pii' }),
      ],
      relations: [
        { name: 'visits', quote: 'A visit is for one pet', options: [{ many: 'Visit' }, { inverse: 'pet' }] },
      ],
      allow: [
        grant('receptionist', 'Receptionists create, read and change pets', ['create', 'read', 'list', 'update']),
      ],
      options: [{ description: 'An animal under care.' }, { key: ['id'] }],
      ...none,
    },
    {
      name: 'Visit',
      quote: 'A visit is for one pet',
      fields: [
        id,
        field('startsAt', 'instant', 'a start time'),
        field('fee', 'decimal', 'a fee', { precision: 8 }, { scale: 2 }, { min: '0' }),
      ],
      relations: [{ name: 'pet', quote: 'A visit is for one pet', options: [{ one: 'Pet' }] }],
      allow: [grant('vet', 'Vets create and read visits.', ['create', 'read', 'list'])],
      options: [{ description: 'One appointment of a pet.' }, { key: ['id'] }],
      ...none,
    },
  ],
  operations: [],
  questions: [],
  options: [{ title: 'Pet clinic' }],
  passedOver: [],
}

/** The answer with one thing wrong: a type that there is not. */
export const wrongAnswer = {
  ...petAnswer,
  entities: petAnswer.entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((each) => (each.name === 'birthDate' ? { ...each, type: 'birthday' } : each)),
  })),
}
