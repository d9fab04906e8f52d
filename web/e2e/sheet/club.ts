// Members of a club, with accounts.
import type { Person } from "./person.ts";
import type { Stage } from "./scene.ts";

/** The names of the people who meet Ada, the user of the page. */
export const others = ["Bo", "Cy", "Maximiliane_Hohenzol"] as const;

/** People with accounts: Ada, who has the page, and the others. */
export async function gather({ me, server, guest }: Stage): Promise<Person[]> {
  await me.arrive();
  await me.signIn(server, "Ada");
  const all = [me];
  for (const name of others) {
    const person = await guest();
    await person.signIn(server, name);
    all.push(person);
  }
  return all;
}
