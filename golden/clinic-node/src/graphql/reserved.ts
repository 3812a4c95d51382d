/** Scalars of values that GraphQL has none for, with the page that says how they look. */
export const scalars: Readonly<Record<string, { readonly url: string; readonly description: string }>> = {
  Int64: {
    url: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
    description: 'A whole number of 64 bits, as text of its digits.',
  },
  SafeInt: {
    url: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    description: 'A whole number that a JSON number holds exactly.',
  },
  Decimal: {
    url: 'https://www.rfc-editor.org/rfc/rfc8259#section-7',
    description: 'A decimal number, as text of all its digits.',
  },
  Date: { url: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6', description: 'A day: `2026-03-01`.' },
  Time: {
    url: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    description: 'A time of day, in no zone: `08:15:30`.',
  },
  DateTime: {
    url: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    description: 'A day and a time, in no zone: `2026-03-01T08:15:30`.',
  },
  Instant: {
    url: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
    description: 'A moment, in UTC: `2026-03-01T08:15:30Z`.',
  },
  Duration: { url: 'https://www.rfc-editor.org/rfc/rfc3339#appendix-A', description: 'Elapsed time: `P1DT2H3M4.5S`.' },
  UUID: { url: 'https://www.rfc-editor.org/rfc/rfc9562#section-4', description: 'A UUID in lower case.' },
  Bytes: { url: 'https://www.rfc-editor.org/rfc/rfc4648#section-4', description: 'Bytes in base64.' },
  JSON: { url: 'https://www.rfc-editor.org/rfc/rfc8259', description: 'Any JSON value.' },
}

const builtIn = ['Int', 'Float', 'String', 'Boolean', 'ID']

/** Types that every schema may have, so that no entity is called so. */
export const reservedTypes: readonly string[] = [
  ...builtIn,
  ...Object.keys(scalars),
  ...[...builtIn, ...Object.keys(scalars), 'Presence'].map((name) => `${name}Filter`),
  ...['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo', 'Problem', 'FieldError', 'ChangeKind'],
  ...['AuditConnection', 'AuditEdge', 'AuditEntry', 'AuditOrigin'],
  ...['_Any', '_Entity', '_Service', 'link__Import', 'link__Purpose', 'FieldSet', 'federation__FieldSet'],
]
