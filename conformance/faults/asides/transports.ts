import type { Aside } from '../aside.ts'

/** Of how styles are spoken: src/graphql, src/grpc, src/soap, src/mcp, src/rest. */
export const transports: readonly Aside[] = [
  {
    reason:
      'of a row that has a field called as one of the request is, with fields below it (grpc/transport/field-path.test.ts)',
    file: /src\/grpc\/field-path\.ts$/,
    text: /^(?:shape === 'map'|fields\.some\(\(\{ member \}\) => member === next\))$/,
  },
  {
    reason:
      'of more than forty things, or of tools that are offered for a part of them (mcp/transport/prompts.test.ts)',
    file: /src\/mcp\/prompts\.ts$/,
    text: /^(?:40|\(relation\.isOwned \|\| tools\.has\(asking\(relation\)\)\))$/,
  },
  {
    reason: 'of the time that a long search takes (mcp/transport/tools.test.ts)',
    file: /src\/mcp\/tools\.ts$/,
    text: /^1000$/,
  },
  {
    reason: 'held twice: what has no method is no call either, and told the same',
    file: /src\/grpc\/connect\/connect\.ts$/,
    text: /^!method$/,
  },
  {
    reason: 'of who is gone without a word: the network tells (grpc/transport/connect)',
    file: /src\/grpc\/connect\/answer\.ts$/,
    text: /^30_000$/,
  },
  {
    reason: 'a bug of ours: what the schema or the executor itself gives is something else',
    file: /src\/(?:graphql\/schema\/built-schema|grpc\/items)\.ts$/,
    text: /^(?:node\?\.kind !== kind|outcome\.kind !== '(?:stream|value)')$/,
  },
  {
    reason: 'of a client that has left a stream, who is told nothing any more (grpc/transport/connect)',
    file: /src\/grpc\/connect\/connect\.ts$/,
    text: /^error\.code === 'ERR_STREAM_PREMATURE_CLOSE'/,
  },
  {
    reason: 'room: of an answer, which has no more elements than bytes (parse-xml.test.ts)',
    file: /src\/soap\/parse-xml\.ts$/,
    text: /^4_000_000$/,
  },
  {
    reason: 'held twice: what is longer is refused where it is sent, by the bound that the listener was given',
    file: /src\/grpc\/wire-writer\.ts$/,
    text: /^Math\.min$/,
  },
  {
    reason: 'of messages of one caller that are under way at once (grpc/transport/hostile.test.ts)',
    file: /src\/grpc\/listener\.ts$/,
    text: /^8$/,
  },
  {
    reason: 'a bug of ours: a name that the model or the surface itself says is not in it',
    file: /src\/(?:graphql\/directory|grpc\/(?:directory|encode|decode)|soap\/row)\.ts$/,
    text: /^!(?:found|plan|entity)$/,
  },
  {
    reason: 'a bug of ours: a name that the model or the surface itself says is not in it',
    file: /src\/rest\/ask\.ts$/,
    text: /^!relation$/,
  },
  {
    reason: 'a bug of ours: fields of relations are messages of the contract',
    file: /src\/grpc\/directory\.ts$/,
    text: /^field\?\.type\.kind !== 'message'$/,
  },
  {
    reason: 'the type checker asks; whoever runs a plan has asked which kind it is',
    file: /src\/graphql\/(?:engine|streams)\.ts$/,
    text: /^plan\.kind [!=]== 'subscription'$/,
  },
  {
    reason: 'the type checker asks; the gate in front, which is judged itself, lets nobody in who is nobody',
    file: /src\/(?:graphql\/(?:handler|socket-operations)|mcp\/mcp|rest\/(?:batch|import))\.ts$/,
    text: /^!principal$/,
  },
  {
    reason: 'the type checker asks; whether there is room was asked in the same turn',
    file: /src\/graphql\/waiting-room\.ts$/,
    text: /^!(?:leave|oldest)$/,
  },
  {
    reason: 'room for all: takes five hundred connections from fifty addresses (waiting-room.test.ts)',
    file: /src\/graphql\/waiting-room\.ts$/,
    text: /^(?:waiting\.size >= waitingMax|500)$/,
  },
  {
    reason: 'room for all: takes a thousand streams of ten principals (followers.test.ts)',
    file: /src\/runtime\/call\/followers\.ts$/,
    text: /^1000$/,
  },
  {
    reason: 'room for all: takes a thousand connections of ten principals, each of which has signed in',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^1000$/,
  },
  {
    reason:
      'a race: a client that goes while it signs in, whose place nobody would let go (graphql/transport/streams.test.ts)',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^socket\.readyState !== socket\.OPEN$/,
  },
  {
    reason:
      'the executor takes no key of an operation that is on no row: nothing differs but the call (rest.property.test.ts)',
    file: /src\/rest\/ask\.ts$/,
    text: /^operation\.hasKey$/,
  },
  {
    reason: 'room for all: takes a thousand streams that watch whether it is well, from fifty addresses',
    file: /src\/grpc\/listener\.ts$/,
    text: /^1000$/,
  },
  {
    reason: 'shapes a sentence: the reason beside the code with which a connection is closed',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^code === 'too-many'$/,
  },
  {
    reason: 'of a client that answers no ping, as all of ours do, and is gone for 24 seconds (unread.test.ts)',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^12_000$/,
  },
  {
    reason: 'a manifest of documents lies in the folder of a charter that names one (packages/styles judges it)',
    file: /src\/graphql\/persisted\.ts$/,
    text: /^!manifest\.has\(sha256\(query\)\)$/,
  },
  {
    reason: 'the type checker asks; of this operation comes an outcome of the one kind, or a problem',
    file: /src\/(?:graphql\/(?:node-roots|streams)|grpc\/streaming)\.ts$/,
    text: /^outcome\.kind !== '(?:value|stream)'$/,
  },
  {
    reason: 'the type checker asks: nothing is asked of the rows of what has none',
    file: /src\/rest\/selection\.ts$/,
    text: /^!entry$/,
  },
  {
    reason: 'the type checker asks; the reader of XML tells no end of an element that did not begin',
    file: /src\/soap\/parse-xml\.ts$/,
    text: /^!closed$/,
  },
  {
    reason:
      'a fragment on an interface or a union that a sound document has applies: ours hold every type of their place',
    file: /src\/graphql\/collect\.ts$/,
    text: /^(?:isAbstractType\(of\)|isObjectType\(type\)|schema\.isSubType\(of, type\))$/,
  },
  {
    reason: 'room: how many documents and plans are kept: what is not kept is made again (document.test.ts)',
    file: /src\/graphql\/(?:document|engine)\.ts$/,
    text: /^(?:1000|4_000_000|32)$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same',
    file: /src\/graphql\/row\.ts$/,
    text: /^!field\.isNullable$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same: without null in a row nothing need be looked at',
    file: /src\/graphql\/row-text\.ts$/,
    text: /^(?:isNullable|!own\.includes\(':null'\)|\(isNullable \|\| !own\.includes\(':null'\)\)|!isWhole\(rows\))$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same',
    file: /src\/graphql\/value\.ts$/,
    text: /^entries\.every\(\(\[name, value\]\) => name === value\)$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same',
    file: /src\/rest\/asked\.ts$/,
    text: /^type === 'application\/json'$/,
  },
  {
    reason: 'a shorter way whose longer one gives the same: without parameters nothing is selected',
    file: /src\/rest\/selection\.ts$/,
    text: /^parameters\.length === 0$/,
  },
  {
    reason: 'an empty list takes no bytes, and reads the same with two',
    file: /src\/grpc\/encode\.ts$/,
    text: /^items\.length === 0$/,
  },
  {
    reason:
      'changes have no end of their own: their client cancels them or goes, which is asked after, or their service ends (unread.test.ts)',
    file: /src\/graphql\/socket-operations\.ts$/,
    text: /^done$/,
  },
  {
    reason:
      'of a client that does not take what came before, and cancels what waits behind it: nothing is told of that either way (unread.test.ts)',
    file: /src\/graphql\/socket-operations\.ts$/,
    text: /^abort\.signal\.aborted$/,
  },
  {
    reason: 'of a client that takes nothing, as none of ours does: how much is made for it meanwhile (unread.test.ts)',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^(?:8|client\.isPonging)$/,
  },
  {
    reason:
      'times longer than anybody waits: of a client that takes an answer for more than two beats of twelve seconds',
    file: /src\/graphql\/web-socket\.ts$/,
    text: /^socket\.bufferedAmount > 0$/,
  },
  {
    reason: 'a bug of ours is thrown on: what a field is made of refuses nothing but its length',
    file: /src\/graphql\/engine\.ts$/,
    text: /^!\(error instanceof ProblemError\)$/,
  },
  {
    reason: 'times longer than anybody waits: a minute in which an item of a stream is not taken',
    file: /src\/runtime\/call\/followers\.ts$/,
    text: /^60_000$/,
  },
  {
    reason: 'headers are sent once, and sent again to no effect (grpc-js)',
    file: /src\/grpc\/streaming\.ts$/,
    text: /^announced\.has\(asking\)$/,
  },
  {
    reason: 'a certificate that has not changed is taken up again to no effect; how often it is looked at',
    file: /src\/grpc\/credentials\.ts$/,
  },
  {
    reason: 'the text of a row is as its selection asks, written by our own drivers',
    file: /src\/graphql\/row-text\.ts$/,
    text: /^(?:!?\w+\.startsWith\(start, at\)|!rows\.startsWith\(from\))$/,
  },
  {
    reason: 'databases make the text of a row of scalars alone (json-text.ts): none of them is a list or an object',
    file: /src\/graphql\/row-text\.ts$/,
    text: /^(?:end === -1|text === null)$/,
  },
  {
    reason: 'of databases that others write (packages/service: soap-characters.test.ts): ours take what XML can say',
    file: /src\/soap\/write-xml\.ts$/,
    text: /^!isCharacter\(point\)$/,
  },
  {
    reason: 'a race: somebody else changes the row between each of three reads and its write',
    file: /src\/rest\/json-patch\/patch-handler\.ts$/,
    text: /^(?:3|tries === triesMax)$/,
  },
  {
    reason: 'a value that is missing where the charter says there is one: of databases that are not ours',
    file: /src\/graphql\/shaping\.ts$/,
  },
  {
    reason: 'a value that is missing where the charter says there is one: of databases that are not ours',
    file: /src\/graphql\/row-text\.ts$/,
    text: /^(?:text === 'null'|!isNullable)$/,
  },
  {
    reason:
      'answers that are there in part, and calls without batches: of other executors than the one that a service has',
    file: /src\/(?:mcp\/answer|rest\/respond|rest\/batch)\.ts$/,
    text: /^(?:partial|isAtomic)$/,
  },
  {
    reason: 'shape of a contract: a union of no types is not declared',
    file: /src\/graphql\/schema\/schema\.ts$/,
    text: /^keyed\.length === 0$/,
  },
  {
    reason:
      'room: messages of a file come one at a time, and one that is read before the stream asks is kept in it all the same (packages/service: files-grpc.test.ts)',
    file: /src\/grpc\/gate\.ts$/,
    text: /^!this\.#is(?:Wanted|Next)(?: \|\| !this\.#isNext)?$/,
  },
  {
    reason:
      'of types that hold themselves, in a service of few tools: more are found and not listed (mcp/transport/outline.test.ts)',
    file: /src\/mcp\/outline\.ts$/,
    text: /^2$/,
  },
  {
    reason: 'lists attributes for whoever compares contracts; a message’s are asked for by name',
    file: /src\/soap\/parse-xml\.ts$/,
    text: /^(?:prefix|name) !== 'xmlns'$/,
  },
  {
    reason: 'of callers and of contracts, which read by it: the text of a value is the same whatever its type',
    file: /src\/soap\/answer\.ts$/,
    text: /^measure === '(?:min|max|key)'$/,
  },
  {
    reason: 'of callers, which write what they are given with it; a service writes what its executor has made',
    file: /src\/soap\/(?:row|value|xml-name)\.ts$/,
    text: /^(?:!Array\.isArray\((?:items|value)\)|typeof value [!=]== 'object'.*|typeof variant !== 'string')$/,
  },
  {
    reason: 'the executor gives every row what is included in it',
    file: /src\/soap\/row\.ts$/,
    text: /^Object\.hasOwn\(row, each\.member\)$/,
  },
  {
    reason: 'of callers, which read answers with it; a service reads requests',
    file: /src\/grpc\/(?:decode|problem-status)\.ts$/,
    text: /^(?:isRecord|bytes === undefined)$/,
  },
  {
    reason: 'times longer than anybody waits: how long what is silent is kept open',
    file: /src\/grpc\/listener\.ts$/,
    text: /^(?:20_000|60_000|300_000)$/,
  },
  {
    reason: 'a race: a client that goes while its status is sent is one line of the log still (log-calls.test.ts)',
    file: /src\/grpc\/log-calls\.ts$/,
    text: /^isLogged$/,
  },
  {
    reason: 'relays calls of the development page, which is judged where it is made',
    file: /src\/grpc\/(?:relay|proto-json)/,
  },
  {
    reason: 'a bug is told as a bug and not as a message that cannot be read: without one there is nothing to see',
    file: /src\/grpc\/ask\.ts$/,
    text: /^!\(error instanceof WireError\)$/,
  },
  {
    reason:
      'kept for certainty: what is included under that name would be the prototype of its row, and is read from it alike',
    file: /src\/graphql\/row\.ts$/,
    text: /^key === '__proto__'$/,
  },
  {
    reason: 'saves time: a request without a body needs no room for one',
    file: /src\/runtime\/http\/body-room\.ts$/,
    text: /^bytes === 0$/,
  },
  {
    reason:
      'of a sign-in that ends while a message of gRPC is on its way, four seconds after it was let in (packages/service: ended-meanwhile.test.ts)',
    file: /src\/grpc\/handler\.ts$/,
    text: /^admitted && !\(await admitted\.isStanding\(\)\)$/,
  },
  {
    reason:
      'of who changes the charter of a service that runs: a deployed one has no desk (packages/project: edit-page.test.ts)',
    file: /src\/development\/edit-desk\.ts$/,
    text: /^(?:isKnown|headers\.origin === .*)$/,
  },
]
