/** The smallest charter there is much to ask of. */
export const notes = `charter: 1
name: notes
version: 1.0.0
serves: [rest, graphql, grpc, soap, mcp]
mcp: { tools: all }
sources: { main: { own: sqlite } }
access:
  accepts: [jwt]
  roles: [writer, reader]
entities:
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 0..200 }
    allow:
      writer: { do: [create, read, update, list, delete] }
      reader: { do: [read, list] }
`
