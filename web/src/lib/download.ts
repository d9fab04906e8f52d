// Downloads that the page creates.
import type { Download } from "./server/api.ts";

/** Makes the browser save a file. */
export function download({ name, body }: Download): void {
  const address = URL.createObjectURL(body);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
