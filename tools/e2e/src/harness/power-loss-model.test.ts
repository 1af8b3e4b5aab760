import { describe, expect, it } from 'vitest';
import { PowerLossModel } from './power-loss-model.ts';

const old = new TextEncoder().encode('the old text');
const fresh = new TextEncoder().encode('the new text, which is longer');

function laidOut(): PowerLossModel {
  const model = new PowerLossModel();
  model.layOut('/m', 'folder');
  model.layOut('/m/note.md', old);
  return model;
}

/** Every content that the file may have after a cut; undefined for none. */
function possible(model: PowerLossModel, path = '/m/note.md'): Set<string | undefined> {
  const texts = [...model.cuts(() => 0.4)].map((found) => {
    const bytes = found.get(path);
    return bytes && Buffer.from(bytes).toString('latin1');
  });
  return new Set(texts);
}

const [oldText, newText] = [old, fresh].map((bytes) => Buffer.from(bytes).toString('latin1'));

function write(model: PowerLossModel, path: string, bytes: Uint8Array, sync: boolean): void {
  const file = model.open(path, { truncate: true }) as number;
  model.append(file, bytes);
  if (sync) model.syncFile(file);
}

describe('a power cut', () => {
  it('leaves anything of a file that was written in place', () => {
    const model = laidOut();
    write(model, '/m/note.md', fresh, false);
    const texts = possible(model);
    expect(texts.size).toBe(4);
    expect(texts).toContain(newText?.slice(0, Math.floor(fresh.length / 2)));
  });

  it('leaves a synced file that was renamed into place old or new', () => {
    const model = laidOut();
    write(model, '/m/temp', fresh, true);
    model.rename('/m/temp', '/m/note.md');
    expect(possible(model)).toEqual(new Set([oldText, newText]));
  });

  it('leaves it torn when it was renamed without having been synced', () => {
    const model = laidOut();
    write(model, '/m/temp', fresh, false);
    model.rename('/m/temp', '/m/note.md');
    expect(possible(model).size).toBeGreaterThan(2);
  });

  it('takes nothing back once the folder is synced', () => {
    const model = laidOut();
    write(model, '/m/temp', fresh, true);
    model.rename('/m/temp', '/m/note.md');
    model.syncFolder('/m');
    expect(possible(model)).toEqual(new Set([newText]));
  });

  it('takes a file with the folder that was made for it, until that one lasts', () => {
    const model = laidOut();
    model.makeFolder('/m/a');
    write(model, '/m/a/new.md', fresh, true);
    model.syncFolder('/m/a');
    expect(possible(model, '/m/a/new.md')).toEqual(new Set([undefined, newText]));
    model.syncFolder('/m');
    expect(possible(model, '/m/a/new.md')).toEqual(new Set([newText]));
  });

  it('brings a removed file back, until that lasts', () => {
    const model = laidOut();
    model.unlink('/m/note.md');
    expect(possible(model)).toEqual(new Set([undefined, oldText]));
    model.syncFolder('/m');
    expect(possible(model)).toEqual(new Set([undefined]));
  });
});
