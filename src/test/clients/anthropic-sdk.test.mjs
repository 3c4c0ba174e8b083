// Both generations of the Anthropic SDK, on every lane.
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import Earlier from '@anthropic-ai/sdk-earlier';
import { betaTool as earlierBetaTool } from '@anthropic-ai/sdk-earlier/helpers/beta/json-schema';
import { answer, call, cut, errorFrame, failure, raw, searchBlocks, searchItem, text, thinking } from './replies.mjs';
import { PNG, failureOf, stage } from './stage.mjs';

const set = stage('anthropic-sdk');
const { check } = set;
const MODELS = { anthropic: 'claude-x', compatible: 'compat-x', responses: 'gpt-x', chat: 'chat-x' };
const TIN = { url: 'https://metals.example/tin', title: 'Tin facts' };
const WORDS = 'Zinn schmilzt bei 232 °C – 終わり 🧪';
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
const tools = [{ name: 'weather', description: 'Tells the weather.', input_schema: schema }];
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
const user = (content) => ({ role: 'user', content });
const assistant = (content) => ({ role: 'assistant', content });

for (const [generation, Sdk, tool, whole] of [['1.14.0', Anthropic, betaTool, { thread: false }], ['0.137.0', Earlier, earlierBetaTool, {}]]) {
  const client = (more = {}) => new Sdk({ apiKey: set.key, baseURL: set.url, maxRetries: 0, timeout: 30_000, ...more });
  const ask = (messages, more = {}) => ({ max_tokens: 4096, messages, ...more });

  for (const [name, model] of Object.entries(MODELS)) {
    const title = (rule) => `Anthropic SDK ${generation} > ${name}: ${rule}`;

    check(title('words and usage, streamed and whole'), async ({ provider }) => {
      provider.script(name, answer(text(WORDS)), answer(text(WORDS)));
      const request = ask([user('How hot?')], { model, system: 'Be brief.' });
      for (const message of [await client().messages.stream(request).finalMessage(), await client().messages.create(request)]) {
        assert.deepEqual(message.content.map((block) => [block.type, block.text]), [['text', WORDS]]);
        assert.deepEqual([message.stop_reason, message.usage.input_tokens, message.usage.output_tokens], ['end_turn', 12, 7]);
      }
    });

    check(title('a tool loop with thinking over two turns'), async ({ provider }) => {
      provider.script(name, answer(thinking('Ask first.'), text('One moment.'), call('weather', { city: 'Zürich' }, 'call_1'), call('weather', { city: '東京' }, 'call_2')), answer(text('Cold.')));
      const request = { model, tools, thinking: { type: 'enabled', budget_tokens: 2048 } };
      const first = await client().messages.stream(ask([user('Weather?')], request)).finalMessage();
      assert.deepEqual(first.content.map((block) => block.type), ['thinking', 'text', 'tool_use', 'tool_use']);
      assert.deepEqual(first.content.slice(2).map((block) => block.input.city), ['Zürich', '東京']);
      assert.equal(first.stop_reason, 'tool_use');
      const results = first.content.filter((block) => block.type === 'tool_use').map((block) => ({ type: 'tool_result', tool_use_id: block.id, content: `cold in ${block.input.city}` }));
      const second = await client().messages.create(ask([user('Weather?'), assistant(first.content), user(results)], request));
      assert.equal(second.content[0].text, 'Cold.');
      const sent = provider.requests(name).at(-1).body;
      for (const word of ['cold in Zürich', 'cold in 東京', 'One moment.']) assert.ok(sent.includes(word), `${word} is missing in ${sent}`);
      // Signed thinking goes home to the provider that signed it.
      if (name === 'anthropic') assert.deepEqual(provider.bodies(name)[1].messages[1].content, first.content);
      if (name === 'responses') assert.equal(provider.bodies(name)[1].input.find((item) => item.type === 'reasoning').encrypted_content, 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==');
      if (name === 'chat') assert.ok(!sent.includes('signature'), sent);
    });

    check(title('the tool runner'), async ({ provider }) => {
      provider.script(name, answer(call('weather', { city: 'Ulm' })), answer(text('Wet.')));
      const cities = [];
      const runner = client().beta.messages.toolRunner({ ...ask([user('Weather?')]), model, ...whole, tools: [tool({ name: 'weather', description: 'Tells the weather.', inputSchema: schema, run: ({ city }) => { cities.push(city); return 'wet'; } })] });
      assert.equal((await runner).content[0].text, 'Wet.');
      assert.deepEqual(cities, ['Ulm']);
    });

    check(title('an image in a prompt and in a tool result'), async ({ provider }) => {
      const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
      await client().messages.create(ask([user([{ type: 'text', text: 'What is this?' }, image]), assistant([{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Ulm' } }]), user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: [image] }])], { model, tools }));
      assert.equal(provider.requests(name)[0].body.split(PNG).length - 1, 2);
      if (name === 'chat') assert.ok(provider.bodies(name)[0].messages.filter((message) => message.role === 'tool').every((message) => typeof message.content === 'string'));
    });

    check(title('a refused request is a typed error with the provider\'s words'), async ({ provider }) => {
      provider.script(name, failure(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'));
      const error = await failureOf(client().messages.create(ask([user('Hi')], { model })));
      assert.ok(error instanceof Sdk.BadRequestError, String(error));
      assert.match(error.message, /210000 tokens > 200000 maximum/);
      assert.equal(error.error.type, 'error');
    });

    check(title('an overload passes away behind the gateway'), async ({ provider }) => {
      const crowded = failure(name === 'anthropic' || name === 'compatible' ? 529 : 503, 'overloaded_error', 'crowded');
      provider.script(name, crowded, crowded, answer(text('After all.')));
      assert.equal((await client().messages.create(ask([user('Hi')], { model }))).content[0].text, 'After all.');
    });

    check(title('a cut stream is an error, at each of its places'), async ({ provider }) => {
      const wire = { anthropic: 'anthropic', compatible: 'anthropic', responses: 'responses', chat: 'chat' }[name];
      const places = { anthropic: [/text_delta/, /"content_block_stop","index":0/, /message_delta/], responses: [/output_text\.delta/, /output_item\.done/], chat: [/"content":"[^"]/] }[wire];
      for (const place of places) for (const how of [{}, { reset: true }, { frame: errorFrame[wire] }]) {
        provider.script(name, cut(answer(text(WORDS)), place, how));
        const error = await failureOf(client().messages.stream(ask([user('Hi')], { model })).finalMessage());
        assert.ok(error instanceof Sdk.AnthropicError, `${place} ${JSON.stringify(how)}: ${error}`);
      }
    });

    check(title('tokens are counted'), async () => {
      assert.ok((await client().messages.countTokens({ model, messages: [user('Count me.')], tools })).input_tokens > 0);
    });

    check(title('a search of Anthropic\'s, asked of another provider in between, comes back as it was'), async ({ provider }) => {
      const blocks = searchBlocks();
      provider.script('anthropic', answer(text('Let me look.'), ...blocks.map(raw), text('It melts at 232 degrees.', TIN)), answer(text('Yes.')));
      provider.script(name, ...(name === 'anthropic' ? [] : [answer(text('Elsewhere.'))]));
      const first = await client().messages.stream(ask([user('Tin?')], { model: MODELS.anthropic, tools: [search] })).finalMessage();
      assert.deepEqual(first.content.slice(1, 3), blocks);
      const history = [user('Tin?'), assistant(first.content), user('Sure?')];
      const between = await client().messages.create(ask(history, { model, tools: name === 'compatible' || name === 'chat' ? tools : [search] }));
      if (name === 'responses') assert.ok(provider.bodies(name)[0].input.some((item) => item.type === 'web_search_call'));
      if (name === 'anthropic') return assert.deepEqual(provider.bodies(name)[1].messages[1].content, first.content);
      await client().messages.create(ask([...history, assistant(between.content), user('Back?')], { model: MODELS.anthropic, tools: [search] }));
      assert.deepEqual(provider.bodies('anthropic')[1].messages[1].content, first.content);
    });
  }

  check(`Anthropic SDK ${generation} > responses: a search is shown as blocks and goes home as it was`, async ({ provider }) => {
    const item = searchItem();
    provider.script('responses', answer(thinking('Look it up.'), raw(item), text('It melts at 232 degrees.', TIN)), answer(text('Yes.')));
    const request = { model: MODELS.responses, tools: [search], thinking: { type: 'enabled', budget_tokens: 2048 } };
    const first = await client().messages.stream(ask([user('Tin?')], request)).finalMessage();
    const shown = first.content.map((block) => block.type);
    assert.ok(shown.includes('server_tool_use') && shown.includes('web_search_tool_result'), shown.join());
    await client().messages.create(ask([user('Tin?'), assistant(first.content), user('Sure?')], request));
    assert.deepEqual(provider.bodies('responses')[1].input.find((each) => each.type === 'web_search_call'), item);
  });

  check(`Anthropic SDK ${generation}: the models are listed`, async () => {
    const list = await client().models.list({ limit: 20 });
    assert.ok(list.data.every((model) => model.type === 'model' && model.id));
  });

  check(`Anthropic SDK ${generation}: a wrong key is refused`, async ({ provider }) => {
    const error = await failureOf(client({ apiKey: 'another' }).messages.create(ask([user('Hi')], { model: MODELS.anthropic })));
    assert.ok(error instanceof Sdk.AuthenticationError, String(error));
    assert.equal(provider.requests('anthropic').length, 0);
  });
}

check('Anthropic SDK 1.14.0 > responses: a thread held by the server is refused with the way out', async ({ provider }) => {
  const client = new Anthropic({ apiKey: set.key, baseURL: set.url, maxRetries: 0 });
  const error = await failureOf(client.beta.messages.toolRunner({ model: MODELS.responses, max_tokens: 4096, messages: [user('Hi')], tools: [betaTool({ name: 'weather', description: 'w', inputSchema: schema, run: () => 'wet' })] }));
  assert.ok(error instanceof Anthropic.BadRequestError, String(error));
  assert.match(error.message, /thread/);
  assert.equal(provider.requests('responses').length, 0);
});
