import { memoryTools, modelFunction, modelSelector } from '@mem/ai-sdk';
import { createMemoryStore, guardText, memoryInstructions, renderContext } from '@mem/core';
import { createDirectoryStorage } from '@mem/fs-node';
import {
  appendLogEntry,
  createConversation,
  extractMemories,
  fromAiSdk,
  runDistillation,
  toAiSdk,
} from '@mem/session';
import { generateText, stepCountIs } from 'ai';

/**
 * An agent that remembers. It has one conversation; the next one is another agent on the same
 * directory, perhaps weeks later.
 *
 * @param {{ directory: string, model: import('ai').LanguageModel, id: string, now?: () => Date,
 *   notes?: object, tail?: object }} options
 */
export async function createAgent({ directory, model, id, now = () => new Date(), notes, tail }) {
  const storage = createDirectoryStorage(directory);
  const provenance = { client: 'example-agent', session: id };
  // Strict: what is only doubtful for a person is refused for a model that nobody watches.
  const guard = { strict: true };
  const store = createMemoryStore(storage, { now, guard, provenance });
  const ask = modelFunction(model);
  const conversation = createConversation({
    store,
    storage,
    id,
    model: ask,
    thresholds: notes,
    tail,
    recall: { selector: modelSelector(model) },
  });
  const tools = memoryTools(store, { approveDelete: false, provenance });
  let system = systemText(await conversation.context());
  let messages = [];

  /** One turn: what matters is recalled, the model answers with its tools, notes are kept. */
  async function say(text) {
    const { entries } = await conversation.recall(text);
    const recalled = renderContext(entries).text;
    messages.push({ role: 'user', content: [recalled, text].filter(Boolean).join('\n\n') });
    const result = await generateText({
      model,
      system,
      messages,
      tools,
      stopWhen: stepCountIs(8),
    });
    messages.push(...result.response.messages);
    conversation.observe(fromAiSdk(messages));
    if (conversation.shouldUpdateNotes) await conversation.updateNotes();
    await log(text);
    return result.text;
  }

  /** The day's log goes without what the memory would refuse. */
  async function log(text) {
    const refused = guardText({ file: text }, guard).some(({ action }) => action === 'refuse');
    if (!refused) await appendLogEntry(storage, { text, at: now(), timeZone: 'UTC' });
  }

  return {
    store,
    storage,
    conversation,
    say,
    get messages() {
      return messages;
    },
    get system() {
      return system;
    },
    /** The head of the conversation gives way to its notes; the memory is read afresh. */
    async compact() {
      await conversation.updateNotes();
      const result = await conversation.compact(fromAiSdk(messages));
      if (result.outcome !== 'compacted') return result;
      messages = toAiSdk(result.messages);
      system = systemText(result.context);
      return result;
    },
    /** What of the conversation is worth keeping, for a person to accept. */
    propose: () => extractMemories(store, fromAiSdk(messages), ask, { guard }),
    /** Logs become memories, as it would happen once a night. */
    distill: () =>
      runDistillation(storage, { model: ask, force: true, now, store: { guard, provenance } }),
  };
}

function systemText(context) {
  return [memoryInstructions(), context.text].filter(Boolean).join('\n');
}
