// What the scripted provider answers. An answer is told once, as a list of parts, and spoken on whichever wire the request came by.

/** Words; `cites` quotes one search result of the same answer. */
export const text = (value, cites) => ({ kind: 'text', value, cites });
export const thinking = (value, opaque = 'c2lnbmVkLWJ5LXRoZS1wcm92aWRlcg==') => ({ kind: 'thinking', value, opaque });
/** A call of a client's tool. */
export const call = (name, input, id = 'call_1') => ({ kind: 'call', name, input, id });
/** A call of a freeform tool; only the Responses wire has these. */
export const freeform = (name, input, id = 'call_1') => ({ kind: 'freeform', name, input, id });
/** A block or item in the wire's own JSON. */
export const raw = (json) => ({ kind: 'raw', json });

/** The search of the Anthropic wire: what a client must be able to bring back, byte for byte. */
export const searchBlocks = (tag = '1') => [
  { type: 'server_tool_use', id: `srvtoolu_01Search${tag}`, name: 'web_search', input: { query: `tin melting point ${tag}` }, caller: { type: 'direct' } },
  { type: 'web_search_tool_result', tool_use_id: `srvtoolu_01Search${tag}`, caller: { type: 'direct' },
    content: [{ type: 'web_search_result', url: 'https://metals.example/tin', title: 'Tin facts', encrypted_content: 'RW5jcnlwdGVk'.repeat(40), page_age: null }] },
];
/** The search of the Responses wire. */
export const searchItem = (tag = '1') => ({ id: `ws_0search${tag}`, type: 'web_search_call', status: 'completed',
  action: { type: 'search', query: `tin melting point ${tag}`, queries: [`tin melting point ${tag}`], sources: [{ type: 'url', url: 'https://metals.example/tin' }] } });

/** An answer on the wire of the request, streamed when the request asks for it. */
export const answer = (...parts) => (request) => {
  const spoken = WIRES[request.wire];
  return request.json.stream ? { frames: spoken.stream(parts, request.json.model) } : { json: spoken.whole(parts, request.json.model) };
};
/** The first answer's frames up to and with the one that matches; then the provider hangs up, resets the connection, or says `frame`. */
export const cut = (reply, after, { reset = false, frame = '' } = {}) => (request) => {
  const { frames } = reply(request);
  const last = frames.findIndex((each) => after.test(each));
  if (last < 0) throw new Error(`No frame matches ${after}: ${frames.join('').slice(0, 400)}`);
  return { frames: [...frames.slice(0, last + 1), frame].filter(Boolean), reset };
};
/** An error in the envelope of the request's wire. */
export const failure = (status, type, message, headers = {}) => (request) => ({
  status, headers,
  json: request.wire === 'anthropic' ? { type: 'error', error: { type, message }, request_id: 'req_1' } : { error: { message, type, param: null, code: null } },
});
/** An error that comes as a frame of a running stream. */
export const errorFrame = {
  anthropic: frameOf({ type: 'error', error: { type: 'overloaded_error', message: 'crowded' } }),
  responses: frameOf({ type: 'error', code: 'server_error', message: 'crowded', param: null, sequence_number: 99 }),
  chat: `data: ${JSON.stringify({ error: { message: 'crowded', type: 'server_error', code: 500 } })}\n\n`,
};

function frameOf(event) { return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`; }
/** Two pieces, so that whoever reads them has something to put together. */
function halves(value) { const letters = [...value], middle = letters.length >> 1; return [letters.slice(0, middle).join(''), letters.slice(middle).join('')]; }
let count = 0;
const fresh = (prefix) => `${prefix}${String(++count).padStart(8, '0')}`;

// ---- Anthropic Messages
const anthropicUsage = (parts) => {
  const web_search_requests = parts.filter((part) => part.json?.name === 'web_search').length;
  return { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 7, service_tier: 'standard', ...(web_search_requests ? { server_tool_use: { web_search_requests, web_fetch_requests: 0 } } : {}) };
};
const anthropicId = (id) => `toolu_${id.replace(/\W/g, '')}`;
const location = (cites) => [{ type: 'web_search_result_location', url: cites.url, title: cites.title, cited_text: 'Tin melts.', encrypted_index: 'RW5jSWR4' }];
function anthropicBlock(part) {
  switch (part.kind) {
    case 'text': return { type: 'text', text: part.value, ...(part.cites ? { citations: location(part.cites) } : {}) };
    case 'thinking': return { type: 'thinking', thinking: part.value, signature: part.opaque };
    case 'call': return { type: 'tool_use', id: anthropicId(part.id), name: part.name, input: part.input };
    case 'raw': return part.json;
    default: throw new Error(`The Anthropic wire has no ${part.kind}.`);
  }
}
const anthropicStop = (parts) => (parts.some((part) => part.kind === 'call') ? 'tool_use' : 'end_turn');
const anthropicMessage = (model, content, stop_reason, usage) => ({ id: fresh('msg_01'), type: 'message', role: 'assistant', model, content, stop_reason, stop_sequence: null, usage });
function anthropicStream(parts, model) {
  const events = [{ type: 'message_start', message: anthropicMessage(model, [], null, { ...anthropicUsage([]), output_tokens: 1 }) }, { type: 'ping' }];
  parts.map(anthropicBlock).forEach((block, index) => {
    const delta = (body) => events.push({ type: 'content_block_delta', index, delta: body });
    const start = (content_block) => events.push({ type: 'content_block_start', index, content_block });
    if (block.type === 'text') {
      start({ type: 'text', text: '', ...(block.citations ? { citations: [] } : {}) });
      for (const citation of block.citations ?? []) delta({ type: 'citations_delta', citation });
      for (const piece of halves(block.text)) delta({ type: 'text_delta', text: piece });
    } else if (block.type === 'thinking') {
      start({ type: 'thinking', thinking: '', signature: '' });
      for (const piece of halves(block.thinking)) delta({ type: 'thinking_delta', thinking: piece });
      delta({ type: 'signature_delta', signature: block.signature });
    } else if (block.input) {
      start({ ...block, input: {} });
      for (const piece of ['', ...halves(JSON.stringify(block.input))]) delta({ type: 'input_json_delta', partial_json: piece });
    } else start(block);
    events.push({ type: 'content_block_stop', index });
  });
  events.push({ type: 'message_delta', delta: { stop_reason: anthropicStop(parts), stop_sequence: null }, usage: anthropicUsage(parts) }, { type: 'message_stop' });
  return events.map(frameOf);
}

// ---- OpenAI Responses
const responsesUsage = { input_tokens: 12, input_tokens_details: { cached_tokens: 0 }, output_tokens: 7, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 19 };
function responsesItem(part) {
  switch (part.kind) {
    case 'text': return { id: fresh('msg_0'), type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: part.value, logprobs: [],
      annotations: part.cites ? [{ type: 'url_citation', start_index: 0, end_index: [...part.value].length, url: part.cites.url, title: part.cites.title }] : [] }] };
    case 'thinking': return { id: fresh('rs_0'), type: 'reasoning', summary: [{ type: 'summary_text', text: part.value }], encrypted_content: part.opaque };
    case 'call': return { id: fresh('fc_0'), type: 'function_call', status: 'completed', call_id: part.id, name: part.name, arguments: JSON.stringify(part.input) };
    case 'freeform': return { id: fresh('ctc_0'), type: 'custom_tool_call', status: 'completed', call_id: part.id, name: part.name, input: part.input };
    default: return part.json;
  }
}
const responsesWhole = (model, output) => ({ id: fresh('resp_0'), object: 'response', created_at: 1796000000, model: `${model}-2026-11-01`, status: 'completed', output, error: null, incomplete_details: null, instructions: null,
  metadata: {}, parallel_tool_calls: true, tool_choice: 'auto', tools: [], temperature: 1, top_p: 1, usage: responsesUsage });
function responsesStream(parts, model) {
  const output = parts.map(responsesItem), whole = responsesWhole(model, output), begun = { ...whole, status: 'in_progress', output: [], usage: null };
  const events = [{ type: 'response.created', response: begun }, { type: 'response.in_progress', response: begun }];
  output.forEach((item, output_index) => {
    const at = { item_id: item.id, output_index };
    const added = (more) => events.push({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress', ...more } });
    switch (item.type) {
      case 'message': {
        const [part] = item.content, where = { ...at, content_index: 0 };
        added({ content: [] });
        events.push({ type: 'response.content_part.added', ...where, part: { ...part, text: '', annotations: [] } });
        for (const delta of halves(part.text)) events.push({ type: 'response.output_text.delta', ...where, delta, logprobs: [] });
        part.annotations.forEach((annotation, annotation_index) => events.push({ type: 'response.output_text.annotation.added', ...where, annotation_index, annotation }));
        events.push({ type: 'response.output_text.done', ...where, text: part.text, logprobs: [] }, { type: 'response.content_part.done', ...where, part });
        break;
      }
      case 'reasoning': {
        const [part] = item.summary, where = { ...at, summary_index: 0 };
        added({ summary: [], encrypted_content: null });
        events.push({ type: 'response.reasoning_summary_part.added', ...where, part: { ...part, text: '' } });
        for (const delta of halves(part.text)) events.push({ type: 'response.reasoning_summary_text.delta', ...where, delta });
        events.push({ type: 'response.reasoning_summary_text.done', ...where, text: part.text }, { type: 'response.reasoning_summary_part.done', ...where, part });
        break;
      }
      case 'function_call':
        added({ arguments: '' });
        for (const delta of halves(item.arguments)) events.push({ type: 'response.function_call_arguments.delta', ...at, delta });
        events.push({ type: 'response.function_call_arguments.done', ...at, arguments: item.arguments });
        break;
      case 'custom_tool_call':
        added({ input: '' });
        for (const delta of halves(item.input)) events.push({ type: 'response.custom_tool_call_input.delta', ...at, delta });
        events.push({ type: 'response.custom_tool_call_input.done', ...at, input: item.input });
        break;
      case 'web_search_call':
        added({});
        for (const step of ['in_progress', 'searching', 'completed']) events.push({ type: `response.web_search_call.${step}`, ...at });
        break;
      default: added({});
    }
    events.push({ type: 'response.output_item.done', output_index, item });
  });
  events.push({ type: 'response.completed', response: whole });
  return events.map((event, sequence_number) => frameOf({ ...event, sequence_number }));
}

// ---- Chat Completions
const chatUsage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 };
const ofKind = (parts, kind) => parts.filter((part) => part.kind === kind);
const joined = (parts, kind) => ofKind(parts, kind).map((part) => part.value).join('');
const chatCalls = (parts) => ofKind(parts, 'call').map((part) => ({ id: part.id, type: 'function', function: { name: part.name, arguments: JSON.stringify(part.input) } }));
const chatFinish = (parts) => (ofKind(parts, 'call').length ? 'tool_calls' : 'stop');
function chatWhole(parts) {
  const calls = chatCalls(parts), reasoning = joined(parts, 'thinking');
  const message = { role: 'assistant', content: joined(parts, 'text') || null, refusal: null, ...(reasoning ? { reasoning_content: reasoning } : {}), ...(calls.length ? { tool_calls: calls } : {}) };
  return { id: fresh('chatcmpl-'), object: 'chat.completion', created: 1796000000, model: 'chat-upstream', choices: [{ index: 0, message, logprobs: null, finish_reason: chatFinish(parts) }], usage: chatUsage };
}
function chatStream(parts) {
  const head = { id: fresh('chatcmpl-'), object: 'chat.completion.chunk', created: 1796000000, model: 'chat-upstream' };
  const chunk = (delta, finish_reason = null) => ({ ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  const chunks = [chunk({ role: 'assistant', content: '' })];
  for (const part of ofKind(parts, 'thinking')) for (const piece of halves(part.value)) chunks.push(chunk({ reasoning_content: piece }));
  for (const part of ofKind(parts, 'text')) for (const piece of halves(part.value)) chunks.push(chunk({ content: piece }));
  chatCalls(parts).forEach((each, index) => {
    chunks.push(chunk({ tool_calls: [{ ...each, index, function: { name: each.function.name, arguments: '' } }] }));
    for (const piece of halves(each.function.arguments)) chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  chunks.push(chunk({}, chatFinish(parts)), { ...head, choices: [], usage: chatUsage });
  return [...chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n'];
}

const WIRES = {
  anthropic: { stream: anthropicStream, whole: (parts, model) => anthropicMessage(model, parts.map(anthropicBlock), anthropicStop(parts), anthropicUsage(parts)) },
  responses: { stream: responsesStream, whole: (parts, model) => responsesWhole(model, parts.map(responsesItem)) },
  chat: { stream: chatStream, whole: chatWhole },
};
