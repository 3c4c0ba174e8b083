// Codex, headless, on the lanes that people use it for. It keeps no state on the server: what must survive, its own items have to carry.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { codex, desk } from './program.mjs';
import { whenever } from './provider.mjs';
import { answer, call, cut, failure, freeform, raw, searchBlocks, searchItem, text, thinking } from './replies.mjs';
import { PNG, stage } from './stage.mjs';

// Models of OpenAI's by name, answered by Anthropic: Codex gives them freeform tools, or tools as items of the input.
const set = stage('codex', { 'dragoman.model.gpt-5.5': 'anthropic, responses', 'dragoman.model.gpt-6.2-sol': 'anthropic', 'dragoman.compaction.model': 'chat/summariser' });
const { check } = set;
const MODELS = { anthropic: 'claude-opus-5-5', responses: 'gpt-x', chat: 'chat-x' };
const PLACES = { anthropic: /text_delta/, responses: /output_text\.delta/, chat: /"content":"[^"]/ };
const TIN = { url: 'https://metals.example/tin', title: 'Tin facts' };
const SIGNED = 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==';
const EXEC = ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
const RESUME = ['exec', 'resume', '--last', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'];
const said = ({ events }) => events.filter((event) => event.type === 'item.completed' && event.item?.type === 'agent_message').map((event) => event.item.text);
const succeeded = (result) => assert.ok(result.code === 0 && result.events.some((event) => event.type === 'turn.completed'), `exit ${result.code}: ${result.out.slice(-800)} ${result.err.slice(-400)}`);
const shell = (word, id) => call('exec_command', { cmd: `echo ${word}` }, id);
const exchange = (body) => body.messages.flatMap((message) => (Array.isArray(message.content) ? message.content : [])).filter((block) => /^(server_tool_use|web_search_tool_result)$/.test(block.type)).map(({ cache_control, ...block }) => block);
const carries = (request, words) => assert.ok(request.body.includes(words), `${words} is missing in a request of ${request.body.length} bytes`);

for (const [name, model] of Object.entries(MODELS)) {
  const title = (rule) => `Codex > ${name}: ${rule}`;

  check(title('a tool loop, then a resume'), async ({ provider }) => {
    const at = desk(set, `${name} loop`);
    provider.script(name, answer(thinking('Use the shell.', SIGNED), text('One moment.'), shell('alpha', 'call_1'), shell('beta', 'call_2')), answer(text('Both were said.')), answer(text('Still there.')));
    const first = await codex(at, [...EXEC, 'Say two words.'], { model });
    succeeded(first);
    assert.equal(said(first).at(-1), 'Both were said.');
    const second = await codex(at, [...RESUME, 'And now?'], { model });
    succeeded(second);
    const requests = provider.requests(name);
    assert.equal(requests.length, 3);
    for (const words of ['alpha', 'beta', 'One moment.']) { carries(requests[1], words); carries(requests[2], words); }
    carries(requests[2], 'Both were said.');
    if (name !== 'chat') carries(requests[2], SIGNED);
    // What was sent once stays as it was, so that the provider's prompt cache holds and signed thinking stays bound to it.
    const history = ({ json }) => JSON.parse(JSON.stringify(json.input ?? json.messages, (key, value) => (key === 'cache_control' ? undefined : value)));
    for (const at of [1, 2]) assert.deepEqual(history(requests[at]).slice(0, history(requests[at - 1]).length), history(requests[at - 1]));
  });

  check(title('an image of the prompt'), async ({ provider }) => {
    const at = desk(set, `${name} image`), file = path.join(at.work, 'dot.png');
    fs.writeFileSync(file, Buffer.from(PNG, 'base64'));
    provider.script(name, answer(text('A dot.')));
    succeeded(await codex(at, [...EXEC, 'What is this?', '-i', file], { model }));
    carries(provider.requests(name)[0], { anthropic: '"type":"image"', responses: 'data:image/png;base64,', chat: 'data:image/png;base64,' }[name]);
  });

  check(title('a refused request is told in the provider\'s words, once'), async ({ provider }) => {
    provider.script(name, failure(400, 'invalid_request_error', 'tools.3: the provider does not like it'));
    const result = await codex(desk(set, `${name} refused`), [...EXEC, 'Hi'], { model });
    assert.notEqual(result.code, 0);
    assert.match(result.out, /tools\.3: the provider does not like it/);
    assert.equal(provider.requests(name).length, 1);
  });

  if (name !== 'responses') check(title('a prompt that is too long is known as such'), async ({ provider }) => {
    provider.script(name, failure(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'));
    const result = await codex(desk(set, `${name} long`), [...EXEC, 'Hi'], { model });
    assert.notEqual(result.code, 0);
    assert.match(result.out, /ran out of room in the model's context window/);
    assert.equal(provider.requests(name).length, 1);
  });

  check(title('an overload passes away behind the gateway'), async ({ provider }) => {
    const crowded = failure(name === 'anthropic' ? 529 : 503, 'overloaded_error', 'crowded');
    provider.script(name, crowded, crowded, answer(text('After all.')));
    const result = await codex(desk(set, `${name} crowded`), [...EXEC, 'Hi'], { model });
    succeeded(result);
    assert.deepEqual(said(result), ['After all.']);
    assert.ok(!/[Rr]econnecting/.test(result.out), result.out);
  });

  for (const [how, reset] of [['ends', false], ['is reset', true]]) check(title(`a stream that ${how} inside the text is asked for again`), async ({ provider }) => {
    provider.script(name, cut(answer(text('Half of this is lost.')), PLACES[name], { reset }), answer(text('Whole.')));
    const result = await codex(desk(set, `${name} ${how}`), [...EXEC, 'Hi'], { model });
    succeeded(result);
    assert.deepEqual(said(result), ['Whole.']);
    assert.equal(provider.left(name), 0);
  });

  check(title('a stream that is cut inside a call never runs the call'), async ({ provider }) => {
    const at = desk(set, `${name} half a call`);
    const place = { anthropic: /input_json_delta/, responses: /function_call_arguments\.delta/, chat: /"arguments":"[^"]/ }[name];
    provider.script(name, cut(answer(call('exec_command', { cmd: 'touch ran' })), place), answer(text('Whole.')));
    succeeded(await codex(at, [...EXEC, 'Hi'], { model }));
    assert.ok(!fs.existsSync(path.join(at.work, 'ran')));
  });
}

check('Codex > anthropic: a search comes back from carriers as it was, beside a call and from disk', async ({ provider }) => {
  const at = desk(set, 'carriers'), blocks = searchBlocks('1'), more = searchBlocks('2'), model = MODELS.anthropic;
  provider.script('anthropic', answer(thinking('Look it up.', SIGNED), text('Let me look.'), ...blocks.map(raw), text('Tin melts.', TIN), shell('alpha')), answer(...more.map(raw), text('Looked twice.', TIN)), answer(text('Yes.')));
  const first = await codex(at, [...EXEC, 'Tin?'], { model, config: 'web_search = "live"' });
  succeeded(first);
  succeeded(await codex(at, [...RESUME, 'Sure?'], { model, config: 'web_search = "live"' }));
  const [, second, third] = provider.bodies('anthropic');
  assert.deepEqual(exchange(second), blocks);
  assert.deepEqual(exchange(third), [...blocks, ...more]);
  assert.deepEqual(third.messages.find((message) => message.role === 'assistant').content[0], { type: 'thinking', thinking: 'Look it up.', signature: SIGNED });
  assert.equal(JSON.stringify(third).split('encrypted_index').length - 1, 2);
});

check('Codex: a search of Anthropic\'s outlives a turn with OpenAI and one on Chat', async ({ provider }) => {
  const at = desk(set, 'three vendors'), blocks = searchBlocks(), config = 'web_search = "live"';
  provider.script('anthropic', answer(text('Let me look.'), ...blocks.map(raw), text('Tin melts.', TIN)), answer(text('Back.')));
  provider.script('responses', answer(thinking('Think.'), text('Elsewhere.')));
  provider.script('chat', answer(text('Elsewhere again.')));
  succeeded(await codex(at, [...EXEC, 'Tin?'], { model: MODELS.anthropic, config }));
  succeeded(await codex(at, [...RESUME, 'Sure?'], { model: MODELS.responses, config }));
  succeeded(await codex(at, [...RESUME, 'Really?'], { model: MODELS.chat, config }));
  succeeded(await codex(at, [...RESUME, 'Back?'], { model: MODELS.anthropic, config }));
  assert.deepEqual(exchange(provider.bodies('anthropic')[1]), blocks);
  assert.ok(provider.bodies('responses')[0].input.some((item) => item.type === 'web_search_call'));
});

check('Codex > responses: a search goes home as it was', async ({ provider }) => {
  const at = desk(set, 'item search'), item = searchItem(), model = MODELS.responses, config = 'web_search = "live"';
  provider.script('responses', answer(thinking('Look it up.', SIGNED), raw(item), text('Tin melts.', TIN), shell('alpha')), answer(text('Yes.')));
  succeeded(await codex(at, [...EXEC, 'Tin?'], { model, config }));
  const back = provider.bodies('responses')[1].input.find((each) => each.type === 'web_search_call');
  assert.deepEqual([back.id, back.action.query], [item.id, item.action.query]);
});

check('Codex > anthropic: a freeform tool of OpenAI\'s models is a tool like any other', async ({ provider }) => {
  const at = desk(set, 'freeform');
  const patch = '*** Begin Patch\n*** Add File: made.txt\n+Größe: 3 µm\n*** End Patch';
  provider.script('anthropic', answer(call('apply_patch', { input: patch })), answer(text('Made.')));
  const result = await codex(at, [...EXEC, 'Make a file.'], { model: 'gpt-5.5' });
  succeeded(result);
  assert.equal(fs.readFileSync(path.join(at.work, 'made.txt'), 'utf8'), 'Größe: 3 µm\n');
  const tool = provider.bodies('anthropic')[0].tools.find((each) => each.name === 'apply_patch');
  assert.deepEqual(Object.keys(tool.input_schema.properties), ['input']);
});

check('Codex > responses, after Anthropic was asked in vain: a freeform tool stays what it is', async ({ provider }) => {
  const at = desk(set, 'own freeform');
  provider.script('anthropic', whenever(() => true, failure(529, 'overloaded_error', 'crowded')));
  const patch = '*** Begin Patch\n*** Add File: made.txt\n+made\n*** End Patch';
  provider.script('responses', answer(freeform('apply_patch', patch)), answer(text('Made.')));
  succeeded(await codex(at, [...EXEC, 'Make a file.'], { model: 'gpt-5.5' }));
  assert.equal(fs.readFileSync(path.join(at.work, 'made.txt'), 'utf8'), 'made\n');
  assert.equal(provider.bodies('responses')[1].input.find((item) => item.type === 'custom_tool_call').input, patch);
});

check('Codex > anthropic: tools that come as items of the input are offered', async ({ provider }) => {
  const at = desk(set, 'lite');
  provider.script('anthropic', answer(text('Hello.')));
  const result = await codex(at, [...EXEC, 'Hi'], { model: 'gpt-6.2-sol' });
  succeeded(result);
  assert.ok(provider.bodies('anthropic')[0].tools.length > 0);
});

for (const [named, way] of [['Gateway', 'by a message'], ['OpenAI', 'by an item of its own']]) {
  check(`Codex > anthropic: compaction ${way}, and on from there`, async ({ provider }) => {
    const at = desk(set, `compaction ${named}`), blocks = searchBlocks(), model = MODELS.anthropic;
    const options = { model, named, config: 'web_search = "live"\nmodel_auto_compact_token_limit = 10' };
    provider.script('anthropic', answer(text('The word is gamma.'), ...blocks.map(raw), text('Tin melts.', TIN)), answer(text('On we go.')), answer(text('Further.')));
    provider.script('chat', ...Array.from({ length: 4 }, () => answer(text('They spoke of gamma.'))));
    succeeded(await codex(at, [...EXEC, 'Tell me a word.'], options));
    succeeded(await codex(at, [...RESUME, 'Go on.'], options));
    const summaries = provider.requests('chat');
    assert.ok(summaries.length > 0, `${provider.requests('anthropic').length} requests, none of them for a summary`);
    carries(summaries[0], 'The word is gamma.');
    assert.equal(summaries[0].json.model, 'summariser');
    const after = provider.requests('anthropic').at(-1);
    carries(after, 'They spoke of gamma.');
    assert.ok(!after.body.includes('drgm1.'), 'a carrier reached the provider');
  });
}

check('Codex as OpenAI\'s own provider asks for a WebSocket, is refused, and goes on at once', async ({ provider }) => {
  provider.script('responses', answer(text('Hello.')));
  const result = await codex(desk(set, 'socket'), [...EXEC, 'Hi'], { model: MODELS.responses, builtIn: true });
  succeeded(result);
  assert.deepEqual(said(result), ['Hello.']);
  assert.ok(!/[Rr]econnecting|falling back/i.test(result.out), result.out);
});
