// The ids of rules, such as "weiqi:komi=6.5,score=area".

interface Options {
  game: string;
  values: Record<string, string>;
}

/** "weiqi:komi=6.5,score=area", parsed. */
export function parseRules(id: string): Options {
  const at = id.indexOf(":");
  const values: Record<string, string> = {};
  for (const part of at < 0 ? [] : id.slice(at + 1).split(",")) {
    const [name, value] = part.split("=");
    if (name && value !== undefined) values[name] = value;
  }
  return { game: at < 0 ? id : id.slice(0, at), values };
}

/** The id of rules; options in the order given. */
export function rulesId(game: string, values: Record<string, string>): string {
  const parts = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return parts.length ? `${game}:${parts.join(",")}` : game;
}

/** The number of stones that Black has at the start. */
export const handicapOf = (rules: string): number => Number(parseRules(rules).values["handicap"] ?? 0);
