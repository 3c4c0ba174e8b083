export const HELP = `
# Dragoman

Exchanges by lane, server-tool runs and why some were dropped, the providers, and the open streams of this gateway.
Figures count from its start; the charts show the last minutes, read every few seconds. Nothing here shows what was said.

A lane is client wire > provider wire: A Anthropic, K Anthropic-compatible, R OpenAI Responses, C Chat Completions.
`;
