import type { Charter, Entity, Field } from '@charter/charter'
import type { PageData } from '@charter/page'
import { nounOf, oneOf } from '@charter/runtime'
import { type GrpcSurface, type RestSurface, rest } from '@charter/styles'
import { sizeText } from '../page-data.ts'
import { type Html, html } from './html.ts'
import { mayLines } from './operation-section.ts'

/** How the bytes of files are sent and read: addresses of REST, and the services of gRPC; null where a style is not served. */
export interface FileSurfaces {
  readonly rest: RestSurface | null
  readonly grpc: GrpcSurface | null
}

/** Where a file stands in the page of its entity: `scan-file`. */
export const fileAnchor = (field: string): string => `${field}-file`

/** What a section of a file is called: `The scan of a document`. */
export const fileTitle = (entity: Entity, field: Field): string => `The ${nounOf(field.name)} of ${oneOf(entity.name)}`

export const surfacesOf = (
  charter: Charter,
  styles: readonly { readonly style: { readonly name: string }; readonly surface: unknown }[],
): FileSurfaces => ({
  rest: charter.serves.includes('rest') ? rest.surface(charter) : null,
  // What a style makes of a charter is its own, by its name.
  grpc: (styles.find(({ style }) => style.name === 'grpc')?.surface as GrpcSurface | undefined) ?? null,
})

/** A file: what it may be, who sends and reads it, and how, in ranges and after a break too. */
export const fileSection = (page: PageData, entity: Entity, field: Field, surfaces: FileSurfaces): Html => {
  const { bytesMax = 0, kinds = [] } = field.file ?? {}
  return html`
<section class="operation" id="${fileAnchor(field.name)}">
<h2>${fileTitle(entity, field)}</h2>
<p>A file of at most ${sizeText(bytesMax)}${kinds.length === 0 ? ', of any kind' : html`, of ${kinds.length > 1 ? 'one of these kinds' : 'this kind'}: ${kinds.map((kind, at) => html`${at > 0 ? ', ' : ''}<code>${kind}</code>`)}`}. What it is, its first bytes say, whatever a request says. A row is made first, and its file is sent to it; until then the field is null. In every style the field is what is known of the file: <code>digest</code>, <code>size</code>, <code>kind</code>, <code>name</code>.</p>
<h3>Who reads it</h3>${mayLines(page, { id: `${entity.name}.read` })}
<h3>Who sends it, and takes it away</h3>${mayLines(page, { id: `${entity.name}.update` })}
${surfaces.rest === null ? null : restTable(surfaces.rest, entity, field)}
${surfaces.grpc === null ? null : grpcTable(surfaces.grpc, entity, field)}
</section>`
}

type Line = readonly [what: string, how: Html]

const table = (title: string, about: string, lines: readonly Line[]): Html => html`
<h3>Over ${title}</h3><div class="wide" tabindex="0" role="region" aria-label="${about} over ${title}"><table>
<thead><tr><th scope="col">To</th><th scope="col">How</th></tr></thead>
<tbody>${lines.map(([what, how]) => html`<tr><th scope="row">${what}</th><td>${how}</td></tr>`)}</tbody></table></div>`

const restTable = ({ files = [] }: RestSurface, entity: Entity, field: Field): Html | null => {
  const place = files.find((each) => each.entity === entity.name && each.field === field.name)
  if (!place) return null
  const address = html`<code>${place.path}</code>`
  const reading: readonly Line[] = [
    [
      'read it',
      html`<code>GET</code> ${address}: its bytes, with <code>Repr-Digest</code> and as <code>ETag</code> its digest; <code>If-None-Match</code> and <code>HEAD</code> as of any page`,
    ],
    [
      'read a part of it',
      html`<code>GET</code> ${address} with <code>Range: bytes=0-1023</code>, one range at a time; <code>If-Range</code> goes on only with the same file`,
    ],
  ]
  const sending: readonly Line[] = [
    [
      'send it at once',
      html`<code>PUT</code> ${address} with its bytes as the body; <code>Content-Disposition</code> names it, <code>Repr-Digest: sha-256=:…:</code> says what has to arrive, <code>If-Match</code> is of the row`,
    ],
    [
      'send it, and go on after a break',
      html`tus 1.0.0: <code>POST</code> ${address} with <code>Tus-Resumable: 1.0.0</code> and <code>Upload-Length</code> answers with the upload’s address in <code>Location</code>; there <code>HEAD</code> says how much has come (<code>Upload-Offset</code>), <code>PATCH</code> sends more, <code>DELETE</code> gives it up. <code>OPTIONS</code> says what is offered`,
    ],
    ['take it away', html`<code>DELETE</code> ${address}: the row stays`],
  ]
  return table('REST', fileTitle(entity, field), place.isTaken ? [...reading, ...sending] : reading)
}

const grpcTable = ({ package: of, services }: GrpcSurface, entity: Entity, field: Field): Html | null => {
  const lines = services.flatMap(({ name, methods }) =>
    methods.flatMap((method): readonly Line[] => {
      const words =
        method.operation.startsWith(`${entity.name}.`) && method.field === field.name ? how[method.kind] : undefined
      return words ? [[words[0], html`<code>${of}.${name}/${method.name}</code>: ${words[1]}`]] : []
    }),
  )
  return lines.length === 0 ? null : table('gRPC', fileTitle(entity, field), lines)
}

const how: Readonly<Partial<Record<string, readonly [what: string, how: string]>>> = {
  readFile: ['read it', 'a stream of messages; read_offset and read_limit ask for a part'],
  sendFile: ['send it', 'a stream of messages, begin first; what is broken off leaves nothing'],
  removeFile: ['take it away', 'the row stays'],
}
