// Both generations of the OpenAI SDK, on both of its wires and every lane.
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { toResponseInputItems } from 'openai/lib/responses/ResponseInputItems';
import Earlier from 'openai-earlier';
import { answer, call, cut, errorFrame, failure, raw, searchBlocks, searchItem, text, thinking } from './replies.mjs';
import { PNG, failureOf, stage } from './stage.mjs';

const set = stage('openai-sdk');
const { check } = set;
const MODELS = { anthropic: 'claude-x', compatible: 'compat-x', responses: 'gpt-x', chat: 'chat-x' };
const WIRE = { anthropic: 'anthropic', compatible: 'anthropic', responses: 'responses', chat: 'chat' };
const CUTS = { anthropic: [/text_delta/, /"content_block_stop","index":0/, /message_delta/], responses: [/output_text\.delta/, /output_item\.done/], chat: [/"content":"[^"]/] };
const TIN = { url: 'https://metals.example/tin', title: 'Tin facts' };
const WORDS = 'Zinn schmilzt bei 232 °C – 終わり 🧪';
const SIGNED = 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
const message = (role, content) => ({ role, content });
const picture = `data:image/png;base64,${PNG}`;

for (const [generation, Sdk, replayed] of [['7.59.0', OpenAI, toResponseInputItems], ['6.49.0', Earlier, (items) => items]]) {
  const client = (more = {}) => new Sdk({ apiKey: set.key, baseURL: `${set.url}/v1`, maxRetries: 0, timeout: 30_000, ...more });

  for (const [name, model] of Object.entries(MODELS)) {
    responses(generation, Sdk, replayed, client, name, model);
    chat(generation, Sdk, client, name, model);
  }

  check(`OpenAI SDK ${generation}: the models are listed`, async () => {
    assert.ok((await client().models.list()).data.every((each) => each.object === 'model' && each.id));
  });
}

function responses(generation, Sdk, replayed, client, name, model) {
  const title = (rule) => `OpenAI SDK ${generation} Responses > ${name}: ${rule}`;
  const tools = [{ type: 'function', name: 'weather', description: 'Tells the weather.', parameters, strict: true }];
  const stateless = { store: false, include: ['reasoning.encrypted_content'], reasoning: { effort: 'medium', summary: 'auto' } };
  const stream = (request, more) => client(more).responses.stream(request).finalResponse();

  check(title('words and usage, streamed and whole'), async ({ provider }) => {
    provider.script(name, answer(text(WORDS)), answer(text(WORDS)));
    const request = { model, input: 'How hot?', instructions: 'Be brief.' };
    for (const response of [await stream(request), await client().responses.create(request)]) {
      assert.equal(response.output_text, WORDS);
      assert.deepEqual([response.status, response.usage.input_tokens, response.usage.output_tokens, response.usage.total_tokens], ['completed', 12, 7, 19]);
    }
  });

  check(title('a tool loop with reasoning over two turns'), async ({ provider }) => {
    provider.script(name, answer(thinking('Ask first.', SIGNED), text('One moment.'), call('weather', { city: 'Zürich' }, 'call_1'), call('weather', { city: '東京' }, 'call_2')), answer(text('Cold.')));
    const input = [message('user', 'Weather?')];
    const first = await stream({ model, input, tools, ...stateless });
    assert.deepEqual(first.output.map((item) => item.type), ['reasoning', 'message', 'function_call', 'function_call']);
    const calls = first.output.filter((item) => item.type === 'function_call');
    assert.deepEqual(calls.map((item) => JSON.parse(item.arguments).city), ['Zürich', '東京']);
    const outputs = calls.map((item) => ({ type: 'function_call_output', call_id: item.call_id, output: `cold in ${JSON.parse(item.arguments).city}` }));
    const second = await client().responses.create({ model, tools, ...stateless, input: [...input, ...replayed(first.output), ...outputs] });
    assert.equal(second.output_text, 'Cold.');
    const sent = provider.requests(name)[1].body;
    for (const word of ['cold in Zürich', 'cold in 東京', 'One moment.']) assert.ok(sent.includes(word), `${word} is missing in ${sent}`);
    if (name === 'anthropic') assert.deepEqual(provider.bodies(name)[1].messages[1].content[0], { type: 'thinking', thinking: 'Ask first.', signature: SIGNED });
    if (name === 'responses') assert.equal(provider.bodies(name)[1].input.find((item) => item.type === 'reasoning').encrypted_content, SIGNED);
  });

  check(title('an image in a prompt and in a tool output'), async ({ provider }) => {
    const image = { type: 'input_image', image_url: picture, detail: 'auto' };
    await client().responses.create({ model, tools, input: [message('user', [{ type: 'input_text', text: 'What is this?' }, image]), { type: 'function_call', call_id: 'call_1', name: 'weather', arguments: '{"city":"Ulm"}' }, { type: 'function_call_output', call_id: 'call_1', output: [image] }] });
    assert.equal(provider.requests(name)[0].body.split(PNG).length - 1, 2);
  });

  check(title('a refused request is a typed error with the provider\'s words'), async ({ provider }) => {
    provider.script(name, failure(400, 'invalid_request_error', 'prompt is too long'));
    const error = await failureOf(client().responses.create({ model, input: 'Hi' }));
    assert.ok(error instanceof Sdk.BadRequestError, String(error));
    assert.match(error.message, /prompt is too long/);
  });

  check(title('an overload passes away behind the gateway'), async ({ provider }) => {
    const crowded = failure(WIRE[name] === 'anthropic' ? 529 : 503, 'overloaded_error', 'crowded');
    provider.script(name, crowded, crowded, answer(text('After all.')));
    assert.equal((await client().responses.create({ model, input: 'Hi' })).output_text, 'After all.');
  });

  check(title('a cut stream never looks complete'), async ({ provider }) => {
    for (const place of CUTS[WIRE[name]]) for (const how of [{}, { reset: true }, { frame: errorFrame[WIRE[name]] }]) {
      provider.script(name, cut(answer(text(WORDS)), place, how));
      const end = await stream({ model, input: 'Hi' }).then((response) => response.status, () => 'an error');
      assert.ok(['an error', 'failed'].includes(end), `${place} ${JSON.stringify(how)}: ${end}`);
    }
  });

  check(title('a search of Anthropic\'s travels in carriers, also past another provider'), async ({ provider }) => {
    const blocks = searchBlocks(), cited = { type: 'text', text: 'It melts at 232 degrees.', citations: [{ type: 'web_search_result_location', url: TIN.url, title: TIN.title, cited_text: 'Tin melts.', encrypted_index: 'RW5jSWR4' }] };
    provider.script('anthropic', answer(text('Let me look.'), ...blocks.map(raw), text(cited.text, TIN)), answer(text('Yes.')));
    if (name !== 'anthropic') provider.script(name, answer(text('Elsewhere.')));
    const input = [message('user', 'Tin?')], search = [{ type: 'web_search' }];
    const first = await stream({ model: MODELS.anthropic, input, tools: search, ...stateless });
    assert.ok(first.output.some((item) => item.type === 'web_search_call'), JSON.stringify(first.output.map((item) => item.type)));
    input.push(...replayed(first.output), message('user', 'Sure?'));
    const between = await client().responses.create({ model, input, tools: name === 'responses' || name === 'anthropic' ? search : tools, ...stateless });
    if (name === 'responses') assert.ok(provider.bodies(name)[0].input.some((item) => item.type === 'web_search_call'));
    if (name !== 'anthropic') {
      assert.equal(between.output_text, 'Elsewhere.');
      input.push(...replayed(between.output), message('user', 'Back?'));
      await client().responses.create({ model: MODELS.anthropic, input, tools: search, ...stateless });
    }
    assert.deepEqual(provider.bodies('anthropic')[1].messages[1].content, [{ type: 'text', text: 'Let me look.' }, ...blocks, cited]);
  });

  if (name === 'responses') check(title('its own search goes home as it was'), async ({ provider }) => {
    const item = searchItem();
    provider.script(name, answer(thinking('Look it up.', SIGNED), raw(item), text('It melts at 232 degrees.', TIN)), answer(text('Yes.')));
    const input = [message('user', 'Tin?')], request = { model, tools: [{ type: 'web_search' }], ...stateless };
    const first = await stream({ ...request, input });
    await client().responses.create({ ...request, input: [...input, ...replayed(first.output), message('user', 'Sure?')] });
    assert.deepEqual(provider.bodies(name)[1].input.find((each) => each.type === 'web_search_call'), item);
  });
}

function chat(generation, Sdk, client, name, model) {
  const title = (rule) => `OpenAI SDK ${generation} Chat > ${name}: ${rule}`;
  const tools = [{ type: 'function', function: { name: 'weather', description: 'Tells the weather.', parameters } }];
  const complete = (request) => client().chat.completions.stream(request).finalChatCompletion();

  check(title('words and usage, streamed and whole'), async ({ provider }) => {
    provider.script(name, answer(text(WORDS)), answer(text(WORDS)));
    const request = { model, messages: [message('system', 'Be brief.'), message('user', 'How hot?')] };
    for (const completion of [await complete({ ...request, stream_options: { include_usage: true } }), await client().chat.completions.create(request)]) {
      assert.deepEqual([completion.choices[0].message.content, completion.choices[0].finish_reason], [WORDS, 'stop']);
      assert.deepEqual([completion.usage.prompt_tokens, completion.usage.completion_tokens, completion.usage.total_tokens], [12, 7, 19]);
    }
  });

  check(title('the tool runner with two calls at once, streamed'), async ({ provider }) => {
    provider.script(name, answer(text('One moment.'), call('weather', { city: 'Zürich' }, 'call_1'), call('weather', { city: '東京' }, 'call_2')), answer(text('Cold.')));
    const cities = [];
    const runner = client().chat.completions.runTools({ model, stream: true, messages: [message('user', 'Weather?')], tools: [{ type: 'function', function: { ...tools[0].function, parse: JSON.parse, function: ({ city }) => { cities.push(city); return `cold in ${city}`; } } }] });
    assert.equal(await runner.finalContent(), 'Cold.');
    assert.deepEqual(cities.sort(), ['Zürich', '東京'].sort());
    for (const city of cities) assert.ok(provider.requests(name)[1].body.includes(`cold in ${city}`));
  });

  check(title('an image in a prompt'), async ({ provider }) => {
    await client().chat.completions.create({ model, messages: [message('user', [{ type: 'text', text: 'What is this?' }, { type: 'image_url', image_url: { url: picture } }])] });
    assert.ok(provider.requests(name)[0].body.includes(PNG));
  });

  check(title('a refused request is a typed error with the provider\'s words'), async ({ provider }) => {
    provider.script(name, failure(400, 'invalid_request_error', 'prompt is too long'));
    const error = await failureOf(client().chat.completions.create({ model, messages: [message('user', 'Hi')] }));
    assert.ok(error instanceof Sdk.BadRequestError, String(error));
    assert.match(error.message, /prompt is too long/);
  });

  check(title('a cut stream is an error'), async ({ provider }) => {
    for (const place of CUTS[WIRE[name]]) for (const how of [{}, { reset: true }, { frame: errorFrame[WIRE[name]] }]) {
      provider.script(name, cut(answer(text(WORDS)), place, how));
      await failureOf(complete({ model, messages: [message('user', 'Hi')] }));
    }
  });

  if (name === 'anthropic') check(title('a search travels in a carrier that the SDK keeps'), async ({ provider }) => {
    const blocks = searchBlocks(), request = { model, web_search_options: {} };
    provider.script(name, answer(text('Let me look.'), ...blocks.map(raw), text('It melts at 232 degrees.', TIN)), answer(text('Yes.')));
    const first = (await complete({ ...request, messages: [message('user', 'Tin?')] })).choices[0].message;
    assert.equal(first.content, 'Let me look.It melts at 232 degrees.');
    await client().chat.completions.create({ ...request, messages: [message('user', 'Tin?'), first, message('user', 'Sure?')] });
    assert.deepEqual(provider.bodies(name)[1].messages[1].content.filter((block) => block.type !== 'text'), blocks);
  });
}
