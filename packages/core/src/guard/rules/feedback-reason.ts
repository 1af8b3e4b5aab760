import type { RuleFacts } from '../hit.js';

/** A correction without its reason is obeyed to the letter, also where the reason would not hold. */
export const feedbackReason: RuleFacts = {
  id: 'feedback-reason',
  group: 'feedback',
  action: 'warn',
  title: 'feedback without its reason and without how to apply it',
  fix: 'Add a line "**Why:** …" and a line "**How to apply:** …".',
};

const why =
  /(?:\bwhy\b|\breasons?\b|\bbecause\b|\bsince\b|\bso that\b|\bwarum\b|\bgrund\b|\bweil\b|\bdenn\b|\bdamit\b|为什么|為什麼|原因|因为|因為|理由|なぜ|이유|왜|때문|pourquoi|parce que|raison|por qué|porque|porquê|motivo|почему|причин)/i;
const how =
  /(?:\bhow to apply\b|\bapply\b|\bapplies\b|\bwhen\b|\bbefore\b|\binstead\b|\banwend\w{0,10}|\banzuwend\w{0,6}|\bwann\b|\bstattdessen\b|如何应用|如何應用|怎么用|怎样应用|应用方式|適用|使い方|적용|comment appliquer|cómo aplicar|как применять)/i;

/** Which of the two a body of feedback lacks. */
export function lacksReason(body: string): boolean {
  return !why.test(body) || !how.test(body);
}
