// The workspace links its packages to each other, which only pnpm does here. A plain
// `npm install` would half-work and then fail in a confusing place, so it stops at once.
const agent = process.env.npm_config_user_agent ?? '';
if (!agent.startsWith('pnpm/')) {
  console.error(
    'This repository is installed with pnpm. Run `npm test` or `npm run mem -- tour` (each sets up what it needs), or `npx -y pnpm@10.34.9 install`.',
  );
  process.exit(1);
}
