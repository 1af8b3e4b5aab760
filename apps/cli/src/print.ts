import { type GuardFinding, isMemoryError } from '@mem/core';
import { agentMark } from './arguments/agent.js';
import type { Outcome } from './command.js';
import { codeOf, exitCodes } from './exit-code.js';
import { type Page, renderPage, styled } from './terminal/page.js';
import { oneLine, safeJson } from './terminal/visible.js';
import type { World } from './world.js';

export function printOutcome(outcome: Outcome, world: World, json: boolean): number {
  if (json) world.writeOutput(`${safeJson(outcome.json)}\n`);
  else {
    printPage(outcome.page, world);
    if (outcome.notes) printNotes(outcome.notes, world);
  }
  return outcome.exitCode ?? 0;
}

export function printPage(page: Page, world: World): number {
  const terminal = world.outputIsTerminal;
  const text = renderPage(page, { terminal, colour: terminal && mayColour(world) });
  if (text !== '') world.writeOutput(text);
  return 0;
}

/** One line for a person, or the JSON document of the same; the exit code of the failure. */
export async function printError(error: unknown, world: World, json: boolean): Promise<number> {
  const code = codeOf(error);
  // What was typed in the wrong place may be a secret, and is quoted in many a message.
  const { redactSecrets } = await import('@mem/core');
  const message = oneLine(redactSecrets(messageOf(error, code)));
  if (json) {
    world.writeOutput(`${safeJson({ error: { code, message, ...detailsOf(error) } })}\n`);
  } else {
    printNotes(
      [styled('red', 'mem:'), ` ${message}\n`, ...nearNote(error), ...allowNote(error, world)],
      world,
    );
  }
  return exitCodes[code];
}

function printNotes(notes: Page, world: World): void {
  // Always made visible: standard error is for eyes, wherever it goes.
  const colour = world.errorIsTerminal && mayColour(world);
  const text = renderPage(notes, { terminal: true, colour });
  if (text !== '') world.writeError(text);
}

function mayColour({ environment }: World): boolean {
  return !environment.NO_COLOR && environment.TERM !== 'dumb';
}

function messageOf(error: unknown, code: string): string {
  const text = error instanceof Error ? error.message : String(error);
  if (code !== 'INTERNAL') return text;
  return `A fault in mem itself: ${text}. Nothing more was done; please report it.`;
}

interface ErrorDetails {
  path?: string;
  near?: readonly string[];
  candidates?: readonly string[];
  kept?: string;
  findings?: readonly GuardFinding[];
}

/** Read by shape, not by class: another copy of core may have thrown it. */
function detailsOf(error: unknown): ErrorDetails {
  if (!isMemoryError(error)) return {};
  const { path, near, candidates, kept, findings } = error as ErrorDetails;
  return {
    ...(path !== undefined && { path }),
    ...(near && near.length > 0 && { near }),
    ...(candidates && candidates.length > 0 && { candidates }),
    ...(kept !== undefined && { kept }),
    ...(findings && { findings }),
  };
}

/** Names that the message does not hold already. */
function nearNote(error: unknown): Page {
  const message = error instanceof Error ? error.message : '';
  const near = (detailsOf(error).near ?? []).filter((name) => !message.includes(name));
  return near.length > 0 ? [`Near names: ${near.map(oneLine).join(', ')}\n`] : [];
}

/** Only a person is told how to pass the guard. */
function allowNote(error: unknown, { environment }: World): Page {
  const rules = new Set((detailsOf(error).findings ?? []).map(({ rule }) => rule));
  if (rules.size === 0 || agentMark(environment) !== undefined) return [];
  const options = [...rules].map((rule) => `--allow ${rule}`).join(' ');
  return [`If that is a mistake, say so: ${options}\n`];
}
