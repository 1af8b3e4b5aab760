// What every JavaScript platform has and this package uses; it compiles without the ambient types
// of any one platform.

declare function btoa(binary: string): string;

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
