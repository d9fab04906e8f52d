// What can be sent about changes to a study.
import type { StudyRequest } from "../../wire.ts";

/**
 * The maximum size of a message in bytes. The server closes the connection on a longer one, which would then be sent
 * again.
 */
const LARGEST = 256 << 10;

export const isSmall = (request: StudyRequest): boolean =>
  new TextEncoder().encode(JSON.stringify(request)).length <= LARGEST;
