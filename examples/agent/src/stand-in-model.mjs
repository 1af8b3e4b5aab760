import { readContext, stripContext } from '@mem/core';
import { MockLanguageModelV3 } from 'ai/test';

/**
 * A model without a model: it does by a few rules what a real one does by understanding, so that
 * the example runs offline and always the same. It sees only what a model sees: the prompt, and
 * the descriptions of its tools.
 */
export function createStandInModel() {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt, tools = [] }) => {
      const content = respond(prompt, tools);
      const calls = content.some(({ type }) => type === 'tool-call');
      return {
        content,
        finishReason: { unified: calls ? 'tool-calls' : 'stop', raw: undefined },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      };
    },
  });
}

function respond(prompt, tools) {
  const system = textsOf(prompt.filter(({ role }) => role === 'system'));
  const asked = textsOf(prompt.filter(({ role }) => role === 'user').slice(-1));
  if (system.includes('"operations"')) return text(distilled(asked));
  if (system.includes('"memories"')) return text(extracted(asked));
  if (system.includes('JSON array of their numbers')) return text(selected(asked));
  if (asked.includes('<notes>')) return text(noted(asked));
  return converse(prompt, tools, stripContext(asked).trim());
}

const text = (value) => [{ type: 'text', text: value }];

function textsOf(messages) {
  return messages
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(partText)))
    .join('\n');
}

function partText(part) {
  if (part.type === 'text') return part.text;
  return part.type === 'tool-result' ? JSON.stringify(part.output) : '';
}

// A turn of the conversation.

function converse(prompt, tools, said) {
  const last = prompt.at(-1);
  if (last.role === 'tool') return text(afterTool(textsOf([last])));
  const save = toolFor(tools, 'When to save');
  const worthSaving = /^(?:Remember|No|Yes, exactly)[:,]\s(.+)/s.exec(said)?.[1];
  if (worthSaving && save) return call(save, memoryOf(worthSaving));
  const forget = /^Forget (.+?)\.?$/.exec(said)?.[1];
  const remove = toolFor(tools, 'Deletes one memory');
  if (forget && remove) return call(remove, { name: forget });
  return text(said.endsWith('?') ? answerTo(said, prompt) : 'Noted.');
}

/** The tool whose description says that it is for this. */
function toolFor(tools, purpose) {
  return tools.find(({ description = '' }) => description.includes(purpose))?.name;
}

function call(toolName, input) {
  const toolCallId = `call-${toolName}-${JSON.stringify(input).length}`;
  return [{ type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }];
}

function afterTool(result) {
  const refused = /\\?"error\\?":\\?"(.+?)\\?"/.exec(result)?.[1];
  return refused ? `I could not do that: ${refused}` : 'Done, I will remember that.';
}

/** What memory or notes say about it, or the usual way. */
function answerTo(question, prompt) {
  const seen = textsOf(prompt);
  const known = [
    ...readContext(seen).map(({ body }) => body.split('\n')[0]),
    ...notesIn(seen).split('\n'),
  ];
  const best = bestMatch(question, known);
  return best ? `As I remember: ${best}` : 'I know nothing about that, so: the usual way.';
}

function notesIn(seen) {
  return /<session-notes>\n([\s\S]*?)\n<\/session-notes>/.exec(seen)?.[1] ?? '';
}

// What the memory asks of a model.

function memoryOf(sentence) {
  const type = typeOf(sentence);
  const name = wordsOf(sentence).slice(0, 4).join(' ');
  const reason = '\n\n**Why:** the user said so.\n**How to apply:** whenever it comes up.';
  const body = type === 'feedback' ? sentence + reason : sentence;
  return { name, type, description: sentence.slice(0, 120), body };
}

function typeOf(sentence) {
  if (/\b(?:I am|I'm|my role)\b/i.test(sentence)) return 'user';
  if (/\b(?:never|always|prefer|do not|don't)\b/i.test(sentence)) return 'feedback';
  return /\b(?:kept|tracked|dashboard|tracker)\b/i.test(sentence) ? 'reference' : 'project';
}

/** Every decision in the logs that no note holds yet becomes one. */
function distilled(prompt) {
  const operations = [];
  let path = '';
  for (const line of prompt.split('\n')) {
    path = /^=== (.+)$/.exec(line)?.[1] ?? path;
    const [, number, decision] = /^(\d+)\| - \S+ Decision: (.+)$/.exec(line) ?? [];
    if (!decision || !path.startsWith('logs/')) continue;
    const sources = [`${path}:${number}`];
    operations.push({ kind: 'create', ...memoryOf(decision), reason: 'It was decided.', sources });
  }
  return JSON.stringify({ operations });
}

/** Whatever a person states as a rule, also what memory had put beside it, if it gets to see that. */
function extracted(prompt) {
  const memories = [];
  const messages = prompt.slice(prompt.indexOf('The conversation:')).split(/^(?=\[\d+\] )/m);
  for (const message of messages) {
    const number = Number(/^\[(\d+)\] user:/.exec(message)?.[1]);
    for (const rule of message.match(/^ {2}.*\b(?:prefer|always|never)\b.*$/gim) ?? []) {
      if (!number || rule.trim().endsWith('?')) continue;
      const memory = memoryOf(rule.trim());
      memories.push({ ...memory, reason: 'The user stated it.', messages: [number] });
    }
  }
  return JSON.stringify({ memories });
}

function selected(prompt) {
  const question = /^Question:\n(.*)$/m.exec(prompt)?.[1] ?? '';
  const notes = [...prompt.matchAll(/^\{"number":.*\}$/gm)].map(([line]) => JSON.parse(line));
  const fitting = notes.filter((note) => overlap(question, `${note.name} ${note.description}`) > 1);
  return JSON.stringify(fitting.map(({ number }) => number));
}

/** The user's last statements, as the state of things. */
function noted(prompt) {
  const before = /# Task\n_.*_\n\n([\s\S]*?)\n\n#/.exec(prompt)?.[1] ?? '';
  const conversation = /<conversation>\n([\s\S]*)\n<\/conversation>/.exec(prompt)?.[1] ?? '';
  const statements = conversation
    .split(/^(?=\w+:$)/m)
    .filter((message) => message.startsWith('user:'))
    .flatMap((message) => message.split('\n').slice(1))
    .map((line) => `- ${line.trim()}`)
    .filter((line) => line.length > 2 && !line.endsWith('?'));
  const lines = [...new Set([...before.split('\n').filter(Boolean), ...statements])];
  return `# Title\nA conversation about the work\n\n# Task\n${lines.join('\n')}\n`;
}

// Words.

const common = new Set(
  'the and for are was with that this they how what when our you may its'.split(' '),
);

function wordsOf(sentence) {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}-]{3,}/gu) ?? [];
  return words.filter((word) => !common.has(word));
}

function overlap(a, b) {
  const stem = (word) => word.replace(/(?:ing|ed|s)$/, '');
  const known = new Set(wordsOf(b).map(stem));
  return new Set(
    wordsOf(a)
      .map(stem)
      .filter((word) => known.has(word)),
  ).size;
}

function bestMatch(question, lines) {
  const scored = lines.map((line) => ({ line, score: overlap(question, line) }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.line.replace(/^- /, '') : undefined;
}
