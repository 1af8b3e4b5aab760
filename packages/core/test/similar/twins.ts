/** A memory as short as it can be: name, description, body. */
export type TinyMemory = readonly [name: string, description: string, body: string];

/** Two memories, and whether they say one thing, so that one of them should go. */
export interface LabelledPair {
  readonly language: 'en' | 'de' | 'zh' | 'ja' | 'ko';
  readonly isTwin: boolean;
  readonly one: TinyMemory;
  readonly other: TinyMemory;
}

type Language = LabelledPair['language'];

function twin(language: Language, one: TinyMemory, other: TinyMemory): LabelledPair {
  return { language, isTwin: true, one, other };
}

/** Alike in form or subject, but each says something of its own. */
function notTwin(language: Language, one: TinyMemory, other: TinyMemory): LabelledPair {
  return { language, isTwin: false, one, other };
}

/**
 * What people and agents really save twice, or only seem to. Some true twins share no word but the
 * subject: no comparison of words finds those, and they are here so that the figures are honest.
 */
export const labelledPairs: readonly LabelledPair[] = [
  twin(
    'en',
    ['coffee', 'How the user takes their coffee', 'Black, without sugar.'],
    ['user-coffee', 'How the user takes coffee', 'Takes it black, without any sugar.'],
  ),
  twin(
    'en',
    [
      'no-friday-releases',
      'No releases on a Friday',
      'Freeze from Friday noon. Why: the outage in March.',
    ],
    [
      'release-freeze-friday',
      'Do not release on Fridays',
      'After Friday noon nothing is released, because of the March outage.',
    ],
  ),
  twin(
    'en',
    ['indent-with-tabs', 'The user indents with tabs', 'Use tabs, never spaces, in every file.'],
    ['tabs-not-spaces', 'Tabs, not spaces, for indentation', 'The user wants tabs in all files.'],
  ),
  twin(
    'en',
    ['staging-db', 'Where the staging database runs', 'staging-db.internal, port 5433, read only.'],
    [
      'staging_database',
      'Address of the staging database',
      'The staging database is at staging-db.internal:5433.',
    ],
  ),
  twin(
    'en',
    ['run-tests-first', 'Run the tests before committing', 'Always run npm test before a commit.'],
    ['test-before-commit', 'Before each commit run the tests', 'Run npm test, then commit.'],
  ),
  twin(
    'en',
    [
      'pr-size',
      'Keep pull requests small',
      'The team reviews at most 300 lines in one pull request.',
    ],
    [
      'small-pull-requests',
      'Pull requests stay small',
      'No more than 300 lines in a pull request, so that it is reviewed.',
    ],
  ),
  twin(
    'en',
    [
      'anna-owns-billing',
      'Anna is responsible for billing',
      'Ask Anna about anything in the billing service.',
    ],
    ['billing-contact', 'Who to ask about billing', 'Anna owns the billing service.'],
  ),
  twin(
    'en',
    ['dark-mode', 'The user likes dark mode', 'Use dark themes in examples and screenshots.'],
    [
      'prefers-dark-theme',
      'User preference: dark theme',
      'Screenshots and examples in dark mode, please.',
    ],
  ),
  twin(
    'en',
    ['short-answers', 'The user wants short answers', 'Answer in a few sentences, no preamble.'],
    ['be-concise', 'Keep replies brief', 'No introductions; get to the point at once.'],
  ),
  twin(
    'en',
    [
      'retry-flaky-e2e',
      'The checkout e2e test is flaky',
      'checkout.spec.ts fails one time in ten; run it again once.',
    ],
    [
      'flaky-checkout-test',
      'checkout.spec.ts is a flaky e2e test',
      'Rerun it once when it fails, it does so in a tenth of the runs.',
    ],
  ),
  notTwin(
    'en',
    ['staging-db', 'Where the staging database runs', 'staging-db.internal, port 5433, read only.'],
    [
      'production-db',
      'Where the production database runs',
      'production-db.internal, port 5432, read only.',
    ],
  ),
  notTwin(
    'en',
    [
      'anna-owns-billing',
      'Anna is responsible for billing',
      'Ask Anna about anything in the billing service.',
    ],
    [
      'tom-owns-search',
      'Tom is responsible for search',
      'Ask Tom about anything in the search service.',
    ],
  ),
  notTwin(
    'en',
    ['coffee', 'How the user takes their coffee', 'Black, without sugar.'],
    ['tea', 'How the user takes their tea', 'Green, with lemon.'],
  ),
  notTwin(
    'en',
    ['release-alpha', 'Release rules of project Alpha', 'Released on Mondays by the build server.'],
    ['release-beta', 'Release rules of project Beta', 'Released on Thursdays by hand.'],
  ),
  notTwin(
    'en',
    ['lint-errors', 'What to do with lint errors', 'Mend them, never silence them.'],
    ['type-errors', 'What to do with type errors', 'Mend the types; a cast needs a comment.'],
  ),
  notTwin(
    'en',
    ['standup-time', 'When the team meets', 'Stand-up at nine every day.'],
    ['retro-time', 'When the retrospective is', 'Every second Friday at three.'],
  ),
  notTwin(
    'en',
    ['api-timeouts', 'Timeouts of the public API', 'Requests end after 30 seconds.'],
    [
      'api-rate-limits',
      'Rate limits of the public API',
      'At most 100 requests a minute for each key.',
    ],
  ),
  notTwin(
    'en',
    ['python-version', 'Which Python the project uses', 'Python 3.12, installed by uv.'],
    ['node-version', 'Which Node the project uses', 'Node 22, installed by nvm.'],
  ),
  notTwin(
    'en',
    ['logging', 'How to log', 'Use the structured logger, never console.log.'],
    ['login', 'How people log in', 'Single sign-on with the company account.'],
  ),
  notTwin(
    'en',
    [
      'tests-need-docker',
      'The integration tests need Docker',
      'Start Docker before npm run integration.',
    ],
    ['test-before-commit', 'Before each commit run the tests', 'Run npm test, then commit.'],
  ),
  twin(
    'de',
    [
      'keine-releases-freitags',
      'Freitags wird nicht ausgeliefert',
      'Ab Freitagmittag keine Auslieferung mehr, wegen des Ausfalls im März.',
    ],
    [
      'freitag-kein-release',
      'Keine Auslieferung am Freitag',
      'Am Freitag ab Mittag wird nicht ausgeliefert (Ausfall im März).',
    ],
  ),
  twin(
    'de',
    ['kaffee', 'Wie die Nutzerin ihren Kaffee trinkt', 'Schwarz, ohne Zucker.'],
    ['kaffee-vorliebe', 'Kaffee der Nutzerin', 'Trinkt Kaffee schwarz und ohne Zucker.'],
  ),
  twin(
    'de',
    [
      'tests-vor-commit',
      'Vor jedem Commit die Tests laufen lassen',
      'Immer zuerst npm test, dann committen.',
    ],
    ['erst-testen', 'Erst die Tests, dann der Commit', 'Vor einem Commit läuft npm test.'],
  ),
  twin(
    'de',
    [
      'antworten-auf-deutsch',
      'Auf Deutsch antworten',
      'Der Nutzer möchte alle Antworten auf Deutsch.',
    ],
    ['sprache-deutsch', 'Antworten immer auf Deutsch', 'Bitte alles auf Deutsch beantworten.'],
  ),
  twin(
    'de',
    [
      'vpn-fuer-staging',
      'Staging geht nur über das VPN',
      'Ohne VPN ist staging.intern nicht erreichbar.',
    ],
    ['staging-zugang', 'Zugang zu Staging', 'staging.intern ist nur über das VPN erreichbar.'],
  ),
  twin(
    'de',
    [
      'ansprechpartner-abrechnung',
      'Anna ist für die Abrechnung zuständig',
      'Fragen zur Abrechnung an Anna.',
    ],
    [
      'anna-abrechnung',
      'Wer die Abrechnung betreut',
      'Anna betreut die Abrechnung, Fragen gehen an sie.',
    ],
  ),
  twin(
    'de',
    ['kurze-antworten', 'Der Nutzer will kurze Antworten', 'Wenige Sätze, keine Einleitung.'],
    ['knapp-fassen', 'Sich knapp fassen', 'Keine Vorrede, gleich zur Sache.'],
  ),
  notTwin(
    'de',
    [
      'ansprechpartner-abrechnung',
      'Anna ist für die Abrechnung zuständig',
      'Fragen zur Abrechnung an Anna.',
    ],
    ['ansprechpartner-suche', 'Tom ist für die Suche zuständig', 'Fragen zur Suche an Tom.'],
  ),
  notTwin(
    'de',
    ['kaffee', 'Wie die Nutzerin ihren Kaffee trinkt', 'Schwarz, ohne Zucker.'],
    ['tee', 'Wie die Nutzerin ihren Tee trinkt', 'Grün, mit Zitrone.'],
  ),
  notTwin(
    'de',
    ['urlaub-regel', 'Wie Urlaub beantragt wird', 'Im Portal, zwei Wochen vorher.'],
    ['reise-regel', 'Wie Dienstreisen beantragt werden', 'Im Portal, mit Angebot der Bahn.'],
  ),
  notTwin(
    'de',
    ['projekt-nord-frist', 'Frist im Projekt Nord', 'Abgabe am 3. Mai 2027.'],
    ['projekt-sued-frist', 'Frist im Projekt Süd', 'Abgabe am 9. Juni 2027.'],
  ),
  notTwin(
    'de',
    ['datenbank-staging', 'Adresse der Datenbank für Staging', 'db.staging.intern, Port 5433.'],
    [
      'datenbank-produktion',
      'Adresse der Datenbank für die Produktion',
      'db.produktion.intern, Port 5432.',
    ],
  ),
  notTwin(
    'de',
    [
      'tests-brauchen-docker',
      'Die Integrationstests brauchen Docker',
      'Docker starten, dann npm run integration.',
    ],
    [
      'tests-vor-commit',
      'Vor jedem Commit die Tests laufen lassen',
      'Immer zuerst npm test, dann committen.',
    ],
  ),
  notTwin(
    'de',
    ['rechnung-format', 'In welchem Format Rechnungen kommen', 'Als PDF mit eingebettetem XML.'],
    ['rechnung-frist', 'Wann Rechnungen bezahlt werden', 'Vierzehn Tage nach Eingang.'],
  ),
  twin(
    'zh',
    ['周五不发布', '周五不要发布版本', '周五中午以后冻结发布，因为三月的故障。'],
    ['发布冻结', '星期五不发布版本', '由于三月的故障，周五中午以后不发布。'],
  ),
  twin(
    'zh',
    ['咖啡', '用户喝咖啡的习惯', '黑咖啡，不加糖。'],
    ['用户的咖啡', '用户喝咖啡的口味', '喝黑咖啡，不加糖。'],
  ),
  twin(
    'zh',
    ['提交前测试', '提交代码前先运行测试', '每次提交前都要运行 npm test。'],
    ['先测试再提交', '运行测试以后再提交代码', '提交前运行 npm test。'],
  ),
  twin(
    'zh',
    ['中文回答', '用户希望用中文回答', '所有回答都用中文。'],
    ['语言偏好', '回答要用中文', '用户希望所有回答使用中文。'],
  ),
  twin(
    'zh',
    ['测试数据库', '测试环境数据库的地址', '测试数据库在 test-db.internal，端口 5433。'],
    ['数据库地址-测试', '测试环境的数据库在哪里', 'test-db.internal:5433 是测试环境数据库。'],
  ),
  twin(
    'zh',
    ['计费负责人', '小李负责计费服务', '计费服务的问题问小李。'],
    ['小李-计费', '计费服务由谁负责', '小李负责计费服务，有问题找他。'],
  ),
  twin(
    'zh',
    ['简短回答', '用户要简短的回答', '不要开场白，几句话就够。'],
    ['言简意赅', '答复应当精炼', '直奔主题。'],
  ),
  notTwin(
    'zh',
    ['测试数据库', '测试环境数据库的地址', '测试数据库在 test-db.internal，端口 5433。'],
    ['生产数据库', '生产环境数据库的地址', '生产数据库在 prod-db.internal，端口 5432。'],
  ),
  notTwin(
    'zh',
    ['计费负责人', '小李负责计费服务', '计费服务的问题问小李。'],
    ['搜索负责人', '小王负责搜索服务', '搜索服务的问题问小王。'],
  ),
  notTwin(
    'zh',
    ['咖啡', '用户喝咖啡的习惯', '黑咖啡，不加糖。'],
    ['茶', '用户喝茶的习惯', '绿茶，加柠檬。'],
  ),
  notTwin(
    'zh',
    ['甲项目发布', '甲项目的发布规则', '每周一由构建服务器发布。'],
    ['乙项目发布', '乙项目的发布规则', '每周四手动发布。'],
  ),
  notTwin(
    'zh',
    ['接口超时', '公开接口的超时时间', '请求三十秒后结束。'],
    ['接口限流', '公开接口的限流规则', '每个密钥每分钟最多一百次请求。'],
  ),
  notTwin(
    'zh',
    ['站会时间', '团队站会的时间', '每天上午九点。'],
    ['复盘时间', '团队复盘的时间', '隔周周五下午三点。'],
  ),
  notTwin(
    'zh',
    ['请假流程', '怎样申请休假', '在门户网站提前两周申请。'],
    ['报销流程', '怎样申请报销', '在门户网站上传发票。'],
  ),
  twin(
    'ja',
    [
      '金曜日はリリースしない',
      '金曜日にはリリースしない',
      '三月の障害のため、金曜の昼以降はリリースを止める。',
    ],
    ['リリース凍結', '金曜日のリリースは禁止', '金曜の昼以降はリリースしない。三月の障害が理由。'],
  ),
  twin(
    'ja',
    ['コーヒー', 'ユーザーのコーヒーの好み', 'ブラックで、砂糖なし。'],
    ['ユーザーのコーヒー', 'ユーザーが飲むコーヒー', 'コーヒーはブラック、砂糖は入れない。'],
  ),
  twin(
    'ja',
    [
      'コミット前にテスト',
      'コミットの前にテストを実行する',
      '必ず npm test を実行してからコミットする。',
    ],
    ['テスト実行', 'コミットする前に必ずテスト', 'コミットの前に npm test を実行する。'],
  ),
  twin(
    'ja',
    ['日本語で回答', '回答は日本語で書く', 'ユーザーはすべての回答を日本語で希望している。'],
    ['言語の希望', '日本語での回答を希望', 'すべての回答を日本語で書くこと。'],
  ),
  twin(
    'ja',
    [
      '検証環境DB',
      '検証環境のデータベースの場所',
      '検証環境のデータベースは stg-db.internal のポート 5433。',
    ],
    [
      'データベースの場所',
      '検証環境データベースのアドレス',
      'stg-db.internal:5433 が検証環境のデータベース。',
    ],
  ),
  twin(
    'ja',
    ['請求の担当', '請求サービスの担当は田中さん', '請求サービスのことは田中さんに聞く。'],
    ['田中さん', '田中さんは請求サービスの担当', '請求サービスの質問は田中さんへ。'],
  ),
  twin(
    'ja',
    ['短い回答', 'ユーザーは短い回答を望む', '前置きなしで数文だけ。'],
    ['簡潔に', '手短にまとめること', 'すぐ本題に入る。'],
  ),
  notTwin(
    'ja',
    [
      '検証環境DB',
      '検証環境のデータベースの場所',
      '検証環境のデータベースは stg-db.internal のポート 5433。',
    ],
    [
      '本番環境DB',
      '本番環境のデータベースの場所',
      '本番環境のデータベースは prod-db.internal のポート 5432。',
    ],
  ),
  notTwin(
    'ja',
    ['請求の担当', '請求サービスの担当は田中さん', '請求サービスのことは田中さんに聞く。'],
    ['検索の担当', '検索サービスの担当は鈴木さん', '検索サービスのことは鈴木さんに聞く。'],
  ),
  notTwin(
    'ja',
    ['コーヒー', 'ユーザーのコーヒーの好み', 'ブラックで、砂糖なし。'],
    ['紅茶', 'ユーザーの紅茶の好み', 'レモンを入れる。'],
  ),
  notTwin(
    'ja',
    ['朝会の時間', 'チームの朝会の時間', '毎朝九時から。'],
    ['振り返りの時間', 'チームの振り返りの時間', '隔週金曜の三時から。'],
  ),
  notTwin(
    'ja',
    ['APIのタイムアウト', '公開APIのタイムアウト', 'リクエストは三十秒で終わる。'],
    ['APIの制限', '公開APIの回数制限', 'キーごとに毎分百回まで。'],
  ),
  notTwin(
    'ja',
    ['休暇の申請', '休暇の申請のしかた', 'ポータルで二週間前に申請する。'],
    ['経費の申請', '経費の申請のしかた', 'ポータルに領収書を載せる。'],
  ),
  notTwin(
    'ja',
    ['プロジェクト甲の期限', 'プロジェクト甲の締め切り', '2027年5月3日。'],
    ['プロジェクト乙の期限', 'プロジェクト乙の締め切り', '2027年6月9日。'],
  ),
  twin(
    'ko',
    [
      '금요일 배포 금지',
      '금요일에는 배포하지 않는다',
      '3월 장애 때문에 금요일 정오 이후에는 배포를 중단한다.',
    ],
    ['배포 동결', '금요일 배포는 금지', '금요일 정오 이후 배포하지 않는다. 3월 장애 때문이다.'],
  ),
  twin(
    'ko',
    ['커피', '사용자의 커피 취향', '블랙커피, 설탕 없이.'],
    ['사용자 커피', '사용자가 마시는 커피', '커피는 블랙으로, 설탕 없이 마신다.'],
  ),
  twin(
    'ko',
    ['커밋 전 테스트', '커밋하기 전에 테스트를 실행한다', '항상 npm test 를 실행한 뒤 커밋한다.'],
    ['테스트 먼저', '커밋 전에 테스트 실행', '커밋하기 전에 npm test 를 실행할 것.'],
  ),
  twin(
    'ko',
    ['한국어 답변', '답변은 한국어로', '사용자는 모든 답변을 한국어로 원한다.'],
    ['언어 선호', '사용자는 한국어 답변을 원한다', '모든 답변을 한국어로 쓴다.'],
  ),
  twin(
    'ko',
    [
      '스테이징 DB',
      '스테이징 데이터베이스의 위치',
      '스테이징 데이터베이스는 stg-db.internal 포트 5433.',
    ],
    [
      '데이터베이스 주소',
      '스테이징 데이터베이스 주소',
      'stg-db.internal:5433 이 스테이징 데이터베이스다.',
    ],
  ),
  twin(
    'ko',
    ['결제 담당', '결제 서비스 담당은 민수', '결제 서비스는 민수에게 물어본다.'],
    ['민수 결제', '민수가 결제 서비스를 담당한다', '결제 서비스 질문은 민수에게.'],
  ),
  twin(
    'ko',
    ['짧은 답변', '사용자는 짧은 답변을 원한다', '서론 없이 몇 문장만.'],
    ['간결하게', '요점만 말하기', '바로 본론으로.'],
  ),
  notTwin(
    'ko',
    [
      '스테이징 DB',
      '스테이징 데이터베이스의 위치',
      '스테이징 데이터베이스는 stg-db.internal 포트 5433.',
    ],
    ['운영 DB', '운영 데이터베이스의 위치', '운영 데이터베이스는 prod-db.internal 포트 5432.'],
  ),
  notTwin(
    'ko',
    ['결제 담당', '결제 서비스 담당은 민수', '결제 서비스는 민수에게 물어본다.'],
    ['검색 담당', '검색 서비스 담당은 지영', '검색 서비스는 지영에게 물어본다.'],
  ),
  notTwin(
    'ko',
    ['커피', '사용자의 커피 취향', '블랙커피, 설탕 없이.'],
    ['홍차', '사용자의 홍차 취향', '레몬을 넣어서.'],
  ),
  notTwin(
    'ko',
    ['회의 시간', '팀 아침 회의 시간', '매일 아홉 시.'],
    ['회고 시간', '팀 회고 시간', '격주 금요일 세 시.'],
  ),
  notTwin(
    'ko',
    ['API 시간 제한', '공개 API 의 시간 제한', '요청은 삼십 초 뒤에 끝난다.'],
    ['API 호출 제한', '공개 API 의 호출 제한', '키마다 분당 백 번까지.'],
  ),
  notTwin(
    'ko',
    ['휴가 신청', '휴가를 신청하는 방법', '포털에서 이 주 전에 신청한다.'],
    ['경비 신청', '경비를 신청하는 방법', '포털에 영수증을 올린다.'],
  ),
  notTwin(
    'ko',
    ['노드 버전', '프로젝트의 노드 버전', '노드 22, nvm 으로 설치.'],
    ['파이썬 버전', '프로젝트의 파이썬 버전', '파이썬 3.12, uv 로 설치.'],
  ),
];

/**
 * Written after the weights were fixed and never used to choose them: what the figures are worth
 * elsewhere.
 */
export const heldOutPairs: readonly LabelledPair[] = [
  twin(
    'en',
    ['use-pnpm', 'Install packages with pnpm', 'Never npm install here; pnpm only.'],
    [
      'package-manager',
      'Which package manager the repository uses',
      'pnpm; do not run npm install.',
    ],
  ),
  twin(
    'en',
    ['berlin-timezone', 'The user lives in Berlin', 'Times are Central European.'],
    ['user-location', 'Where the user lives', 'Lives in Berlin, Central European time.'],
  ),
  twin(
    'en',
    [
      'no-mocks-for-db',
      'Do not mock the database in tests',
      'Integration tests run against a real Postgres.',
    ],
    [
      'real-database-in-tests',
      'Tests use a real database',
      'Run integration tests against Postgres, without mocks.',
    ],
  ),
  twin(
    'en',
    [
      'error-budget',
      'Error budget of the checkout service',
      '0.1 % a month, then a feature freeze.',
    ],
    [
      'checkout-slo',
      'SLO of checkout',
      'The checkout service has an error budget of 0.1 % a month; after that features freeze.',
    ],
  ),
  notTwin(
    'en',
    [
      'eu-region',
      'Which region customers in Europe are on',
      'eu-central-1, since data must stay there.',
    ],
    ['us-region', 'Which region customers in America are on', 'us-east-1, for the latency.'],
  ),
  notTwin(
    'en',
    ['redis-cache', 'What Redis is used for', 'Sessions and rate limits, nothing that must last.'],
    ['redis-upgrade', 'Redis is upgraded in spring', 'Version 8, planned by the platform team.'],
  ),
  notTwin(
    'en',
    ['docs-style', 'How to write documentation', 'Short sentences, an example first.'],
    ['commit-style', 'How to write commit messages', 'Imperative, the reason in the body.'],
  ),
  notTwin(
    'en',
    ['sprint-12-goal', 'Goal of sprint 12', 'Finish the export.'],
    ['sprint-13-goal', 'Goal of sprint 13', 'Begin the import.'],
  ),
  twin(
    'de',
    ['pnpm-verwenden', 'Pakete mit pnpm installieren', 'Hier nie npm install, nur pnpm.'],
    ['paketverwaltung', 'Welche Paketverwaltung das Projekt nutzt', 'pnpm statt npm install.'],
  ),
  twin(
    'de',
    ['wohnort-berlin', 'Die Nutzerin wohnt in Berlin', 'Zeiten in mitteleuropäischer Zeit.'],
    ['wo-die-nutzerin-wohnt', 'Wohnort der Nutzerin', 'Sie wohnt in Berlin.'],
  ),
  notTwin(
    'de',
    ['stil-doku', 'Wie Dokumentation geschrieben wird', 'Kurze Sätze, zuerst ein Beispiel.'],
    [
      'stil-commits',
      'Wie Commit-Nachrichten geschrieben werden',
      'Im Imperativ, der Grund darunter.',
    ],
  ),
  notTwin(
    'de',
    ['region-eu', 'Region der Kunden in Europa', 'eu-central-1, wegen des Datenschutzes.'],
    ['region-us', 'Region der Kunden in Amerika', 'us-east-1, wegen der Latenz.'],
  ),
  twin(
    'zh',
    ['使用pnpm', '用 pnpm 安装依赖', '不要运行 npm install，只用 pnpm。'],
    ['包管理器', '项目使用的包管理器', '只用 pnpm 安装依赖，不用 npm install。'],
  ),
  twin(
    'zh',
    ['用户住在柏林', '用户住在哪里', '住在柏林，中欧时间。'],
    ['所在地', '用户的所在地是柏林', '用户住在柏林。'],
  ),
  notTwin(
    'zh',
    ['欧洲区域', '欧洲客户所在的区域', 'eu-central-1，数据不能出境。'],
    ['美国区域', '美国客户所在的区域', 'us-east-1，为了延迟。'],
  ),
  notTwin(
    'zh',
    ['文档风格', '怎样写文档', '句子要短，先举例。'],
    ['提交信息风格', '怎样写提交信息', '用祈使句，正文写原因。'],
  ),
  twin(
    'ja',
    ['pnpmを使う', 'パッケージは pnpm で入れる', 'npm install は使わず、pnpm だけ。'],
    [
      'パッケージ管理',
      'このリポジトリのパッケージ管理',
      'pnpm だけを使い、npm install は使わない。',
    ],
  ),
  twin(
    'ja',
    ['ベルリン在住', 'ユーザーはベルリンに住んでいる', '中央ヨーロッパ時間。'],
    ['ユーザーの住まい', 'ユーザーの住んでいる場所', 'ベルリンに住んでいる。'],
  ),
  notTwin(
    'ja',
    ['文書の書き方', '文書をどう書くか', '短い文で、例を先に。'],
    ['コミットの書き方', 'コミットメッセージをどう書くか', '命令形で、本文に理由を。'],
  ),
  notTwin(
    'ja',
    ['欧州リージョン', '欧州の顧客のリージョン', 'eu-central-1、データを外に出さない。'],
    ['米国リージョン', '米国の顧客のリージョン', 'us-east-1、遅延のため。'],
  ),
  twin(
    'ko',
    ['pnpm 사용', '패키지는 pnpm 으로 설치', 'npm install 은 쓰지 않고 pnpm 만.'],
    ['패키지 관리자', '이 저장소의 패키지 관리자', 'pnpm 만 쓰고 npm install 은 쓰지 않는다.'],
  ),
  twin(
    'ko',
    ['베를린 거주', '사용자는 베를린에 산다', '중부 유럽 시간.'],
    ['사용자 거주지', '사용자가 사는 곳', '베를린에 산다.'],
  ),
  notTwin(
    'ko',
    ['문서 작성법', '문서를 어떻게 쓰는가', '짧은 문장, 예시 먼저.'],
    ['커밋 작성법', '커밋 메시지를 어떻게 쓰는가', '명령형, 본문에 이유.'],
  ),
  notTwin(
    'ko',
    ['유럽 리전', '유럽 고객의 리전', 'eu-central-1, 데이터는 밖으로 나가지 않는다.'],
    ['미국 리전', '미국 고객의 리전', 'us-east-1, 지연 시간 때문.'],
  ),
];
