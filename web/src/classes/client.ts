// What the page asks the server about classes.
import type {
  Class,
  ClassChange,
  ClassLink,
  ClassList,
  JoinClass,
  JoinedClass,
  NewClass,
  NewClassTask,
  PupilChange,
  PupilCode,
} from "../wire.ts";
import { request } from "../lib/server/api.ts";

const root = "/api/classes";
const at = (id: string): string => `${root}/${encodeURIComponent(id)}`;
const pupilAt = (id: string, pupil: string): string => `${at(id)}/pupils/${encodeURIComponent(pupil)}`;
const linkAt = (code: string): string => "/api/class-links/" + encodeURIComponent(code);

export const getClasses = (): Promise<ClassList> => request("GET", root);
export const getClass = (id: string): Promise<Class> => request("GET", at(id));
export const makeClass = (wish: NewClass): Promise<Class> => request("POST", root, wish);
export const changeClass = (id: string, change: ClassChange): Promise<Class> =>
  request("PATCH", at(id), change);
export const deleteClass = (id: string): Promise<void> => request("DELETE", at(id));
/** A pupil leaves, and all their data is deleted. */
export const leaveClass = (id: string): Promise<void> => request("DELETE", at(id) + "/me");
export const giveTask = (id: string, task: NewClassTask): Promise<Class> =>
  request("POST", at(id) + "/tasks", task);
export const takeTask = (id: string, number: number): Promise<Class> =>
  request("DELETE", `${at(id)}/tasks/${number}`);
export const renamePupil = (id: string, pupil: string, change: PupilChange): Promise<Class> =>
  request("PATCH", pupilAt(id, pupil), change);
export const removePupil = (id: string, pupil: string): Promise<Class> =>
  request("DELETE", pupilAt(id, pupil));
export const pupilCode = (id: string, pupil: string): Promise<PupilCode> =>
  request("POST", pupilAt(id, pupil) + "/code");
export const getClassLink = (code: string): Promise<ClassLink> => request("GET", linkAt(code));
export const joinClass = (code: string, wish: JoinClass): Promise<JoinedClass> =>
  request("POST", linkAt(code), wish);
/** The address of a class's live updates, as server-sent events. */
export const classEventsPath = (id: string): string => at(id) + "/events";
/** The address of the table of the pupils' progress, as CSV. */
export const classTablePath = (id: string): string => at(id) + "/table";
