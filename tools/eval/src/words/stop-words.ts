/**
 * Words that carry no content of a question: articles, pronouns, auxiliaries, question words, and
 * the few verbs that fit anything. These lists belong to the measure and are kept apart from those
 * of the search on purpose: a ranker must not decide which questions count as hard.
 */
const english = `
a an the this that these those it its i you he she we they me him her us them my your his our their
mine yours hers ours theirs myself himself herself itself themselves who whom whose which what when
where why how am is are was were be been being do does did done doing have has had having can could
may might must shall should will would wont cant dont doesnt didnt isnt arent and or but if then than
so because as of at by for with without about into onto over under from to in on off out up down again
not no nor only just also too very any some each every all both more most much many few other another
same such own here there now still yet ever never always get gets got go goes going make makes made
use uses used using need needs want wants let lets look looks tell say says know one ones two like
ok okay fine please thing things something anything somebody someone anybody anyone nobody everything
while during before after between through against since until per via once away back
`;

const german = `
der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner ich du er sie
es wir ihr mich dich ihn uns euch mir dir ihm ihnen mein meine meinen meiner dein deine sein seine
seinen seiner unser unsere unseren unserer ihre ihren ihrer wer wen wem wessen was welche welcher
welches welchen welchem wann wo woher wohin woraus womit warum wieso weshalb wie wieviel viel viele
vielen bin bist ist sind seid war waren wird werden wurde worden werde hat habe haben hatte hatten
kann kannst konnen konnte darf durfen muss mussen musste soll sollen sollte will wollen mag lassen
und oder aber denn weil dass wenn ob als so zu zum zur von vom mit ohne fur gegen aus bei bis durch
nach vor uber unter an am in im ins auf ab um zwischen seit nicht nichts noch nur auch schon sehr
mehr meist immer nie wieder hier dort da dann jetzt man sich selbst etwas jemand niemand alle alles
jeder jede jedes diese dieser dieses diesen diesem gibt geht macht tut liegt bitte einfach
ja nein sonst gerade eigentlich doch mal
`;

const chinese = `
什么 怎么 怎样 如何 为什么 为何 哪里 哪儿 哪个 哪些 哪位 多少 几个 几点 是否 可以 能够 应该 需要 没有
不能 不要 不是 还是 还有 就是 这个 那个 这些 那些 我们 你们 他们 自己 现在 以后 以前 之前 之后 时候
一个 一下 一次 已经 因为 所以 如果 但是 然后 或者 以及 关于 进行 使用 用来 知道 觉得 一样 一直 只能
为了 起来 出来 下来 上去 有没有 能不能 要不要 到底 其他 别人 里面 有些 有人 怎么办 怎么样
`;

const japanese = `
何 何処 何時 誰 いつ どこ だれ なぜ どう どの どれ 場合 必要 方法 こと もの とき ため よう 事 物 時 為
前 後 中 上 下 私 彼 彼女 我々 自分 今 方 使う 使い 使っ 出来 出来る 教え 教えて 何か 何で 理由
`;

const korean = `
무엇 무슨 뭐 뭘 뭔가 어디 어디서 어디에 언제 누가 누구 왜 어떻게 어떤 어느 얼마 얼마나 얼마까지 몇 것
거 게 걸 수 때 이 그 저 이것 그것 저것 여기 거기 저기 나 내 제 저희 우리 너 당신 지금 이제 아직 다시
하나 하나요 하나의 하는 하면 하고 해서 해야 했던 했지 한다 합니다 해요 해도 하지 하죠 되나 되나요 돼요
되는 되면 된다 있나 있나요 있는 있어 있어요 있다 있었다 없나 없다 없는 없어 인가 인가요 인지 입니다
이다 아니다 아닌 안 못 더 좀 꼭 같은 그냥 그래서 그리고 그런데 하지만 또는 위해 대해 대한 때문 때문에
쓰나 써도 쓸 쓰지 쓰는 쓴다 어땠지 뭐가 이런 저런 그런 가능한가 싶다 하던 보나 주나
`;

export const englishStopWords: ReadonlySet<string> = listOf(english);
/** Spelled without umlauts, as folding leaves them. */
export const germanStopWords: ReadonlySet<string> = listOf(german);
export const cjkStopWords: ReadonlySet<string> = listOf(chinese + japanese + korean);

function listOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
