const units = ['B', 'K', 'M', 'G'];

/** `512B`, `5.5K`, `1.2M`. */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const rounded = Math.round(size * 10) / 10;
  return `${Number.isInteger(size) ? size : rounded.toFixed(1)}${units[unit]}`;
}
