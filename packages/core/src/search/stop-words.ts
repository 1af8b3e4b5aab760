const list =
  'a about after all also am an and any are as at be because been before being but by can could ' +
  'did do does doing don down during each few for from further had has have having he her here hers ' +
  'him his how i if in into is it its itself just ll me more most my no nor not now of off on once ' +
  'only or other our ours out over own re s same she should so some such t than that the their ' +
  'theirs them then there these they this those through to too under until up us very was we were ' +
  'what when where which while who whom whose why will with would you your yours ' +
  'aber als am an auch auf aus bei bin bis da das dass dem den der des die dies diese dieser doch ' +
  'du durch ein eine einem einen einer eines er es fur hat hatte ich ihr im in ist ja kann mein mit ' +
  'muss nach nicht noch nur ob oder sein sich sie sind so soll um und uns unser vom von vor wann ' +
  'warum was weil welche welcher welches wenn wer werden wie wir wird wo wurde zu zum zur';

/** Words that say nothing about a topic (English, German), folded as the tokenizer folds. */
export const stopWords: ReadonlySet<string> = new Set(list.split(' '));
