import { crc32 } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { draftWithModel } from './draft-with-model.ts'
import type { ProviderName } from './model-name.ts'
import type { Environment } from './open-model.ts'
import { petAnswer, petWords } from './testing/pets.ts'
import { planned } from './testing/planned.ts'
import { type Asked, answers, events, type Reply, type StandIn, startStandIn } from './testing/stand-in.ts'

const text = JSON.stringify(petAnswer)
let standIn: StandIn | undefined
afterEach(() => standIn?.close())

const planner = planned

const anthropic = events(
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'c',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 1000, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 500 } },
  { type: 'message_stop' },
)

const responses = events(
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'g' } },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'message', id: 'i', role: 'assistant', status: 'in_progress', content: [] },
  },
  { type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: text },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: {
      type: 'message',
      id: 'i',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  },
  { type: 'response.completed', response: { id: 'r', usage: { input_tokens: 1000, output_tokens: 500 } } },
)

const google = events({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 500, totalTokenCount: 1500 },
})

/** Bedrock holds this model to a schema as the input of a tool that is called `json` and does nothing. */
const bedrock: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  for (const [type, payload] of [
    ['messageStart', { role: 'assistant' }],
    ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 't', name: 'json' } } }],
    ['contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: text } } }],
    ['contentBlockStop', { contentBlockIndex: 0 }],
    ['messageStop', { stopReason: 'tool_use' }],
    ['metadata', { usage: { inputTokens: 1000, outputTokens: 500, totalTokens: 1500 } }],
  ] as const)
    response.write(frameOf(type, payload))
  response.end()
}

/** A frame of an AWS event stream: lengths, headers and payload, each part with its CRC-32. */
const frameOf = (type: string, payload: object): Buffer => {
  const headers = Buffer.concat(
    [
      [':message-type', 'event'],
      [':event-type', type],
      [':content-type', 'application/json'],
    ].map(([name = '', value = '']) =>
      Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7, 0, value.length]),
        Buffer.from(value),
      ]),
    ),
  )
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(headers.length + body.length + 16, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const start = Buffer.concat([prelude, crcOf(prelude), headers, body])
  return Buffer.concat([start, crcOf(start)])
}

const crcOf = (bytes: Buffer): Buffer => {
  const out = Buffer.alloc(4)
  out.writeUInt32BE(crc32(bytes))
  return out
}

interface Case {
  readonly provider: ProviderName
  readonly name: string
  readonly keys: Environment
  readonly reply: Reply
  readonly base: string
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly schemaIn: (asked: Asked) => unknown
}

const cases: readonly Case[] = [
  {
    provider: 'anthropic',
    name: 'claude-sonnet-5-5',
    keys: { ANTHROPIC_API_KEY: 'key-a' },
    reply: anthropic,
    base: '/v1',
    path: '/v1/messages',
    headers: { 'x-api-key': 'key-a', 'anthropic-version': '2023-06-01' },
    schemaIn: ({ body }) => body.output_config.format.schema,
  },
  {
    provider: 'openai',
    name: 'gpt-5.4',
    keys: { OPENAI_API_KEY: 'key-o' },
    reply: responses,
    base: '/v1',
    path: '/v1/responses',
    headers: { authorization: 'Bearer key-o' },
    schemaIn: ({ body }) => (body.store === false && body.text.format.strict ? body.text.format.schema : null),
  },
  {
    provider: 'azure',
    name: 'my-deployment',
    keys: { AZURE_API_KEY: 'key-z' },
    reply: responses,
    base: '/openai/v1',
    path: '/openai/v1/responses',
    headers: { 'api-key': 'key-z' },
    schemaIn: ({ body }) => (body.store === false && body.model === 'my-deployment' ? body.text.format.schema : null),
  },
  {
    provider: 'google',
    name: 'gemini-3.5-flash',
    keys: { GEMINI_API_KEY: 'key-g' },
    reply: google,
    base: '/v1beta',
    path: '/v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'key-g' },
    schemaIn: ({ body }) => body.generationConfig.responseJsonSchema,
  },
  {
    provider: 'bedrock',
    name: 'anthropic.claude-haiku-4-5-v1:0',
    keys: { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' },
    reply: bedrock,
    base: '',
    path: '/model/anthropic.claude-haiku-4-5-v1%3A0/converse-stream',
    headers: {
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
      ),
    },
    schemaIn: ({ body }) => body.toolConfig.tools[0].toolSpec.inputSchema.json,
  },
  {
    provider: 'ollama',
    name: 'llama3.3:70b',
    keys: { OPENAI_API_KEY: 'not for this one' },
    reply: answers(petAnswer),
    base: '/v1',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json' },
    schemaIn: ({ body, headers }) => headers.authorization === undefined && body.response_format.json_schema.schema,
  },
]

test.each(cases)(
  '$provider is asked at its path with its headers and the schema, and its answer is read',
  async (given) => {
    standIn = await startStandIn(given.reply)
    const draft = await draftWithModel(petWords, {
      model: { provider: given.provider, name: given.name },
      environment: { ...given.keys, CHARTER_MODEL_URL: `${standIn.url}${given.base}` },
      planner,
    })
    expect(draft.said).toMatch(/1000 tokens in, 500 out/)
    expect(draft).toMatchObject({ by: 'model', attempts: 1, usage: { inputTokens: 1000, outputTokens: 500 } })
    const [asked] = standIn.asked
    if (!asked) throw new Error('nothing was asked')
    expect(asked.path).toBe(given.path)
    expect(asked.headers).toMatchObject(given.headers)
    expect(given.schemaIn(asked)).toMatchObject({ type: 'object', additionalProperties: false })
  },
)

test.each([
  ['anthropic', {}, /needs a key that the environment does not hold\. Set ANTHROPIC_API_KEY\./],
  ['openai', { OPENAI_API_KEY: ' ' }, /Set OPENAI_API_KEY\./],
  ['google', {}, /Set GOOGLE_GENERATIVE_AI_API_KEY, or GEMINI_API_KEY, or GOOGLE_API_KEY\./],
  [
    'bedrock',
    { AWS_ACCESS_KEY_ID: 'a' },
    /Set AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and AWS_REGION\./,
  ],
  ['bedrock', { AWS_BEARER_TOKEN_BEDROCK: 'a' }, /Set AWS_REGION or CHARTER_MODEL_URL\./],
  ['azure', { AZURE_API_KEY: 'a' }, /Set AZURE_RESOURCE_NAME or CHARTER_MODEL_URL\./],
  ['openai-compatible', {}, /Set CHARTER_MODEL_URL\./],
  ['openai-compatible', { CHARTER_MODEL_URL: 'host:1' }, /no http or https URL/],
  ['openai', { OPENAI_API_KEY: 'a', CHARTER_MODEL_URL: 'http://models.example/v1' }, /over plain HTTP/],
] as const)('%s with %j says what to set', async (provider, environment, why) => {
  const draft = await draftWithModel(petWords, { model: { provider, name: 'm' }, environment, planner })
  expect(draft).toMatchObject({ by: 'planner', attempts: 0, document: planner.document })
  expect(draft.said).toMatch(why)
})
