import type { Place, TextRule } from '../hit.js';
import { StitchedText } from '../stitched-text.js';

const fix =
  'A memory states facts for later; it gives no orders to the system. Say what is so, and why.';

/** Ways to tell a model to drop its instructions. Each begins with a word of its own. */
const orders = [
  /\b(?:ignore|disregard|forget|override|bypass) (?:(?:all|any|every|each|of|the|your|my|these|those) ){0,4}(?:previous|prior|above|earlier|preceding|foregoing|existing|system|original|safety)(?: (?:system|safety|and|or|the|above))? (?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|constraints?|messages?|context)\b/gi,
  /\b(?:ignore|disregard|forget) (?:all|everything) (?:of )?(?:the )?(?:instructions|rules|above|before|(?:that )?(?:came|was said) before|you (?:were|have been) told)\b/gi,
  /\byou are now (?:in )?(?:dan|developer mode|debug mode|god mode|jailbroken|unrestricted|an? unrestricted|free of)\b/gi,
  /\bnew (?:system (?:prompt|instructions?|message)|instructions? from (?:the )?(?:system|developer|anthropic|openai)):/gi,
  /\b(?:do not|don't|never) (?:tell|inform|reveal to|mention (?:this |it )?to|show) (?:this to )?(?:the )?user (?:about|of|that|anything|this)\b/gi,
  /\bwithout (?:telling|informing|asking|the knowledge of) the user\b/gi,
  /\b(?:ignoriere?|vergiss|missachte|verwirf) (?:(?:alle|sämtliche|die|deine|jegliche|aller) ){0,3}(?:vorherigen|bisherigen|vorigen|früheren|obigen|vorangegangenen) (?:anweisungen|instruktionen|regeln|vorgaben|befehle)/gi,
  /\bohne (?:dem (?:nutzer|benutzer|anwender)|den (?:nutzer|benutzer|anwender)) (?:davon|etwas|zu (?:fragen|informieren))/gi,
  /(?:忽略|无视|無視|忘记|忘掉|不要理会)(?:你)?(?:之前|以前|先前|以上|上述|前面|所有|全部|一切|此前|的){1,5}(?:指令|指示|说明|規則|规则|提示词?|命令|要求|系统消息)/g,
  /(?:以前|上記|これまで|前述|すべて|全て)の(?:すべての|全ての)?(?:指示|命令|ルール|プロンプト)を(?:無視|忘れ)/g,
  /(?:이전|위의|앞의|모든) ?(?:모든 )?(?:지시|명령|지침|규칙)(?:사항)?(?:을|를) ?(?:무시|잊)/g,
];

/** Marks by which programs tell a model who speaks. */
const roles = [
  /<\/?(?:system|system[-_]reminder|system[-_]prompt|assistant|human|antml:[a-z_]{1,30}|function_(?:calls|results)|tool_(?:result|use|call|response)|user[-_]prompt[-_]submit[-_]hook|developer)(?:\s[^<>]{0,80})?>/gi,
  /<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|begin_of_text|end_of_text|start_header_id|end_header_id|eot_id|eom_id|start|end|message|channel|return|call)\|>/gi,
  /\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>|<\/?s>\s?\[INST\]/g,
  /^(?:#{2,4} )?(?:System|Human|Assistant|SYSTEM|HUMAN|ASSISTANT)(?: (?:message|prompt|override))?:[ \t]{0,4}(?:you |ignore|disregard|from now|always |never |the )/gim,
];

export const instructionsToModel: TextRule = {
  id: 'instructions-to-model',
  group: 'addresses-model',
  action: 'warn',
  title: 'text that tells a model to drop its instructions or to hide something',
  fix,
  find: ordersIn,
};

export const forgedRoles: TextRule = {
  id: 'forged-role',
  group: 'addresses-model',
  action: 'warn',
  title: 'a mark by which programs tell a model who is speaking',
  fix,
  find: (text) => placesOf(roles, text),
};

/** An order may go on in the next line, or have two blanks between its words. */
function* ordersIn(text: string): Iterable<Place> {
  const line = new StitchedText();
  let from = 0;
  for (const { index, 0: gap } of text.matchAll(/\s{2,}|[\t\n\r]/g)) {
    line.add(text.slice(from, index), from);
    line.add(' ', index);
    from = index + gap.length;
  }
  line.add(text.slice(from), from);
  for (const place of placesOf(orders, line.text)) yield line.originOf(place);
}

function* placesOf(patterns: readonly RegExp[], text: string): Iterable<Place> {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      yield { start: match.index, end: match.index + match[0].length };
    }
  }
}
