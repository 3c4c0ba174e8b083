// The search exchange over two turns against the real providers. Costs money; needs ANTHROPIC_API_KEY, and for the second lane OPENAI_API_KEY.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { HERE, startGateway } from './stage.mjs';

const { ANTHROPIC_API_KEY, OPENAI_API_KEY, LIVE_ANTHROPIC_MODEL = 'claude-sonnet-5-5', LIVE_OPENAI_MODEL = 'gpt-5.5' } = process.env;
const without = (...keys) => { const missing = keys.filter((key) => !process.env[key]); return missing.length ? `${missing.join(' and ')} not set, so nothing was asked of the real providers.` : false; };
const question = 'Search the web: at what temperature does tin melt? Answer in one sentence with the source.';
const again = 'And which page of your search said so? Answer from what you have, without another search.';
let gateway;
before(async () => {
  if (!ANTHROPIC_API_KEY && !OPENAI_API_KEY) return;
  const keys = Object.entries({ ANTHROPIC_API_KEY, OPENAI_API_KEY }).filter(([, key]) => key);
  gateway = await startGateway(path.join(HERE, 'homes', 'live'), {}, Object.fromEntries(keys));
});
after(() => gateway?.stop());
const live = (title, keys, run) => test(title, { skip: without(...keys), timeout: 300_000 }, run);
const anthropic = () => new Anthropic({ apiKey: 'any', baseURL: gateway.url });
const openai = () => new OpenAI({ apiKey: 'any', baseURL: `${gateway.url}/v1` });
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 2 };
const user = (content) => ({ role: 'user', content });

live('Anthropic client > Anthropic: the second turn is accepted with the first one\'s blocks', ['ANTHROPIC_API_KEY'], async () => {
  const ask = (messages) => anthropic().messages.stream({ model: LIVE_ANTHROPIC_MODEL, max_tokens: 4096, tools: [search], messages }).finalMessage();
  const first = await ask([user(question)]);
  assert.ok(first.content.some((block) => block.type === 'web_search_tool_result'), JSON.stringify(first.content.map((block) => block.type)));
  const second = await ask([user(question), { role: 'assistant', content: first.content }, user(again)]);
  assert.equal(second.stop_reason, 'end_turn');
});

live('Responses client > Anthropic: the second turn is accepted with blocks from carriers', ['ANTHROPIC_API_KEY'], () => twoTurns(LIVE_ANTHROPIC_MODEL));

live('Responses client > OpenAI: the second turn is accepted with the first one\'s items', ['OPENAI_API_KEY'], () => twoTurns(LIVE_OPENAI_MODEL));

live('Responses client > Anthropic > OpenAI > Anthropic: the search outlives another provider', ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'], () => twoTurns(LIVE_ANTHROPIC_MODEL, LIVE_OPENAI_MODEL, LIVE_ANTHROPIC_MODEL));

/** A search on the first model, then a question about it to each further one (the same one when none is given). */
async function twoTurns(model, ...further) {
  const request = { tools: [{ type: 'web_search' }], store: false, include: ['reasoning.encrypted_content'], max_output_tokens: 4096 };
  const input = [user(question)];
  const first = await openai().responses.stream({ ...request, model, input }).finalResponse();
  assert.ok(first.output.some((item) => item.type === 'web_search_call'), JSON.stringify(first.output.map((item) => item.type)));
  input.push(...first.output);
  for (const next of further.length ? further : [model]) {
    input.push(user(again));
    const response = await openai().responses.stream({ ...request, model: next, input }).finalResponse();
    assert.equal(response.status, 'completed');
    input.push(...response.output);
  }
}
