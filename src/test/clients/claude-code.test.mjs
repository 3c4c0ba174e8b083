// Claude Code, headless, on the lanes that people use it for.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { claude, desk } from './program.mjs';
import { whenever } from './provider.mjs';
import { answer, call, cut, failure, raw, searchBlocks, searchItem, text, thinking } from './replies.mjs';
import { PNG, stage } from './stage.mjs';

const set = stage('claude-code');
const { check } = set;
const MODELS = { anthropic: 'claude-opus-5-5', responses: 'gpt-5.5', chat: 'chat-x' };
const TIN = { url: 'https://metals.example/tin', title: 'Tin facts' };
const ECHO = ['--allowedTools', 'Bash(echo:*)'];
const shell = (word, id) => call('Bash', { command: `echo ${word}`, description: 'Says a word' }, id);
const succeeded = ({ last, out }) => assert.ok(last.subtype === 'success' && !last.is_error, `${JSON.stringify(last).slice(0, 800)} ${out.slice(-400)}`);
/** Every text that a request carries, whatever the wire's shape of it is. */
const carries = (request, words) => assert.ok(request.body.includes(words), `${words} is missing in a request of ${request.body.length} bytes`);
const exchange = (body) => body.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : [])).filter((block) => /^(server_tool_use|web_search_tool_result)$/.test(block.type)).map(({ cache_control, ...block }) => block);

for (const [name, model] of Object.entries(MODELS)) {
  const title = (rule) => `Claude Code > ${name}: ${rule}`;

  check(title('a tool loop, then a resume'), async ({ provider }) => {
    const at = desk(set, `${name} loop`);
    provider.script(name, answer(thinking('Use the shell.'), text('One moment.'), shell('alpha', 'call_1'), shell('beta', 'call_2')), answer(text('Both were said.')), answer(text('Still there.')));
    const first = await claude(at, ['-p', 'Say two words.', '--model', model, ...ECHO]);
    succeeded(first);
    assert.equal(first.last.result, 'Both were said.');
    succeeded(await claude(at, ['-p', 'And now?', '--continue', '--model', model, ...ECHO]));
    const requests = provider.requests(name);
    assert.equal(requests.length, 3);
    for (const words of ['alpha', 'beta', 'One moment.']) { carries(requests[1], words); carries(requests[2], words); }
    carries(requests[2], 'Both were said.');
    // Claude Code forgets thinking on a resume when the answer's model is not the one it asked for; the provider's is a dated one here.
    if (name === 'responses') assert.equal(requests[2].json.input.find((item) => item.type === 'reasoning')?.encrypted_content, 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==');
    // What was sent once stays as it was, so that the provider's prompt cache holds.
    const history = (request) => request.json.input ?? request.json.messages;
    if (name !== 'anthropic') for (const turn of [1, 2]) assert.deepEqual(history(requests[turn]).slice(0, history(requests[turn - 1]).length), history(requests[turn - 1]));
  });

  check(title('an image that it reads'), async ({ provider }) => {
    const at = desk(set, `${name} image`), file = path.join(at.work, 'dot.png');
    fs.writeFileSync(file, Buffer.from(PNG, 'base64'));
    provider.script(name, answer(call('Read', { file_path: file })), answer(text('A dot.')));
    succeeded(await claude(at, ['-p', 'Look at dot.png.', '--model', model, '--allowedTools', 'Read']));
    const [, second] = provider.requests(name);
    carries(second, { anthropic: '"type":"image"', responses: 'data:image/png;base64,', chat: 'data:image/png;base64,' }[name]);
  });

  check(title('a nested web search'), async ({ provider }) => {
    const at = desk(set, `${name} search`);
    const searches = name === 'responses' ? [raw(searchItem())] : name === 'anthropic' ? searchBlocks().map(raw) : [];
    const nested = name === 'responses' ? (request) => request.json.tools?.some((tool) => tool.type === 'web_search') && !request.json.tools.some((tool) => tool.name === 'Bash')
      : name === 'anthropic' ? (request) => request.json.tools?.some((tool) => /^web_search_/.test(tool.type)) : () => false;
    provider.script(name, whenever(nested, answer(...searches, text('Tin melts at 232 degrees.', TIN))), answer(call('WebSearch', { query: 'tin melting point' })), answer(text('232 degrees.')));
    const result = await claude(at, ['-p', 'Search for tin.', '--model', model, '--allowedTools', 'WebSearch'], { env: { ENABLE_TOOL_SEARCH: 'false' } });
    succeeded(result);
    if (name === 'chat') return;
    assert.equal(provider.requests(name).length, 3);
    carries(provider.requests(name)[2], 'Tin melts at 232 degrees.');
    carries(provider.requests(name)[2], TIN.url);
    assert.equal(result.last.usage.server_tool_use.web_search_requests, 0);
    assert.equal(Object.values(result.last.modelUsage).reduce((sum, each) => sum + each.webSearchRequests, 0), 1);
  });

  check(title('a summary by /compact, and on from there'), async ({ provider }) => {
    const at = desk(set, `${name} compact`);
    provider.script(name, answer(text('The word is gamma.')), answer(text('<summary>They spoke of gamma.</summary>')), answer(text('On we go.')));
    succeeded(await claude(at, ['-p', 'Tell me a word.', '--model', model]));
    succeeded(await claude(at, ['-p', '/compact', '--continue', '--model', model]));
    succeeded(await claude(at, ['-p', 'Go on.', '--continue', '--model', model]));
    const requests = provider.requests(name);
    assert.equal(requests.length, 3);
    carries(requests[1], 'The word is gamma.');
    carries(requests[2], 'They spoke of gamma.');
    assert.ok(!requests[2].body.includes('The word is gamma.'));
  });

  check(title('a prompt that is too long is told in the provider\'s numbers, once'), async ({ provider }) => {
    provider.script(name, failure(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'));
    const { last } = await claude(desk(set, `${name} long`), ['-p', 'Hi', '--model', model]);
    assert.ok(last.is_error);
    assert.match(last.result, /[Pp]rompt is too long/);
    assert.equal(provider.requests(name).length, 1);
  });

  check(title('an overload passes away behind the gateway'), async ({ provider }) => {
    const crowded = failure(name === 'anthropic' ? 529 : 503, 'overloaded_error', 'crowded');
    provider.script(name, crowded, crowded, answer(text('After all.')));
    const result = await claude(desk(set, `${name} crowded`), ['-p', 'Hi', '--model', model]);
    succeeded(result);
    assert.equal(result.last.result, 'After all.');
    assert.equal(result.events.filter((event) => event.subtype === 'api_retry').length, 0);
  });

  for (const [how, reset] of [['ends', false], ['is reset', true]]) check(title(`a stream that ${how} inside the text is asked for again`), async ({ provider }) => {
    const place = { anthropic: /text_delta/, responses: /output_text\.delta/, chat: /"content":"[^"]/ }[name];
    provider.script(name, cut(answer(text('Half of this is lost.')), place, { reset }), answer(text('Whole.')));
    const result = await claude(desk(set, `${name} ${how}`), ['-p', 'Hi', '--model', model]);
    succeeded(result);
    assert.equal(result.last.result, 'Whole.');
    assert.equal(provider.left(name), 0);
  });

  check(title('a stream that is cut inside a call never runs the call'), async ({ provider }) => {
    const at = desk(set, `${name} half a call`);
    const place = { anthropic: /input_json_delta/, responses: /function_call_arguments\.delta/, chat: /"arguments":"[^"]/ }[name];
    provider.script(name, cut(answer(call('Bash', { command: 'touch ran', description: 'Makes a file' })), place), answer(text('Whole.')));
    succeeded(await claude(at, ['-p', 'Hi', '--model', model, '--allowedTools', 'Bash(touch:*)']));
    assert.ok(!fs.existsSync(path.join(at.work, 'ran')));
  });

  check(title('tokens are counted for /context'), async () => {
    const result = await claude(desk(set, `${name} context`), ['-p', '/context', '--model', model]);
    succeeded(result);
    assert.match(result.last.result, /tokens/i);
  });
}

check('Claude Code > anthropic: a search of the provider\'s own comes back as it was, also from disk', async ({ provider }) => {
  const at = desk(set, 'own search'), blocks = searchBlocks();
  provider.script('anthropic', answer(text('Let me look.'), ...blocks.map(raw), text('Tin melts.', TIN), shell('alpha')), answer(text('Done.')), answer(text('Yes.')));
  succeeded(await claude(at, ['-p', 'Tin?', '--model', MODELS.anthropic, ...ECHO]));
  succeeded(await claude(at, ['-p', 'Sure?', '--continue', '--model', MODELS.anthropic]));
  for (const body of provider.bodies('anthropic').slice(1)) assert.deepEqual(exchange(body), blocks);
});

check('Claude Code: a search of Anthropic\'s outlives a turn with OpenAI', async ({ provider }) => {
  const at = desk(set, 'two vendors'), blocks = searchBlocks();
  provider.script('anthropic', answer(text('Let me look.'), ...blocks.map(raw), text('Tin melts.', TIN)), answer(text('Back.')));
  provider.script('responses', answer(thinking('Think.'), text('Elsewhere.')));
  succeeded(await claude(at, ['-p', 'Tin?', '--model', MODELS.anthropic]));
  succeeded(await claude(at, ['-p', 'Sure?', '--continue', '--model', MODELS.responses]));
  succeeded(await claude(at, ['-p', 'Back?', '--continue', '--model', MODELS.anthropic]));
  const back = provider.bodies('anthropic')[1];
  assert.deepEqual(exchange(back), blocks);
  assert.ok(!JSON.stringify(back).includes('"thinking":"Think."'), 'thinking of another vendor reached Anthropic');
});

check('Claude Code > responses: a search of OpenAI\'s in the main conversation goes home as it was', async ({ provider }) => {
  const at = desk(set, 'item search'), item = searchItem();
  provider.script('responses', answer(thinking('Look it up.'), raw(item), text('Tin melts.', TIN), shell('alpha')), answer(text('Done.')), answer(text('Yes.')));
  succeeded(await claude(at, ['-p', 'Tin?', '--model', MODELS.responses, ...ECHO]));
  succeeded(await claude(at, ['-p', 'Sure?', '--continue', '--model', MODELS.responses]));
  for (const body of provider.bodies('responses').slice(1)) assert.deepEqual(body.input.filter((each) => each.type === 'web_search_call'), [item]);
});

check('Claude Code: the bearer token is a key as well, and models are offered to choose from', async ({ provider }) => {
  provider.script('anthropic', answer(text('Hello.')));
  const result = await claude(desk(set, 'bearer'), ['-p', 'Hi', '--model', MODELS.anthropic], { env: { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: set.key, CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1' } });
  succeeded(result);
  assert.equal(result.last.result, 'Hello.');
});
